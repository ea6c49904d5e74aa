import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { letters } from '../functions/appointments/mails/letters.ts'
import { appointmentMails } from '../functions/appointments/mails/mails.ts'
import { deliveryOf } from '../functions/mail/deliver.ts'
import { notificationLetters, notificationMails } from '../functions/notifications/mails.ts'
import { doWork, type OutboxRow, type WaitingKind } from '../functions/platform/data/outbox.ts'
import { handleBatch } from '../functions/platform/http/event.ts'
import { refsOf, updateIndex } from '../functions/search/indexing.ts'
import { findables } from './findables.ts'

/** Worker of each kind of mail that waits until its change can no longer be undone. */
const work: Record<WaitingKind, (item: OutboxRow) => Promise<void>> = {
  ...deliveryOf(appointmentMails, letters),
  ...deliveryOf(notificationMails, notificationLetters),
}

const outboxIdOf = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.Keys?.['sk']?.S === 'outbox' ? (dynamodb.NewImage?.['id']?.S ?? '') : null

/**
 * Reads the table's stream: sends the mails that wait for an undo, and updates the search index. All mails wait equally
 * long, so none delays another. One function does both tasks, as a stream serves only two readers well (decision 90).
 */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const changed = event.Records.filter((record) => outboxIdOf(record) === null)
  let filing: Promise<unknown> | undefined
  return handleBatch('later', event.Records, {
    id: ({ dynamodb }) => dynamodb?.SequenceNumber ?? '',
    lane: (record) => outboxIdOf(record) ?? 'search',
    run: async (record) => {
      const id = outboxIdOf(record)
      filing ??= id === null ? indexChanges(changed) : undefined
      await (id === null ? filing : doWork(id, work))
    },
  })
}

const indexChanges = async (changed: readonly DynamoDBRecord[]) =>
  updateIndex(findables, (await Promise.all(changed.map((record) => refsOf(findables, record)))).flat())
