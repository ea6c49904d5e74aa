import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'

/** Policies of AWS with the rights to copy a table and a bucket. */
export const backupPolicies = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'AWSBackupServiceRolePolicyForS3Backup',
] as const

const keyUses = [
  ...['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext'],
  ...['kms:ReEncryptFrom', 'kms:ReEncryptTo'],
]

export interface BackupProps {
  readonly key: IKey
  readonly table: TableV2
  readonly documents: Bucket
  readonly generation: number
  /** ARN of the vault in another account. */
  readonly vaultArn: string
}

/** Days that our own account keeps what it has copied to the other one. */
const KEPT_HERE = Duration.days(7)
const KEPT_THERE = Duration.days(90)

/** A copy of table and documents each night in a vault of another account, which nobody of this account can remove. */
export class Backup extends Construct {
  constructor(scope: Construct, id: string, { key, table, documents, generation, vaultArn }: BackupProps) {
    super(scope, id)
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: backupPolicies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    })
    role.addToPolicy(new PolicyStatement({ actions: keyUses, resources: [key.keyArn] }))
    const plan = new BackupPlan(this, 'Plan', {
      backupVault: new BackupVault(this, 'Vault', {
        backupVaultName: `${Stack.of(this).stackName}-${generation}`,
        encryptionKey: key,
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      }),
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'nightly',
          scheduleExpression: Schedule.cron({ hour: '1', minute: '0' }),
          deleteAfter: KEPT_HERE,
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', vaultArn),
              deleteAfter: KEPT_THERE,
            },
          ],
        }),
      ],
    })
    plan.addSelection('Data', {
      role,
      resources: [BackupResource.fromDynamoDbTable(table), BackupResource.fromArn(documents.bucketArn)],
      disableDefaultBackupPolicy: true,
    })
  }
}
