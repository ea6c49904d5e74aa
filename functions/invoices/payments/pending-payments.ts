import { conflict, forbidden, invalid } from '../../../shared/errors.ts'
import type { NotificationFacts } from '../../../shared/notifications.ts'
import { now } from '../../../shared/time.ts'
import { findApprovers } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Notice } from '../../platform/data/notifications.ts'
import type { Edit } from '../../records/record.ts'
import type { InvoiceRow, PendingPayment } from '../invoices/entity.ts'
import { approvePaymentAsSecond } from '../second-eyes.ts'

type Wish = Omit<PendingPayment, 'by' | 'at'>

const factsOf = ({ invoiceNumber, supplier }: InvoiceRow, { amount }: PendingPayment) => ({
  ...{ invoiceNumber, partner: supplier?.name ?? '', total: amount },
})

/**
 * Returns the edit after which a payment of an invoice waits for a second admin (rulings 51b), with the notices to the
 * other approvers. Throws 409 while one waits already.
 */
export async function askForPayment(actor: Caller, row: InvoiceRow, wish: Wish): Promise<Edit<InvoiceRow>> {
  if (row.pendingPayment) throw conflict('Er wacht al een betaling op een andere beheerder')
  const pendingPayment: PendingPayment = { ...wish, by: actor.id, at: now() }
  const approvers = await findApprovers(actor.id)
  return {
    verb: 'ask-payment',
    after: { ...row, pendingPayment },
    notify: approvers.map(
      ({ id: to }): Notice => ({
        ...{ kind: 'payment-waits', to, subject: row.id, facts: factsOf(row, pendingPayment) },
        together: `${row.id}-${pendingPayment.at}`,
      }),
    ),
  }
}

/** Returns the payment of an invoice that waits for a second admin. Throws 409 when none waits. */
export function requirePending({ pendingPayment }: InvoiceRow): PendingPayment {
  if (!pendingPayment) throw conflict('Bij deze factuur wacht geen betaling op goedkeuring')
  return pendingPayment
}

type Outcome = NotificationFacts<'payment-decided'>['outcome']

const decisionNotice = (row: InvoiceRow, pending: PendingPayment, outcome: Outcome, reason?: string): Notice => ({
  ...{ kind: 'payment-decided', to: pending.by, subject: row.id },
  facts: { ...factsOf(row, pending), outcome, ...(reason === undefined ? {} : { reason }) },
})

/** Verb, conditions, notices and audit rows of an approved payment. */
export type Approved = Pick<Edit<InvoiceRow>, 'verb' | 'conditions' | 'notify' | 'also'>

/**
 * Returns what an approved payment adds to its transaction. Throws 403 unless `approvePaymentAsSecond` lets
 * the actor approve the payment of its maker, 400 without `If-Match`, 409 when no payment waits.
 */
export async function approvePending(actor: Caller, row: InvoiceRow): Promise<Approved> {
  const pending = requirePending(row)
  const approval = await approvePaymentAsSecond(actor, pending, {
    refused: () => forbidden('Een andere beheerder keurt jouw betaling goed'),
    about: { type: 'invoice', id: row.id, name: row.invoiceNumber },
    what: { status: 'betaald' },
  })
  return { verb: 'approve-payment', notify: [decisionNotice(row, pending, 'approved')], ...approval }
}

const NO_REASON = 'Vul in waarom je de betaling afkeurt'

/**
 * Returns the edit that takes a waiting payment off an invoice: its maker withdraws it, another admin rejects it.
 * Throws 400 for a rejection without a reason, 409 when no payment waits.
 */
export function dropPending(actor: Caller, row: InvoiceRow, reason: string | null | undefined): Edit<InvoiceRow> {
  const pending = requirePending(row)
  const after = { ...row, pendingPayment: undefined }
  if (pending.by === actor.id) return { verb: 'withdraw-payment', after }
  if (!reason) throw invalid(NO_REASON, { reason: [NO_REASON] })
  return { verb: 'reject-payment', after, notify: [decisionNotice(row, pending, 'rejected', reason)] }
}
