import { addDays, daysBetween, type LocalDate } from '../time.ts'

/** Days after the payment beyond which a due date is far: paying can wait. */
export const FAR_DAYS = 7

/** An invoice that a payment file pays, or is going to pay. */
interface Paid {
  readonly acceptance: string | null
  readonly dueDate: string | null
}

/** Tells whether the partner has not answered an invoice, and may still do so. */
export const isUnanswered = ({ acceptance }: Pick<Paid, 'acceptance'>): boolean => acceptance === 'open'

/** Tells whether an invoice that is paid on `day` is due more than a week later. */
export const isDueFar = ({ dueDate }: Pick<Paid, 'dueDate'>, day: string): boolean =>
  dueDate !== null && daysBetween(addDays(day as LocalDate, FAR_DAYS), dueDate as LocalDate) > 0
