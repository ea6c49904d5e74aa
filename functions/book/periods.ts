import { unprocessable } from '../../shared/errors.ts'
import { addToMonth, dateText, type LocalDate, monthText } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { type BookLock, BookLocks, type MonthSeal, MonthSeals } from './period-entity.ts'
import type { Entry } from './posting.ts'

/** Id of the rows about the periods of the book, as there is one book. */
export const BOOK = 'book'

/** The lock before a month was ever closed. */
export const OPEN_BOOK: BookLock = {
  ...{ id: BOOK, version: 0, closedThrough: undefined, closing: undefined, refusal: undefined },
  ...{ filedThrough: undefined, unfiling: undefined },
}

/** Reads the lock of the book, strongly consistent. */
export async function readBookLock(): Promise<BookLock> {
  const { data } = await BookLocks.get({ id: BOOK }).go({ consistent: true })
  return (data as BookLock | null) ?? OPEN_BOOK
}

/** Reads the seals of all months that were ever closed, oldest first, strongly consistent. */
export const readSeals = (): Promise<MonthSeal[]> =>
  readAll<MonthSeal>(MonthSeals.query.primary({ id: BOOK }), { consistent: true })

/** Returns the last month that takes no postings: closed, or being closed. Undefined where all months do. */
const findLockedMonth = ({ closing, closedThrough }: BookLock): string | undefined => closing?.month ?? closedThrough

/** Returns the first day that takes postings; null where every day does. */
export function firstOpenDayOf(lock: BookLock): LocalDate | null {
  const locked = findLockedMonth(lock)
  return locked === undefined ? null : (`${addToMonth(locked, 1)}-01` as LocalDate)
}

/** Reads the first day that takes postings; null where every day does. */
export const readFirstOpenDay = async (): Promise<LocalDate | null> => firstOpenDayOf(await readBookLock())

/** Throws 422 at a field for a date in a closed month; the text says which day is the first open one. */
export async function requireOpenMonth(date: string, field: string): Promise<void> {
  const first = await readFirstOpenDay()
  if (first === null || date >= first) return
  const month = monthText(date.slice(0, 7))
  throw unprocessable(`De maand ${month} is gesloten. Kies een dag vanaf ${dateText(first)}.`, field)
}

/**
 * Returns entries about what others did, such as a booking of the bank, on days that take postings: those of a closed
 * month on the first open day, with their own day as the value date.
 */
export const onOpenDays = (entries: readonly Entry[], first: LocalDate | null): Entry[] =>
  entries.map((entry) =>
    first === null || entry.date >= first ? entry : { ...entry, date: first, valueDate: entry.valueDate ?? entry.date },
  )
