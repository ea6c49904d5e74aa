import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { appointmentBulk } from '../functions/appointments/bulk.ts'
import { letters } from '../functions/appointments/mails/letters.ts'
import { appointmentMails } from '../functions/appointments/mails/mails.ts'
import { endFeedOf } from '../functions/calendar-feed/service.ts'
import { assignCreated } from '../functions/contracts/board/assigning-created.ts'
import { contractBulk } from '../functions/contracts/board/bulk.ts'
import { followLead } from '../functions/contracts/lead-following.ts'
import { contractReminderLetters, contractReminders } from '../functions/contracts/retention/reminder-mails.ts'
import { retentionLetters, retentionMails } from '../functions/contracts/retention/retention-mails.ts'
import { syncFixedCosts } from '../functions/costs/following-people.ts'
import { priceHours } from '../functions/costs/rate-filling.ts'
import { dispatchLetters } from '../functions/dispatches/dispatch-letters.ts'
import { dispatchReports } from '../functions/dispatches/dispatch-report.ts'
import { updateCommissionsOfInvoice } from '../functions/invoices/invoices/commission-settling.ts'
import { invoiceMails } from '../functions/invoices/invoices/mails.ts'
import { invoiceLetters } from '../functions/invoices/mails/letters.ts'
import { notifyOfRefusal, refusalLetters, refusalMails } from '../functions/invoices/mails/refusal-mails.ts'
import { askForApproval } from '../functions/invoices/payments/payment-file-approving.ts'
import { markPaidFile } from '../functions/invoices/payments/payment-file-records.ts'
import { leadBulk } from '../functions/leads/bulk.ts'
import { eraseCalls } from '../functions/leads/calls.ts'
import { deliveryOf } from '../functions/mail/deliver.ts'
import { dailyLetters, dailyMails, notificationLetters, notificationMails } from '../functions/notifications/mails.ts'
import { syncIdentity } from '../functions/people/login/identity-sync.ts'
import { noticeLetters, userNotices } from '../functions/people/notices.ts'
import { invitationLetters, invitationMails } from '../functions/people/users/invitation-mails.ts'
import { type OutboxKind, type OutboxRow, runForLatestOnly } from '../functions/platform/data/outbox.ts'
import { approvalLetters, approvalMails } from '../functions/sales/approval-mails.ts'
import { updateLeadFee } from '../functions/sales/fees/lead-fees.ts'
import { runAdvanceStep } from '../functions/sales/payouts/advance-step.ts'
import { questionLetters, questionMails } from '../functions/sales/questions/question-mails.ts'
import { revalueSales } from '../functions/sales/revenue/revenue-step.ts'
import { saleBulk } from '../functions/sales/sales/bulk.ts'
import { refreshPersonName, refreshTeamName } from './names.ts'
import { handleOutboxBatch } from './outbox-batch.ts'

/**
 * Workers that send mails, one for each kind of mail. A worker claims its outbox item first, so that no mail is sent
 * twice.
 */
export const mails = {
  ...deliveryOf(appointmentMails, letters),
  ...deliveryOf(userNotices, noticeLetters),
  ...deliveryOf(invitationMails, invitationLetters),
  ...deliveryOf(questionMails, questionLetters),
  ...deliveryOf(approvalMails, approvalLetters),
  ...deliveryOf(invoiceMails, invoiceLetters),
  ...deliveryOf(refusalMails, refusalLetters),
  ...deliveryOf(dispatchReports, dispatchLetters),
  ...deliveryOf(contractReminders, contractReminderLetters),
  ...deliveryOf(retentionMails, retentionLetters),
  ...deliveryOf(notificationMails, notificationLetters),
  ...deliveryOf(dailyMails, dailyLetters),
}

/**
 * The worker of each kind of outbox item. All but those of mails may run several times for one item. Work that few
 * days bring is loaded with its first item.
 */
const work: Record<OutboxKind, (item: OutboxRow) => Promise<void>> = {
  ...mails,
  'identity-sync': async ({ subject }) => {
    await endFeedOf(subject)
    await syncIdentity(subject)
  },
  'appointment-held': ({ subject }) => updateLeadFee(subject),
  'appointment-bulk': ({ subject }) => appointmentBulk.step(subject),
  'contract-bulk': ({ subject }) => contractBulk.step(subject),
  'contract-sheet-owners': ({ subject, by = '', facts }) => assignCreated(subject, by, facts),
  'commission-advance': ({ subject }) => runAdvanceStep(subject),
  'monthly-run': async ({ subject }) =>
    (await import('../functions/monthly-runs/monthly-step.ts')).runMonthlyStep(subject),
  'invoice-bulk': async ({ subject }) =>
    (await import('../functions/invoices/issuing/bulk.ts')).invoiceBulk.step(subject),
  'invoice-refusal': ({ subject }) => notifyOfRefusal(subject),
  'payment-file-waits': ({ subject }) => askForApproval(subject),
  'payment-file-booked': ({ subject }) => markPaidFile(subject),
  'invoice-commissions': ({ subject }) => updateCommissionsOfInvoice(subject),
  'dispatch-step': async ({ subject }) =>
    (await import('../functions/dispatches/dispatch-step.ts')).runDispatchStep(subject),
  'contract-retention-step': async ({ subject }) =>
    (await import('../functions/contracts/retention/retention-step.ts')).runRetentionStep(subject),
  'contract-lead': ({ subject, facts }) => followLead(subject, facts?.changed),
  'user-costs': async ({ subject }) => {
    await syncFixedCosts(subject)
  },
  'hours-priced': ({ subject, facts }) => priceHours(subject, facts),
  'sale-bulk': ({ subject }) => saleBulk.step(subject),
  'sales-revalued': ({ subject, facts }) => revalueSales(subject, facts),
  'lead-bulk': ({ subject }) => leadBulk.step(subject),
  'lead-removed': ({ subject }) => eraseCalls(subject),
  'user-renamed': runForLatestOnly(({ subject }) => refreshPersonName(subject)),
  'team-renamed': runForLatestOnly(({ subject }) => refreshTeamName(Number(subject))),
}

/** Does the work of new outbox items that need not wait, from the table's stream. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handleOutboxBatch('outbox', event, work)
