import type { Invoice, InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { type Cents, cents, euros, moneyText, wholeCents } from '../../../../shared/money.ts'
import { formatMoney } from '../../../lib/format.ts'

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

/**
 * Returns the numbers of an invoice's own credit notes if they add up to the amount settled by credit notes. Undefined
 * otherwise.
 */
function findNettedNotes({ creditNotes }: InvoiceDetails, netted: number): string | undefined {
  const issued = creditNotes.filter(({ status }) => status === 'betaald' || status === 'in_behandeling')
  const total = issued.reduce((sum, note) => sum - cents(note.totalAmount), 0)
  return total === cents(netted) ? issued.map(({ invoiceNumber }) => invoiceNumber).join(', ') : undefined
}

/**
 * Describes how an invoice or credit note was settled: `€ 121,00 betaald, € 80,50 korting, € 0,00 open`. Null if it was
 * not sent or is cancelled.
 */
export function describeSettlement(invoice: InvoiceDetails): string | null {
  if (invoice.sentAt === null || invoice.status === 'cancelled') return null
  const { paid, discount, netted } = splitSettledAmount(invoice)
  const notes = netted > 0 ? findNettedNotes(invoice, netted) : undefined
  const amount = (value: number) => formatMoney(Math.abs(value))
  return [
    ...(netted === 0 ? [] : [`${amount(netted)} verrekend${notes === undefined ? '' : ` met ${notes}`}`]),
    ...(paid === 0 ? [] : [`${amount(paid)} ${invoice.type === 'credit_note' ? 'terugbetaald' : 'betaald'}`]),
    ...(discount === 0 ? [] : [`${amount(discount)} korting`]),
    `${amount(invoice.openAmount)} open`,
  ].join(', ')
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
