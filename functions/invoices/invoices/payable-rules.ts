import { dateText } from '../../../shared/time.ts'
import type { InvoiceRow } from './entity.ts'
import { isIssued } from './issued.ts'
import { isRefused, payableAt } from './rules.ts'

/** Returns the Dutch reason why a payment file cannot pay an invoice on a day; null where it can. */
export function reasonAgainstPayment(row: InvoiceRow, day: string): string | null {
  if (row.type === 'credit_note') return 'Een creditfactuur wordt verrekend met de facturen van de partner'
  if (row.status === 'betaald') {
    return `Is al ${row.payments.length > 0 ? 'betaald' : 'verrekend'} op ${dateText(row.paymentDate ?? '')}`
  }
  if (row.status === 'cancelled') return 'Is geannuleerd'
  if (row.status === 'concept' || !isIssued(row)) return 'Is nog niet verstuurd'
  if (isRefused(row)) return 'De partner heeft deze factuur geweigerd'
  if (row.paymentFileId !== undefined) return 'Staat al in een betaalbestand'
  if (day < row.invoiceDate) return `Is van ${dateText(row.invoiceDate)}: kies die dag of later`
  return payableAt(row, day) > 0 ? null : 'Er is niets te betalen'
}
