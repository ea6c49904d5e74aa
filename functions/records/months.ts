import {
  addDays,
  addMonths,
  epochOf,
  type Instant,
  instantAt,
  isInstant,
  isLocalDate,
  type LocalDate,
  localDateOf,
  monthOf,
  startOfDay,
} from '../../shared/time.ts'
import { decodeCursor, type Part, type Position } from '../platform/page.ts'
import { nextRows, type Order, type Partition, positionIn, type SortKeys, type Source, text } from './source.ts'

/** How the values that a list by month is in order of stand to the calendar. */
export interface Calendar {
  readonly isValue: Part
  /** The first value of a date. */
  readonly startOf: (date: LocalDate) => string
  readonly dateOf: (value: string) => LocalDate
  /** The date of what lies just before a value. */
  readonly dateBefore: (value: string) => LocalDate
}

/** Moments, in the months of Amsterdam. */
export const moments: Calendar = {
  isValue: (value) => typeof value === 'string' && isInstant(value),
  startOf: startOfDay,
  dateOf: (value) => localDateOf(value as Instant),
  dateBefore: (value) => localDateOf(instantAt(epochOf(value as Instant) - 1)),
}

/** Calendar dates. */
export const dates: Calendar = {
  isValue: (value) => typeof value === 'string' && isLocalDate(value),
  startOf: (date) => date,
  dateOf: (value) => value as LocalDate,
  dateBefore: (value) => addDays(value as LocalDate, -1),
}

/** Both ends included. */
export interface Span {
  readonly first: LocalDate
  readonly last: LocalDate
}

interface ByMonth<Row> {
  /** The attribute that the partitions are in order of, before the id, and what its values are. */
  readonly by: keyof Row & string
  readonly calendar: Calendar
  readonly span: Span
  readonly order?: Order
  /** The partitions of a month, read as one list. */
  readonly partitions: (month: string) => readonly Partition<Row>[]
  /** The nearest further month that may hold rows, or null; the neighbouring one unless somebody knows better. */
  readonly monthAfter?: (month: string) => Promise<string | null>
}

/**
 * Rows whose partitions are a month each, over a span of days. Reads one month at a time, from a position on, and never
 * before the span that was asked for, whatever a cursor says.
 */
export function byMonth<Row extends { readonly id: string }>(list: ByMonth<Row>): Source<Row> {
  const { by, calendar, span, order = 'asc', partitions } = list
  const keys = { [by]: calendar.isValue, id: text } as SortKeys<Row>
  const positionOf = positionIn(keys)
  const isForward = order === 'asc'
  const [from, until] = [calendar.startOf(span.first), calendar.startOf(addDays(span.last, 1))]
  const isBeyond = (value: string) => (isForward ? value >= until : value < from)
  const monthAfter = list.monthAfter ?? (async (month: string) => neighbourOf(month, span, isForward))

  /** Where reading a month begins: before its first value, or behind its last. */
  const edgeOf = (month: string) => {
    const first = `${month}-01` as LocalDate
    return [calendar.startOf(isForward ? first : addMonths(first, 1)), ''] as const
  }

  /** The month that a position goes on in. Back from an edge, not from a row at it, is the day before. */
  const monthAt = (value: string, id: string) =>
    monthOf(isForward || id !== '' ? calendar.dateOf(value) : calendar.dateBefore(value))

  return {
    positionOf,
    begin: (cursor) => {
      const start = [isForward ? from : until, ''] as const
      const at = decodeCursor(cursor, Object.values(keys) as Part[])
      const isWithin = at && (isForward ? String(at[0]) >= from : String(at[0]) <= until)
      return isWithin ? at : start
    },
    read: async (after, limit) => {
      const [value = '', id = ''] = (after ?? []) as readonly string[]
      if (isBeyond(value) || (!isForward && value === from && id === '')) return { rows: [], next: null, parts: 0 }
      const month = monthAt(value, id)
      const batch = await nextRows(keys, partitions(month), [value, id], limit, order)
      const rows = batch.rows.filter((row) => isIn(String(row[by])))
      const next = batch.isOver ? await monthAfter(month).then((one) => one && edgeOf(one)) : lastOf(batch.rows)
      return { rows, next: next && !isBeyond(String(next[0])) ? next : null, parts: batch.parts }
    },
  }

  function isIn(value: string): boolean {
    return value >= from && value < until
  }

  function lastOf(rows: readonly Row[]): Position | null {
    const last = rows.at(-1)
    return last ? positionOf(last) : null
  }
}

function neighbourOf(month: string, { first, last }: Span, isForward: boolean): string | null {
  const next = monthOf(addMonths(`${month}-01` as LocalDate, isForward ? 1 : -1))
  return isForward ? (next <= monthOf(last) ? next : null) : next >= monthOf(first) ? next : null
}
