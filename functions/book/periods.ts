import { addToMonth, type LocalDate } from '../../shared/time.ts'
import { type BookLock, BookLocks } from './period-entity.ts'

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
