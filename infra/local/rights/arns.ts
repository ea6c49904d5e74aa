import type { BucketName } from '../../../shared/declaration.ts'
import type { Arns } from '../../rights.ts'

const ACCOUNT = 'eu-west-1:000000000000'

/** Returns the ARNs of the local stand-ins for the stack's resources. */
export const localArns = (tableName: string): Arns => ({
  region: 'eu-west-1',
  key: `arn:aws:kms:${ACCOUNT}:key/local`,
  secret: `arn:aws:secretsmanager:${ACCOUNT}:secret:local`,
  table: `arn:aws:dynamodb:${ACCOUNT}:table/${tableName}`,
  userPool: `arn:aws:cognito-idp:${ACCOUNT}:userpool/local_partnerview`,
  mail: [`arn:aws:ses:${ACCOUNT}:identity/partnerview.example`, `arn:aws:ses:${ACCOUNT}:configuration-set/local`],
  buckets: { uploads: 'arn:aws:s3:::uploads', documents: 'arn:aws:s3:::documents' } satisfies Record<
    BucketName,
    string
  >,
})
