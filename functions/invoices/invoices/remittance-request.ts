import type { OutboxItem } from '../../platform/data/outbox.ts'
import type { InvoiceRow, StandingPayment } from './entity.ts'

/** Content of the outbox item of a remittance advice. */
export interface RemittanceFacts {
  readonly paymentId: string
  /** IBAN that was paid, where a second admin approved another than the partner's. */
  readonly iban?: string | undefined
}

/** Returns the outbox id of the first remittance advice of a payment; a payment taken back and made again has another. */
export const remittanceIdOf = (invoiceId: string, payment: StandingPayment | undefined): string =>
  `${invoiceId}-remittance-mail-${payment?.id.split('#').at(-1) ?? 'none'}`

/**
 * Returns the outbox item of the mail that specifies a payment for its partner. Empty for an edit that pays nothing: a
 * set-off, a repayment, and a booking of the bank for a payment that was marked by hand, which had its mail then.
 */
export function requestRemittance(before: InvoiceRow, after: InvoiceRow): OutboxItem[] {
  const payment = after.payments.length > before.payments.length ? after.payments.at(-1) : undefined
  if (after.type !== 'invoice' || !payment || payment.amount <= 0) return []
  const facts: RemittanceFacts = { paymentId: payment.id, iban: before.pendingPayment?.booking?.iban }
  return [{ kind: 'invoice-remittance-mail', subject: after.id, id: remittanceIdOf(after.id, payment), facts }]
}
