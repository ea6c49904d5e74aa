import { unprocessable } from '../../../shared/errors.ts'
import { addToMonth, dateText, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { readFirstOpenDay, requireOpenMonth } from '../../book/service.ts'

/** Reason of an invoice date in the past; null where the form gives none. */
interface Explained {
  readonly dateReason?: string | null | undefined
}

/**
 * Throws 422 for an invoice date in a closed month. Until a month was ever closed, throws it for a date before the
 * month before this one; a `form` with a reason allows that date.
 */
export async function requireOpenDate(invoiceDate: string, form?: Explained): Promise<void> {
  if ((await readFirstOpenDay()) !== null) return requireOpenMonth(invoiceDate, 'invoiceDate')
  const first = `${addToMonth(monthOf(localDateOf(now())), -1)}-01`
  if (invoiceDate >= first || form?.dateReason) return
  if (form) throw unprocessable(`Vul een reden in voor een datum vóór ${dateText(first)}`, 'dateReason')
  throw unprocessable(`Kies een factuurdatum vanaf ${dateText(first)}`, 'invoiceDate')
}
