import { Stack } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { BucketName } from '../../shared/declaration.ts'
import { statementsOf } from '../rights.ts'
import type { Identity } from './identity.ts'
import type { Mail } from './mail.ts'

/** Resources of the stack that functions use. */
export interface Resources {
  readonly key: IKey
  readonly secret: Secret
  readonly table: TableV2
  readonly identity: Identity
  readonly mail: Mail
  readonly buckets: Readonly<Record<BucketName, Bucket>>
}

/** Returns the IAM policy statements of a function, with the ARNs of the stack's resources. */
export const policyStatementsOf = (name: string, { key, secret, table, identity, mail, buckets }: Resources) =>
  statementsOf(name, {
    region: Stack.of(key).region,
    key: key.keyArn,
    secret: secret.secretArn,
    table: table.tableArn,
    userPool: identity.pool.userPoolArn,
    mail: mail.arns,
    buckets: { uploads: buckets.uploads.bucketArn, documents: buckets.documents.bucketArn },
  }).map((statement) => PolicyStatement.fromJson(statement))
