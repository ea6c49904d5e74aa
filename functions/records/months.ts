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
import { decodeCursor, type Part, type Position } from '../platform/http/page.ts'
import {
  byPosition,
  isText,
  nextRows,
  type Order,
  type Partition,
  positionIn,
  type SortKeys,
  type Source,
} from './source.ts'

/** Conversion between calendar dates and the values by which a monthly list is sorted: moments or dates. */
export interface Calendar {
  readonly isValue: Part
  /** Returns the lowest value of a date: the date itself, or the moment at which that day begins. */
  readonly startOf: (date: LocalDate) => string
  readonly dateOf: (value: string) => LocalDate
  /** Returns the date of the value just before this one: a day or a millisecond earlier. */
  readonly dateBefore: (value: string) => LocalDate
}

/** Calendar of lists that are sorted by a moment, in the months of Amsterdam. */
export const moments: Calendar = {
  isValue: (value) => typeof value === 'string' && isInstant(value),
  startOf: startOfDay,
  dateOf: (value) => localDateOf(value as Instant),
  dateBefore: (value) => localDateOf(instantAt(epochOf(value as Instant) - 1)),
}

/** Calendar of lists that are sorted by a date. */
export const dates: Calendar = {
  isValue: (value) => typeof value === 'string' && isLocalDate(value),
  startOf: (date) => date,
  dateOf: (value) => value as LocalDate,
  dateBefore: (value) => addDays(value as LocalDate, -1),
}

/** Range of dates, both ends included. */
export interface Span {
  readonly first: LocalDate
  readonly last: LocalDate
}

interface ByMonth<Row> {
  /** Attribute by which the rows of a partition are sorted; rows with the same value are sorted by id. */
  readonly by: keyof Row & string
  /** Says whether the values of `by` are moments or dates. */
  readonly calendar: Calendar
  readonly span: Span
  readonly order?: Order
  /** Returns the partitions of a month, which are read as one list. */
  readonly partitions: (month: string) => readonly Partition<Row>[]
  /** Returns the next month that may hold rows, or null; by default the adjacent one. */
  readonly monthAfter?: (month: string) => Promise<string | null>
}

/**
 * Returns a source of rows in monthly partitions, over a span of days. Reads one month at a time, and nothing outside
 * the span, whatever the cursor.
 */
export function byMonth<Row extends { readonly id: string }>(list: ByMonth<Row>): Source<Row> {
  const { by, calendar, span, order = 'asc', partitions } = list
  const keys = { [by]: calendar.isValue, id: isText } as SortKeys<Row>
  const positionOf = positionIn(keys)
  const isForward = order === 'asc'
  const [from, until] = [calendar.startOf(span.first), calendar.startOf(addDays(span.last, 1))]
  const isBeyond = (value: string) => (isForward ? value >= until : value < from)
  const monthAfter = list.monthAfter ?? (async (month: string) => neighbourOf(month, span, isForward))

  /** Returns the position where reading a month begins: before its first value, or after its last. */
  const edgeOf = (month: string) => {
    const first = `${month}-01` as LocalDate
    return [calendar.startOf(isForward ? first : addMonths(first, 1)), ''] as const
  }

  /**
   * Returns the month in which reading continues after a position. When reading goes back from the edge of a month, it
   * is the month before.
   */
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

/** Maximum number of months read in parallel. */
const MOST_ABREAST = 16

interface ByKnownMonth<Row> {
  /** Attribute with a calendar date by which the partitions are sorted, before the id. */
  readonly by: keyof Row & string
  /** First date to read. */
  readonly from: string
  /** Date before which reading ends. */
  readonly until: string
  readonly order: Order
  /** Months that may hold rows; others are not read. */
  readonly months: readonly string[]
  /** Returns the partitions of a month, which are read as one list. */
  readonly partitions: (month: string) => readonly Partition<Row>[]
}

/**
 * Returns a source of rows by date, in monthly partitions of known months that may be far apart. Reads one month first.
 * While the months read have no more rows, it reads twice as many in parallel each time, up to sixteen.
 */
export function byKnownMonth<Row extends { readonly id: string }>(list: ByKnownMonth<Row>): Source<Row> {
  const { by, from, until, order, partitions } = list
  const isForward = order === 'asc'
  const keys = { [by]: dates.isValue, id: isText } as SortKeys<Row>
  const positionOf = positionIn(keys)
  const months = list.months.filter((month) => lastDayOf(month) >= from && `${month}-01` < until).sort()
  if (!isForward) months.reverse()
  const isIn = (row: Row) => String(row[by]) >= from && String(row[by]) < until
  let abreast = 1
  return {
    positionOf,
    begin: (cursor) => {
      const at = decodeCursor(cursor, Object.values(keys) as Part[])
      const isWithin = at && (isForward ? String(at[0]) >= from : String(at[0]) < until)
      return isWithin ? at : [isForward ? from : until, '']
    },
    read: async (after, limit) => {
      const [value, id] = after as readonly [string, string]
      const left = months.filter((month) =>
        isForward ? lastDayOf(month) >= value : byPosition([`${month}-01`, ''], [value, id]) < 0,
      )
      const read = left.slice(0, abreast)
      if (read.length === 0) return { rows: [], next: null, parts: 0 }
      const batch = await nextRows(keys, read.flatMap(partitions), [value, id], limit, order)
      abreast = batch.isOver ? Math.min(2 * abreast, MOST_ABREAST) : 1
      const rows = batch.rows.filter(isIn)
      const further = left[read.length]
      const edge = further === undefined ? null : [isForward ? `${further}-01` : dayAfter(further), '']
      const last = batch.rows.at(-1)
      const next = batch.isOver || !last ? edge : positionOf(last)
      return { rows, next: rows.length < batch.rows.length ? null : next, parts: batch.parts }
    },
  }
}

const dayAfter = (month: string) => addMonths(`${month}-01` as LocalDate, 1)
const lastDayOf = (month: string) => addDays(dayAfter(month), -1)

/** Returns the month after or before a month, within the span, or null. */
function neighbourOf(month: string, { first, last }: Span, isForward: boolean): string | null {
  const next = monthOf(addMonths(`${month}-01` as LocalDate, isForward ? 1 : -1))
  return isForward ? (next <= monthOf(last) ? next : null) : next >= monthOf(first) ? next : null
}
