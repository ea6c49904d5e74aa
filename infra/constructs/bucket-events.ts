import { Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { type Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { BucketName } from '../../shared/declaration.ts'
import type { Trigger } from '../jobs.ts'
import type { FunctionSpec } from '../manifest.ts'
import { bucketNameOf } from './buckets.ts'
import { createDeadLetterQueue, createEventQueue } from './dead-letters.ts'

export interface BucketEventProps {
  readonly trigger: Extract<Trigger, { on: 'bucket' }>
  readonly spec: FunctionSpec
  readonly job: Lambda
  readonly buckets: Readonly<Record<BucketName, Bucket>>
  readonly generation: number
}

/**
 * Delivers an event to the job for each object created under the trigger's prefix, through a queue. A call gets one
 * object, as each may take the function's whole time and memory. At most two calls run at once.
 */
export class BucketEvent extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { trigger, spec, job, buckets, generation }: BucketEventProps) {
    super(scope, id)
    const { account } = Stack.of(this)
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters')
    const queue = createEventQueue(this, this.deadLetters, spec.timeoutSeconds, trigger.attempts)
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': account },
          ArnEquals: { 'aws:SourceArn': `arn:aws:s3:::${bucketNameOf(this, trigger.bucket, generation)}` },
        },
      }),
    )
    notify(buckets[trigger.bucket], trigger.prefix, queue)
    job.addEventSource(new SqsEventSource(queue, { batchSize: 1, maxConcurrency: 2, reportBatchItemFailures: true }))
  }
}

/**
 * Sets the notifications as a property of the bucket. The CDK's `addEventNotification` would deploy a function that is
 * not in the manifest.
 */
function notify(bucket: Bucket, prefix: string, queue: Queue): void {
  const resource = bucket.node.defaultChild
  if (!(resource instanceof CfnBucket)) throw new TypeError('not a bucket')
  const { queueConfigurations: others = [] } =
    (resource.notificationConfiguration as CfnBucket.NotificationConfigurationProperty | undefined) ?? {}
  resource.notificationConfiguration = {
    queueConfigurations: [
      ...(others as CfnBucket.QueueConfigurationProperty[]),
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value: prefix }] } },
      },
    ],
  }
  bucket.node.addDependency(queue)
}
