import { unprocessable } from '../../../shared/errors.ts'
import { addToMonth, dateText, monthOf, today } from '../../../shared/time.ts'
import { requireOpenMonth } from '../../book/service.ts'

/** Reason of an invoice date in the past; null where the form gives none. */
interface Explained {
  readonly dateReason?: string | null | undefined
}

/**
 * Throws 422 for an invoice date in a closed month. Until a month was ever closed, throws it for a date before the
 * month before this one; a `form` with a reason allows that date.
 */
export async function requireOpenDate(invoiceDate: string, form?: Explained): Promise<void> {
  if (await requireOpenMonth(invoiceDate, 'invoiceDate')) return
  const first = `${addToMonth(monthOf(today()), -1)}-01`
  if (invoiceDate >= first || form?.dateReason) return
  const text = `Kies een dag vanaf ${dateText(first)}${form ? ' of vul een reden in' : ''}`
  throw unprocessable(text, form ? 'dateReason' : 'invoiceDate')
}
