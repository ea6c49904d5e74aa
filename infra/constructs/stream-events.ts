import { Duration } from 'aws-cdk-lib'
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  EventSourceMapping,
  FilterCriteria,
  FilterRule,
  type Function as Lambda,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda'
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import type { Queue } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import type { Trigger } from '../jobs.ts'
import { createDeadLetterQueue } from './dead-letters.ts'

export interface StreamEventProps {
  readonly trigger: Extract<Trigger, { on: 'stream' }>
  readonly job: Lambda
  readonly table: TableV2
}

/**
 * Calls the job with new items of one entity from the table's stream. If the trigger has a lane (urgent or waiting
 * work), only with items of that lane. Also calls it with every change of rows whose sort key is in `alsoChanged`. The
 * first filter finds the entity by its name, which ElectroDB stores in `__edb_e__`.
 */
export class StreamEvent extends Construct {
  readonly deadLetters: Queue

  constructor(scope: Construct, id: string, { trigger, job, table }: StreamEventProps) {
    super(scope, id)
    const streamArn = table.tableStreamArn
    if (!streamArn) throw new TypeError('the table has no stream')
    this.deadLetters = createDeadLetterQueue(this, 'DeadLetters')
    job.addToRolePolicy(
      new PolicyStatement({
        actions: [
          'dynamodb:DescribeStream',
          'dynamodb:GetRecords',
          'dynamodb:GetShardIterator',
          'dynamodb:ListStreams',
        ],
        resources: [streamArn],
      }),
    )
    const mapping = new EventSourceMapping(this, 'Mapping', {
      target: job,
      eventSourceArn: streamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: {
            NewImage: {
              __edb_e__: { S: FilterRule.isEqual(trigger.entity) },
              ...(trigger.lane ? { lane: { S: FilterRule.isEqual(trigger.lane) } } : {}),
            },
          },
        }),
        ...(trigger.alsoChanged
          ? [FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: FilterRule.or(...trigger.alsoChanged) } } } })]
          : []),
      ],
      batchSize: trigger.batch,
      // The order between batches does not matter, so ten batches of a shard run at once.
      parallelizationFactor: 10,
      retryAttempts: trigger.attempts - 1,
      maxRecordAge: Duration.hours(23),
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(this.deadLetters),
    })
    if (job.role) mapping.node.addDependency(job.role)
  }
}
