import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { sending as appointmentMails } from '../functions/appointments/mails/sending.ts'
import { markAppointment } from '../functions/appointments/service.ts'
import { remittanceMails } from '../functions/invoices/mails/remittance-mails.ts'
import { handOnWhenDue } from '../functions/mail/due.ts'
import { waitingMails as notificationMails } from '../functions/notifications/work.ts'
import { doWork, type OutboxRow, type WaitingKind } from '../functions/platform/data/outbox.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { findables } from '../functions/search/findables.ts'
import { refsOf, updateIndex } from '../functions/search/indexing.ts'
import { markers } from './markers.ts'

/** Markers of all kinds; no counter follows those of appointments, so `search-mend` does not need theirs. */
const allMarkers = { ...markers, appointment: markAppointment }

/**
 * Worker of each kind of mail that waits. Mails to customers wait while their change can be undone (decision 31). Mails
 * about notifications wait until the request has ended, so that one mail covers all its changes (decision 91); those
 * about a booking of several invoices, or about the invoices of a run, alike.
 */
const work: Record<WaitingKind, (item: OutboxRow) => Promise<void>> = {
  ...appointmentMails,
  ...notificationMails,
  ...remittanceMails,
  'invoice-partner-mail': handOnWhenDue,
}

const outboxIdOf = ({ dynamodb }: DynamoDBRecord) =>
  dynamodb?.Keys?.['sk']?.S === 'outbox' ? (dynamodb.NewImage?.['id']?.S ?? '') : null

/**
 * Reads the table's stream: sends the mails that wait, and updates the search index and the marks of numbers that may
 * be called or not. Mails wait for at most 15 seconds,
 * so that none delays another for long. One function does both tasks, as a stream serves only two functions well: this
 * one and the outbox.
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
  updateIndex(findables, (await Promise.all(changed.map((record) => refsOf(findables, record)))).flat(), allMarkers)
