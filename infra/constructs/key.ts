import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'

/**
 * Creates the key that encrypts the stored data of a stack: table, data buckets, log groups and alarm topic. It rotates
 * yearly and stays when the stack is removed.
 */
export function createDataKey(scope: Construct, id: string): Key {
  const { region, account } = Stack.of(scope)
  const key = new Key(scope, id, {
    description: 'Partnerview data at rest',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: [
        'kms:Decrypt',
        'kms:DescribeKey',
        'kms:Encrypt',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
      ],
      resources: ['*'],
      conditions: {
        ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:aws:logs:${region}:${account}:log-group:*` },
      },
    }),
  )
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  )
  return key
}
