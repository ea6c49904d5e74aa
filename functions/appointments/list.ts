import { reach } from '../../shared/access.ts'
import type { AppointmentFilter, AppointmentSort } from '../../shared/contract/appointments.ts'
import { forbidden, unprocessable } from '../../shared/errors.ts'
import { monthsBetween } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type Paging, pageOf } from '../platform/page.ts'
import type { AppointmentRow } from './entity.ts'
import { filterOf, narrows } from './matching.ts'
import { viewOf } from './service.ts'
import { sorted, sortedPage, sortOf } from './sorting.ts'
import {
  afterMonths,
  isBeyond,
  MAX_MONTHS,
  monthsFrom,
  nextRows,
  type Order,
  type Position,
  sourcesOf,
  spanOf,
  startAt,
} from './span.ts'

/** Rows one page may read before it is handed over, however many the filters let through. */
const MAX_READ = 2_000

/** Rows read at a time when filters let only some through. */
const FILTERED_BATCH = 500

type Query = AppointmentFilter & { readonly sort?: AppointmentSort | undefined }

/**
 * Appointments within reach, by start unless sorted otherwise. By start, the narrowest index that the reach and the
 * filters allow is read month by month until the page is full; other filters are applied to what was read. A page may
 * be short and still have a cursor, so that no request reads without bound (rulings 12). By another column the whole
 * span is read; 422 when that is too much.
 */
export async function listAppointments(actor: Caller, query: Query & Paging) {
  const { column, isDescending } = sortOf(query.sort)
  const { limit = DEFAULT_LIMIT, cursor } = query
  if (!column) return viewed(await pageByStart(actor, query, isDescending ? 'desc' : 'asc'))
  const rows = await wholeSpan(actor, query, { rows: MAX_READ, read: MAX_READ, months: MAX_MONTHS, tooMany })
  return viewed(sortedPage(rows, column, isDescending, { limit, cursor }))
}

const tooMany = () => unprocessable('Kies een kortere periode om te sorteren')

/** What may be read for one answer. */
interface Bounds {
  /** Rows that match. */
  readonly rows: number
  /** Rows read, whether they match or not. */
  readonly read: number
  readonly months: number
  /** The error when there are more of these. */
  readonly tooMany: (what: 'rows' | 'read' | 'months') => Error
}

/** All appointments of a query's span within reach, sorted as it asks; throws when they are more than the bounds allow. */
export async function allAppointments(actor: Caller, query: Query, bounds: Bounds): Promise<AppointmentRow[]> {
  const { column, isDescending } = sortOf(query.sort)
  const rows = await wholeSpan(actor, query, bounds)
  if (column) return sorted(rows, column, isDescending)
  return isDescending ? rows.reverse() : rows
}

async function pageByStart(actor: Caller, query: Query & Paging, order: Order) {
  const { span, sources, matches } = await asked(actor, query)
  const { limit = DEFAULT_LIMIT } = query
  const least = narrows(query) ? FILTERED_BATCH : 0
  const found: AppointmentRow[] = []
  let position = startAt(decodeCursor(query.cursor, 2), span, order)
  let read = 0
  const months = monthsFrom(position, span, order)
  for (const month of months) {
    for (let more = true; more; ) {
      // No more than the page still lacks, unless filters let only some through.
      const batch = Math.max(limit + 1 - found.length, least)
      const rows = await nextRows(sources, month, position, batch, order)
      position = placeOf(rows.at(-1)) ?? position
      found.push(...rows.filter((row) => row.start >= span.from && row.start < span.until && matches(row)))
      if (found.length > limit) return pageOf(found, limit, (row) => [row.start, row.id])
      read += rows.length
      if (read >= MAX_READ && !isBeyond(position, span, order)) return { items: found, cursor: cursorAt(position) }
      more = rows.length >= batch && !isBeyond(position, span, order)
    }
  }
  const next = afterMonths(months, span, order)
  return next ? { items: found, cursor: cursorAt(next) } : { items: found }
}

async function wholeSpan(actor: Caller, query: Query, bounds: Bounds): Promise<AppointmentRow[]> {
  const { span, sources, matches } = await asked(actor, query)
  const months = monthsBetween(span.first, span.last)
  if (months.length > bounds.months) throw bounds.tooMany('months')
  const found: AppointmentRow[] = []
  let position: Position = { start: span.from, id: '' }
  let read = 0
  for (const month of months) {
    for (let more = true; more; ) {
      const rows = await nextRows(sources, month, position, FILTERED_BATCH)
      position = placeOf(rows.at(-1)) ?? position
      const within = rows.filter((row) => row.start < span.until)
      found.push(...within.filter(matches))
      read += within.length
      if (found.length > bounds.rows) throw bounds.tooMany('rows')
      if (read > bounds.read) throw bounds.tooMany('read')
      more = rows.length >= FILTERED_BATCH && !isBeyond(position, span, 'asc')
    }
  }
  return found
}

/** What a query comes to for this actor. */
async function asked(actor: Caller, query: AppointmentFilter) {
  const covered = reach(actor, 'appointment:read')
  if (!covered) throw forbidden()
  return {
    span: spanOf(query),
    sources: await sourcesOf(covered, actor, query),
    matches: filterOf(covered, actor, query),
  }
}

const placeOf = (row: AppointmentRow | undefined): Position | null => (row ? { start: row.start, id: row.id } : null)
const cursorAt = ({ start, id }: Position) => encodeCursor([start, id])

const viewed = (page: { items: AppointmentRow[]; cursor?: string }) => ({ ...page, items: page.items.map(viewOf) })
