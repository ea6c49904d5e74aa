import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { doWork } from '../functions/platform/data/outbox.ts'
import { handleBatch } from '../functions/platform/http/event.ts'

/** Does the outbox items of an event: items of one record in turn, different records side by side. */
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
