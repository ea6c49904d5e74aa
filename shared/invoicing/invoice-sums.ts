import type { InvoiceStatus, InvoiceType } from '../api/parts/billing.ts'
import { euros, wholeCents } from '../money.ts'

/** An invoice or credit note with its amounts in cents, below 0 for a credit note. */
export interface Summed {
  readonly type: InvoiceType
  readonly status: InvoiceStatus
  readonly amount: number
  readonly vatAmount: number
  readonly totalAmount: number
  readonly open: number
  readonly payableToday: number
  readonly isInPaymentFile: boolean
}

/**
 * Counts invoices and credit notes, and adds up their cents to sums in euros. Cancelled ones are counted but in no sum.
 */
export function sumInvoices(invoices: readonly Summed[]) {
  // `amount + vatAmount = totalAmount = concept + paid + toPay`; credit notes make each of these lower.
  const rows = invoices.filter(({ status }) => status !== 'cancelled')
  const added = (of: (row: Summed) => number) => euros(wholeCents(rows.reduce((total, row) => total + of(row), 0)))
  const isConcept = ({ status }: Summed) => status === 'concept'
  return {
    count: invoices.length,
    creditNotes: invoices.filter(({ type }) => type === 'credit_note').length,
    amount: added(({ amount }) => amount),
    vatAmount: added(({ vatAmount }) => vatAmount),
    totalAmount: added(({ totalAmount }) => totalAmount),
    concept: added((row) => (isConcept(row) ? row.totalAmount : 0)),
    paid: added((row) => (isConcept(row) ? 0 : row.totalAmount - row.open)),
    toPay: added((row) => (isConcept(row) ? 0 : row.open)),
    payableToday: added(({ payableToday }) => payableToday),
    inPaymentFile: added((row) => (row.isInPaymentFile ? row.payableToday : 0)),
  }
}
