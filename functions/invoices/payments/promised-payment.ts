import { formatIban } from '../../../shared/identifiers.ts'
import { type Cents, moneyText, wholeCents } from '../../../shared/money.ts'
import { dateText, localDateOf, now } from '../../../shared/time.ts'
import type { Issued } from '../invoices/issued.ts'
import { isRefused, payableAt } from '../invoices/rules.ts'
import type { PartnerRow } from '../partner-entity.ts'

/** Payment of an invoice that we still owe its partner, in cents. */
interface PromisedPayment {
  readonly amount: Cents
  /** Due date of the invoice, up to which a discounted amount applies. */
  readonly until: string
  /** Amount to pay after the day `until`; null where it stays the same. */
  readonly afterwards: Cents | null
  /** Present account of the partner, which gets the payment. */
  readonly bankAccount: string
}

/** Returns the payment of an invoice that we still owe; null for a credit note or a refused or settled invoice. */
export function findPromisedPayment(row: Issued, partner: PartnerRow | null): PromisedPayment | null {
  if (row.type !== 'invoice' || isRefused(row) || row.open <= 0) return null
  const amount = payableAt(row, localDateOf(now()))
  const open = wholeCents(row.open)
  return {
    amount,
    until: row.dueDate,
    afterwards: amount === open ? null : open,
    bankAccount: partner?.bankAccount ?? row.supplier.bankAccount,
  }
}

/**
 * Returns Dutch sentences to the partner: what we pay for an invoice, until when and on which IBAN; for a credit note
 * the amount that we set off. Empty for an invoice that is refused or settled.
 */
export function promiseText(row: Issued, partner: PartnerRow | null): string[] {
  if (row.type === 'credit_note') {
    return [`Wij verrekenen ${moneyText(wholeCents(-row.totalAmount))}.`]
  }
  const payment = findPromisedPayment(row, partner)
  if (!payment) return []
  const { amount, until, afterwards, bankAccount } = payment
  return [
    `Wij betalen u ${moneyText(amount)} uiterlijk op ${dateText(until)} op ${formatIban(bankAccount)}.`,
    ...(afterwards === null ? [] : [`Daarna betalen wij ${moneyText(afterwards)}.`]),
  ]
}
