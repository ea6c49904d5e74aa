import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { deliver } from '../functions/appointments/confirmation.ts'
import { handleBatch } from '../functions/platform/event.ts'

/** New outbox items, from the table's stream. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handleBatch('outbox', event.Records, {
    id: (record) => record.dynamodb?.SequenceNumber ?? '',
    run: (record) => deliver(record.dynamodb?.NewImage?.['id']?.S ?? ''),
  })
