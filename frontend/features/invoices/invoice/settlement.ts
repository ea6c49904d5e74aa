import type { Invoice, InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { type Cents, cents, euros, moneyText, wholeCents } from '../../../../shared/money.ts'

type Money = Pick<Invoice, 'sentAt' | 'totalAmount' | 'openAmount' | 'paidAmount' | 'discountTaken'>

/**
 * Splits the settled amount of an invoice into `paid`, `discount` and `netted` (settled by credit notes), in signed
 * euros. All are 0 when the invoice was not sent.
 */
export function splitSettledAmount({ sentAt, totalAmount, openAmount, paidAmount, discountTaken }: Money) {
  if (sentAt === null) return { paid: 0, discount: 0, netted: 0 }
  const netted = cents(totalAmount) - cents(openAmount) - cents(paidAmount) - cents(discountTaken)
  return { paid: paidAmount, discount: discountTaken, netted: euros(wholeCents(netted)) }
}

/** Returns the label of an amount settled by credit notes, with their numbers if the invoice's own add up to it. */
export function describeNetted({ creditNotes }: InvoiceDetails, netted: number): string {
  const issued = creditNotes.filter(({ status }) => status === 'betaald' || status === 'in_behandeling')
  const total = issued.reduce((sum, note) => sum - cents(note.totalAmount), 0)
  if (netted <= 0 || total !== cents(netted)) return 'Verrekend'
  return `Verrekend met ${issued.map(({ invoiceNumber }) => invoiceNumber).join(', ')}`
}

/**
 * Returns what follows from a credit note of `total` cents: what goes off the open amount of its invoice, and what the
 * partner owes us. Where the 48-hour discount was taken, the note takes back its share of it.
 */
export function describeCredit(invoice: InvoiceDetails, total: Cents): string[] {
  if (total <= 0) return []
  const { creditNotes, discountTaken, openAmount, totalAmount } = invoice
  const issued = creditNotes.filter(({ status }) => status === 'betaald' || status === 'in_behandeling')
  const standing = issued.reduce<number>((sum, note) => sum + cents(note.totalAmount), cents(totalAmount))
  const discount = Math.round((cents(discountTaken) * total) / standing)
  const open = Math.max(0, cents(openAmount))
  const lowered = Math.min(total, open)
  const owed = total - discount - lowered
  const text = (amount: number) => moneyText(wholeCents(amount))
  return [
    ...(lowered > 0 ? [`Gaat af van deze factuur. Nog open: ${text(open - lowered)}.`] : []),
    ...(discount > 0 ? [`Min ${text(discount)} 48-uurskorting.`] : []),
    ...(owed > 0 ? [`Terug te betalen door partner: ${text(owed)}. Gaat af van de volgende betaling.`] : []),
  ]
}
