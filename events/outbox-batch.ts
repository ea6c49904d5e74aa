import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { doWork } from '../functions/platform/data/outbox.ts'
import { handleBatch } from '../functions/platform/event.ts'

/**
 * Does the work of the outbox items in a stream event; items of one record in order, other records at the same time.
 * Returns the items that failed, for redelivery. `name` is the function's name in the log; `work` has the worker for
 * each kind of item.
 */
export const handleOutboxBatch = (
  name: string,
  event: DynamoDBStreamEvent,
  work: Parameters<typeof doWork>[1],
): Promise<DynamoDBBatchResponse> =>
  handleBatch(name, event.Records, {
    id: (record) => record.dynamodb?.SequenceNumber ?? '',
    lane: ({ dynamodb }) => dynamodb?.NewImage?.['subject']?.S ?? dynamodb?.SequenceNumber ?? '',
    run: (record) => doWork(record.dynamodb?.NewImage?.['id']?.S ?? '', work),
  })
