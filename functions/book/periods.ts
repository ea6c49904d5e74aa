import { unprocessable } from '../../shared/errors.ts'
import { addToMonth, dateText, type LocalDate, monthText } from '../../shared/time.ts'
import { type BookLock, BookLocks } from './period-entity.ts'
import type { Entry } from './posting.ts'

/** Id of the rows about the periods of the book, as there is one book. */
export const BOOK = 'book'

/** The part of the lock that says which months take no postings. */
export type Locked = Partial<Pick<BookLock, 'closing' | 'closedThrough'>>

/** Reads the lock of the book, strongly consistent; empty before a month was ever closed. */
export async function readBookLock(): Promise<Locked> {
  const { data } = await BookLocks.get({ id: BOOK }).go({ consistent: true })
  return (data as BookLock | null) ?? {}
}

/** Returns the first day that takes postings; null where every day does. */
export function firstOpenDayOf({ closing, closedThrough }: Locked): LocalDate | null {
  const locked = closing?.month ?? closedThrough
  return locked === undefined ? null : (`${addToMonth(locked, 1)}-01` as LocalDate)
}

/** Reads the first day that takes postings; null where every day does. */
export const readFirstOpenDay = async (): Promise<LocalDate | null> => firstOpenDayOf(await readBookLock())

/**
 * Throws 422 at a field for a date in a closed month; the text says which day is the first open one. Tells whether any
 * month is closed.
 */
export async function requireOpenMonth(date: string, field: string): Promise<boolean> {
  const first = await readFirstOpenDay()
  if (first === null || date >= first) return first !== null
  throw unprocessable(
    `De maand ${monthText(date.slice(0, 7))} is gesloten. Kies een dag vanaf ${dateText(first)}.`,
    field,
  )
}

/**
 * Returns entries about what others did, such as a booking of the bank, on days that take postings: those of a closed
 * month on the first open day, with their own day as the value date.
 */
export async function onOpenDays(entries: readonly Entry[]): Promise<Entry[]> {
  const first = await readFirstOpenDay()
  return entries.map((entry) =>
    first === null || entry.date >= first ? entry : { ...entry, date: first, valueDate: entry.valueDate ?? entry.date },
  )
}
