import { addDays, addToMonth, type LocalDate } from '../time.ts'
import { type Period, supplyPeriodOf } from './supply-period.ts'

/** Number of days after the first of the next month until which a supply may be invoiced: the 15th (art. 34g Wet OB). */
const DAYS_AFTER_FIRST = 14

/** A line of an invoice; without a day of its own it is supplied in the whole period of the invoice. */
interface SuppliedLine {
  readonly supplyDate?: string | null | undefined
}

/** Returns the last day on which a supply may be invoiced: the 15th of the month after it (art. 34g Wet OB). */
export const lastInvoiceDay = (supplyDate: string): LocalDate =>
  addDays(`${addToMonth(supplyDate.slice(0, 7), 1)}-01` as LocalDate, DAYS_AFTER_FIRST)

/**
 * Finds what of an invoice departs from the term of art. 34g Wet OB, which is no reason to refuse it. `late` has the
 * indexes of lines invoiced after the 15th of the month after their supply. `months` is the number of calendar months
 * that its supplies cover, where an invoice covers at most one.
 */
export function checkInvoicingTerm(period: Period, lines: readonly SuppliedLine[]) {
  const { supplyFrom, supplyTo } = supplyPeriodOf(period)
  const days = lines.map(({ supplyDate }) => (supplyDate ? [supplyDate] : [supplyFrom, supplyTo]))
  const late = lines.flatMap(({ supplyDate }, index) =>
    period.invoiceDate > lastInvoiceDay(supplyDate || supplyTo) ? [index] : [],
  )
  const all = days.flat().sort()
  const [first, last] = [all[0] ?? supplyFrom, all.at(-1) ?? supplyFrom]
  return { late, months: monthNumber(last) - monthNumber(first) + 1 }
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
