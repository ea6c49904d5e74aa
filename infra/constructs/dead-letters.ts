import { Duration } from 'aws-cdk-lib'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'

/** Creates a queue that keeps, for two weeks, the events that a function failed on in every attempt. */
export const createDeadLetterQueue = (scope: Construct, id: string): Queue =>
  new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  })

/** Creates the queue of a function's events, from which those that it fails on in every attempt go to `deadLetters`. */
export const createEventQueue = (scope: Construct, deadLetters: Queue, timeoutSeconds: number, attempts: number) =>
  new Queue(scope, 'Queue', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
    retentionPeriod: Duration.days(4),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: attempts },
  })
