import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { letters } from '../functions/appointments/letters.ts'
import { appointmentMails } from '../functions/appointments/mails.ts'
import { deliveryOf } from '../functions/mail/deliver.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { doWork, type OutboxRow, type WaitingKind } from '../functions/platform/outbox.ts'
import { file, refsOf } from '../functions/search/indexing.ts'
import { findables } from './findables.ts'

/** Who does which work that waits until what asked for it can no longer be undone. */
const work: Record<WaitingKind, (item: OutboxRow) => Promise<void>> = deliveryOf(appointmentMails, letters)

const outboxIdOf = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.Keys?.['sk']?.S === 'outbox' ? (dynamodb.NewImage?.['id']?.S ?? '') : null

/**
 * What follows a change later, from the table's stream: new outbox items that wait, each for as long, so that none waits for
 * another; and the index of the search. A stream serves two readers well, so one function does both (decision 90).
 */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const changed = event.Records.filter((record) => outboxIdOf(record) === null)
  let filing: Promise<unknown> | undefined
  return handleBatch('later', event.Records, {
    id: ({ dynamodb }) => dynamodb?.SequenceNumber ?? '',
    lane: (record) => outboxIdOf(record) ?? 'search',
    run: async (record) => {
      const id = outboxIdOf(record)
      filing ??= id === null ? filed(changed) : undefined
      await (id === null ? filing : doWork(id, work))
    },
  })
}

const filed = async (changed: readonly DynamoDBRecord[]) =>
  file(findables, (await Promise.all(changed.map((record) => refsOf(findables, record)))).flat())
