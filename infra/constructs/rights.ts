import { Stack } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { type BucketName, manifest, type Need, type Trigger } from '../manifest.ts'
import { partitionsWrittenBy } from '../partitions.ts'
import type { Identity } from './identity.ts'
import type { Mail } from './mail.ts'

/** What the functions work with. */
export interface Resources {
  readonly key: IKey
  readonly secret: Secret
  readonly table: TableV2
  readonly identity: Identity
  readonly mail: Mail
  readonly buckets: Readonly<Record<BucketName, Bucket>>
}

const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
  new PolicyStatement({ effect: Effect.ALLOW, actions, resources, ...(conditions && { conditions }) })

/** Use of the data key, only through the service that stores the data. */
const useKey = ({ key }: Resources, service: 'dynamodb' | 's3', actions: string[]) =>
  allow(actions, [key.keyArn], {
    StringEquals: { 'kms:ViaService': `${service}.${Stack.of(key).region}.amazonaws.com` },
  })

/** The objects of a bucket that the manifest's triggers wait for; an upload has no business anywhere else. */
const awaitedObjects = (bucket: Bucket, name: BucketName): string[] =>
  Object.values<{ trigger: Trigger }>(manifest.jobs).flatMap(({ trigger }) =>
    trigger.on === 'bucket' && trigger.bucket === name ? [bucket.arnForObjects(`${trigger.prefix}*`)] : [],
  )

/**
 * The rights a need brings a function: exactly the calls `functions/platform` makes, on exactly our resources; no Scan.
 * It reads the whole table and writes its own partitions.
 */
export const rightsOf: Record<Need, (resources: Resources, name: string) => PolicyStatement[]> = {
  origin: ({ secret }) => [allow(['secretsmanager:GetSecretValue'], [secret.secretArn])],
  table: (resources, name) => [
    allow(
      ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'],
      [resources.table.tableArn],
    ),
    allow(
      ['dynamodb:BatchWriteItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      [resources.table.tableArn],
      {
        'ForAllValues:StringLike': {
          'dynamodb:LeadingKeys': partitionsWrittenBy(name).map((partition) => `${partition}*`),
        },
        // Without it a call that names no key would have no value that is wrong.
        Null: { 'dynamodb:LeadingKeys': 'false' },
      },
    ),
    allow(
      ['dynamodb:Query'],
      manifest.table.indexes.map((index) => `${resources.table.tableArn}/index/${index}`),
    ),
    useKey(resources, 'dynamodb', [
      'kms:Decrypt',
      'kms:DescribeKey',
      'kms:Encrypt',
      'kms:GenerateDataKey',
      'kms:ReEncryptFrom',
      'kms:ReEncryptTo',
    ]),
  ],
  identity: ({ identity }) => [
    allow(
      [
        'cognito-idp:AdminCreateUser',
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminDisableUser',
        'cognito-idp:AdminEnableUser',
        'cognito-idp:AdminGetUser',
        'cognito-idp:AdminInitiateAuth',
        'cognito-idp:AdminRespondToAuthChallenge',
        'cognito-idp:AdminSetUserMFAPreference',
        'cognito-idp:AdminSetUserPassword',
        'cognito-idp:AdminUserGlobalSignOut',
        'cognito-idp:ListUsers',
      ],
      [identity.pool.userPoolArn],
    ),
  ],
  mail: ({ mail }) => [allow(['ses:SendRawEmail'], [...mail.arns])],
  'uploads:read': (resources) => [
    allow(['s3:GetObject'], awaitedObjects(resources.buckets.uploads, 'uploads')),
    // Without it S3 says 403 of an object that is gone, and the import would take that for a failure.
    allow(['s3:ListBucket'], [resources.buckets.uploads.bucketArn]),
    useKey(resources, 's3', ['kms:Decrypt']),
  ],
  'uploads:write': (resources) => [
    allow(['s3:PutObject'], awaitedObjects(resources.buckets.uploads, 'uploads')),
    useKey(resources, 's3', ['kms:GenerateDataKey']),
  ],
  documents: (resources) => [
    allow(['s3:GetObject', 's3:PutObject'], [resources.buckets.documents.arnForObjects('*')]),
    useKey(resources, 's3', ['kms:Decrypt', 'kms:GenerateDataKey']),
  ],
}

/** Nobody changes or removes an audit row (rulings 60), whatever else is allowed; its keys start with `audit#`. */
export const auditIsForever = ({ table }: Resources): PolicyStatement =>
  new PolicyStatement({
    sid: 'AuditIsForever',
    effect: Effect.DENY,
    actions: [
      'dynamodb:BatchWriteItem',
      'dynamodb:DeleteItem',
      'dynamodb:PartiQLDelete',
      'dynamodb:PartiQLUpdate',
      'dynamodb:UpdateItem',
    ],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['audit#*'] } },
  })
