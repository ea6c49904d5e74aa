import { subtractVatShares } from '../../../shared/money.ts'
import { addSeconds, now } from '../../../shared/time.ts'
import { MAIL_WAITS_SECONDS } from '../../platform/data/notifications.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import type { InvoiceRow, SharedBooking, StandingPayment, TaxedAmount } from './entity.ts'

/** Content of the outbox item of a remittance advice. */
export interface RemittanceFacts {
  readonly paymentId: string
  /** IBAN that was paid, where a second admin approved another than the partner's. */
  readonly iban?: string | undefined
  /** Shares of the 48-hour discount that go back as the bank paid after the 48 hours; empty for a new payment. */
  readonly lost?: readonly TaxedAmount[]
  /** Booking with those of its invoices that the mail specifies too, whatever mails they had. */
  readonly covered?: SharedBooking | undefined
}

/** Returns the outbox id of the first remittance advice of a payment; a payment taken back and made again has another. */
export const remittanceIdOf = (invoiceId: string, payment: StandingPayment | undefined): string =>
  `${invoiceId}-remittance-mail-${payment?.id.split('#').at(-1) ?? 'none'}`

/**
 * Returns the outbox item of the mail that specifies a payment for its partner. Empty for an edit that pays nothing: a
 * set-off, a repayment, and a booking of the bank for a payment that was marked by hand, which had its mail then. When
 * that booking takes the 48-hour discount back, a second mail says so. A mail about a shared booking waits, so that one
 * covers all its invoices.
 */
export function requestRemittance(before: InvoiceRow, after: InvoiceRow): OutboxItem[] {
  const added = after.payments.length - before.payments.length
  const lost = added === 0 ? subtractVatShares(after.discountReturned, before.discountReturned) : []
  const payment = lost.length > 0 ? after.payments.find(({ discount }) => discount.length > 0) : after.payments.at(-1)
  if (after.type !== 'invoice' || !payment || payment.amount <= 0 || (added <= 0 && lost.length === 0)) return []
  const facts: RemittanceFacts = { paymentId: payment.id, iban: before.pendingPayment?.booking?.iban, lost }
  const id = `${remittanceIdOf(after.id, payment)}${lost.length > 0 ? '-late' : ''}`
  const notBefore = payment.sharedBooking && addSeconds(now(), MAIL_WAITS_SECONDS)
  return [{ kind: 'invoice-remittance-mail', subject: after.id, id, facts, ...(notBefore ? { notBefore } : {}) }]
}
