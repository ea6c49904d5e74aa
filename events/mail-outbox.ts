import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { deliverMail } from '../functions/appointments/mailing.ts'
import { endFeedOfInactive } from '../functions/feed/service.ts'
import { syncIdentity } from '../functions/people/identity-sync.ts'
import { handleBatch } from '../functions/platform/event.ts'
import { doWork, type OutboxKind, type OutboxRow } from '../functions/platform/outbox.ts'
import { refreshPerson, refreshTeam } from './names.ts'

/**
 * Who does which work that follows a change. Mails claim their item first, so that none is sent twice; the rest may be
 * done any number of times.
 */
const work: Record<OutboxKind, (item: OutboxRow) => Promise<void>> = {
  'appointment-confirmation': deliverMail,
  'appointment-moved': deliverMail,
  'appointment-cancelled': deliverMail,
  'appointment-reminder': deliverMail,
  'identity-sync': async ({ subject }) => {
    await endFeedOfInactive(subject)
    await syncIdentity(subject)
  },
  'user-renamed': ({ subject }) => refreshPerson(subject),
  'team-renamed': ({ subject }) => refreshTeam(Number(subject)),
}

/** New outbox items, from the table's stream. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handleBatch('outbox', event.Records, {
    id: (record) => record.dynamodb?.SequenceNumber ?? '',
    run: (record) => doWork(record.dynamodb?.NewImage?.['id']?.S ?? '', work),
  })
