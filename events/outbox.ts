import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import * as appointments from '../functions/appointments/work.ts'
import { endFeedOf } from '../functions/calendar-feed/service.ts'
import * as contracts from '../functions/contracts/work.ts'
import * as costs from '../functions/costs/work.ts'
import * as dispatches from '../functions/dispatches/work.ts'
import * as invoices from '../functions/invoices/work.ts'
import * as leads from '../functions/leads/work.ts'
import * as ledger from '../functions/ledger/work.ts'
import { mailIdOf } from '../functions/mail/due.ts'
import * as monthlyRuns from '../functions/monthly-runs/work.ts'
import * as notifications from '../functions/notifications/work.ts'
import { syncIdentity } from '../functions/people/login/identity-sync.ts'
import * as people from '../functions/people/work.ts'
import { doWork, type OutboxKind, type OutboxRow, runForLatestOnly } from '../functions/platform/data/outbox.ts'
import * as sales from '../functions/sales/work.ts'
import { refreshPersonName, refreshTeamName } from './names.ts'
import { handleOutboxBatch } from './outbox-batch.ts'

/** Workers that send mails, by kind. A worker claims its outbox item first, so that no mail is sent twice. */
export const mails = {
  ...appointments.mails,
  ...people.mails,
  ...sales.mails,
  ...invoices.mails,
  ...dispatches.mails,
  ...ledger.mails,
  ...contracts.mails,
  ...notifications.mails,
}

/** The worker of each kind of outbox item: that of a domain, or work that joins several domains. */
const work: Record<OutboxKind, (item: OutboxRow) => Promise<void>> = {
  ...mails,
  ...appointments.work,
  ...contracts.work,
  ...costs.work,
  ...dispatches.work,
  ...invoices.work,
  ...leads.work,
  ...monthlyRuns.work,
  ...notifications.work,
  ...sales.work,
  'mail-due': (item) => doWork(mailIdOf(item), mails),
  'identity-sync': async ({ subject }) => {
    await endFeedOf(subject)
    await syncIdentity(subject)
  },
  'user-renamed': runForLatestOnly(({ subject }) => refreshPersonName(subject)),
  'team-renamed': runForLatestOnly(({ subject }) => refreshTeamName(Number(subject))),
}

/** Does the work of new outbox items that need not wait, from the table's stream. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handleOutboxBatch('outbox', event, work)
