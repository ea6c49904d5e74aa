import { conflict, invalid } from '../../../shared/errors.ts'
import type { NotificationFacts } from '../../../shared/notifications.ts'
import { type Instant, type LocalDate, now } from '../../../shared/time.ts'
import { findApprovers } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { type Notice, noticeId, notifyOnce } from '../../platform/data/notifications.ts'
import { approvePaymentAsSecond } from '../second-eyes.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'
import {
  explainRefusal,
  NOT_OPEN,
  ownFileRefused,
  paymentFileRecords,
  readFiledInvoices,
  viewOf,
} from './payment-file-records.ts'
import { releaseInvoice } from './payment-files.ts'

const factsOf = ({ count, total, executionDate }: PaymentFileRow) => ({
  ...{ invoices: count, total, day: executionDate as LocalDate },
})

/**
 * Notifies the other admins and the stand-ins that a payment file needs approval, once each; does nothing once the file
 * is decided. Returns whether it still waits after that. Runs from the outbox: the transaction that creates the file
 * marks up to 90 invoices, so its limit of 100 writes leaves no room for notices.
 */
export async function askForApproval(id: string): Promise<boolean> {
  const row = await paymentFileRecords.find(id)
  if (row.state !== 'waiting') return false
  const notices = (await findApprovers(row.createdBy)).map(
    ({ id: to }): Notice => ({
      ...{ kind: 'payment-file-waits', to, subject: id, together: id, facts: factsOf(row), by: row.createdBy },
    }),
  )
  await notifyOnce(noticeId('payment-file-waits', id), notices, { by: row.createdBy, at: row.createdAt as Instant })
  // Somebody may have decided while the notices were stored, and their end came too early.
  return (await paymentFileRecords.find(id)).state === 'waiting'
}

type Outcome = NotificationFacts<'payment-file-decided'>['outcome']

/** Returns the notice for the maker of a payment file about what another admin decided. */
const decisionNotice = (row: PaymentFileRow, outcome: Outcome, reason?: string): Notice => ({
  ...{ kind: 'payment-file-decided', to: row.createdBy, subject: row.id },
  facts: { ...factsOf(row), outcome, ...(reason === undefined ? {} : { reason }) },
})

/**
 * Approves a payment file, so that it may go to the bank (rulings 51b). Throws 403 unless
 * `approvePaymentAsSecond` lets the actor approve what its maker made, 400 without `If-Match`. Throws 409 for a file
 * that does not wait for approval, or with a payment that must no longer be made; 404 for an unknown file.
 */
export const approvePaymentFile = (actor: Caller, id: string) =>
  paymentFileRecords.edit(actor, { id, action: 'payment:approve' }, viewOf, async (before) => {
    if (before.state === 'open') throw conflict('Dit betaalbestand heeft geen goedkeuring meer nodig')
    if (before.state !== 'waiting') throw conflict(NOT_OPEN[before.state])
    const approval = await approvePaymentAsSecond(
      actor,
      { by: before.createdBy, at: before.createdAt },
      { refused: ownFileRefused, about: { type: 'payment-file', id }, what: { state: 'open' } },
    )
    const refusal = await explainRefusal(before, await readFiledInvoices(before))
    if (refusal !== null) throw conflict(refusal)
    return {
      verb: 'approve',
      after: { ...before, state: 'open', approvedBy: actor.id, approvedAt: now() },
      notify: [decisionNotice(before, 'approved')],
      ...approval,
    }
  })

const NO_REASON = 'Vul in waarom je het betaalbestand afkeurt'

/**
 * Withdraws a payment file that the bank does not execute, or rejects a waiting file of another admin. Releases its
 * invoices for other files, including those marked paid, which may be reopened later. Throws 400 for a rejection
 * without a reason; 404 for an unknown file, 409 for one that was withdrawn or rejected.
 */
export const withdrawPaymentFile = (actor: Caller, id: string, reason: string | null | undefined) =>
  paymentFileRecords.edit(actor, id, viewOf, async (before) => {
    if (before.state === 'withdrawn' || before.state === 'rejected') throw conflict(NOT_OPEN[before.state])
    const isRejection = before.state === 'waiting' && before.createdBy !== actor.id
    if (isRejection && !reason) throw invalid(NO_REASON, { reason: [NO_REASON] })
    const state = isRejection ? ('rejected' as const) : ('withdrawn' as const)
    const held = [...(await readFiledInvoices(before)).values()].filter((row) => row.paymentFileId === id)
    return {
      verb: isRejection ? 'reject' : 'withdraw',
      after: { ...before, state, withdrawnBy: actor.id, withdrawnAt: now(), reason: reason ?? undefined },
      write: held.map((row) => releaseInvoice(row, id)),
      notify: [decisionNotice(before, state, reason ?? undefined)],
    }
  })
