import { type Reach, reach } from '../../shared/access.ts'
import type { AppointmentFilter } from '../../shared/contract/appointments.ts'
import { forbidden } from '../../shared/errors.ts'
import {
  addDays,
  addMonths,
  type Instant,
  isInstant,
  type LocalDate,
  localDateOf,
  monthsBetween,
  now,
  startOfDay,
} from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type Paging, pageOf, take } from '../platform/page.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { viewOf } from './service.ts'

/** Without dates the list covers this many days back and ahead (rulings 12). */
const DAYS_BACK = 30
const DAYS_AHEAD = 90

/** The longest span one page looks through, in months; a longer one goes on with the cursor. */
const MAX_MONTHS = 24

/** Rows one page may read before it is handed over, however many the filters let through. */
const MAX_READ = 2_000

/** Rows read at a time when filters let only some through. */
const FILTERED_BATCH = 500

interface Position {
  readonly start: string
  readonly id: string
}

/** One month of one index, from a position on. */
type Source = (month: string, after: Position, limit: number) => Promise<AppointmentRow[]>

/**
 * Appointments within reach, by start. The narrowest index that the reach and the filters allow is read month by
 * month until the page is full; other filters are applied to what was read. A page may be short and still have a
 * cursor, so that no request reads without bound (rulings 12).
 */
export async function listAppointments(actor: Caller, query: AppointmentFilter & Paging) {
  const covered = reach(actor, 'appointment:read')
  if (!covered) throw forbidden()
  const { limit = DEFAULT_LIMIT } = query
  const range = rangeOf(query)
  const sources = sourcesOf(covered, actor, query)
  const matches = filterOf(covered, actor, query)
  const after = decodeCursor(query.cursor, 2)
  let position = startAt(after, range.from)
  const batch = Math.max(limit + 1, narrows(query) ? FILTERED_BATCH : 0)
  const found: AppointmentRow[] = []
  let read = 0
  const months = monthsFrom(position.start, range)
  for (const month of months) {
    for (let more = true; more; ) {
      const rows = await nextRows(sources, month, position, batch)
      const last = rows.at(-1)
      position = last ? { start: last.start, id: last.id } : position
      found.push(...rows.filter((row) => row.start < range.until && matches(row)))
      if (found.length > limit) return viewed(pageOf(found, limit, (row) => [row.start, row.id]))
      read += rows.length
      if (read >= MAX_READ) return viewed({ items: found, cursor: encodeCursor([position.start, position.id]) })
      more = rows.length >= batch
    }
  }
  const next = monthAfter(months)
  if (!next || next > range.last) return viewed({ items: found })
  return viewed({ items: found, cursor: encodeCursor([startOfDay(next), '']) })
}

/** Where a page starts: at its cursor, but never before the span, and at the span when the cursor is not one of ours. */
function startAt(cursor: readonly string[] | null, from: string): Position {
  const [start = '', id = ''] = cursor ?? []
  return isInstant(start) && start >= from ? { start, id } : { start: from, id: '' }
}

const viewed = (page: { items: AppointmentRow[]; cursor?: string }) => ({ ...page, items: page.items.map(viewOf) })

/** Whether a filter is left that no index answers, so that more rows must be read than shown. */
const narrows = ({ status, teamId, agentId, calledBy, mine }: AppointmentFilter) =>
  [status, teamId, agentId, calledBy, mine].some((filter) => filter !== undefined)

/** The span of a query as instants: from inclusive, until exclusive. */
function rangeOf({ date, from, to }: AppointmentFilter) {
  const today = localDateOf(now())
  const first = (date ?? from ?? (to ? addDays(to as LocalDate, -DAYS_BACK) : addDays(today, -DAYS_BACK))) as LocalDate
  const last = (date ?? to ?? (from ? addDays(first, DAYS_BACK + DAYS_AHEAD) : addDays(today, DAYS_AHEAD))) as LocalDate
  return { first, last, from: startOfDay(first) as string, until: startOfDay(addDays(last, 1)) as string }
}

/** The months of the span that the position has not passed, at most `MAX_MONTHS`. */
function monthsFrom(start: string, range: { first: LocalDate; last: LocalDate; from: string }): string[] {
  const from = start > range.from ? localDateOf(start as Instant) : range.first
  const furthest = addMonths(from, MAX_MONTHS - 1)
  return from > range.last ? [] : monthsBetween(from, furthest < range.last ? furthest : range.last)
}

/** The first day of the month after the last of these. */
function monthAfter(months: readonly string[]): LocalDate | null {
  const last = months.at(-1)
  return last === undefined ? null : addMonths(`${last}-01` as LocalDate, 1)
}

/** The next rows of a month over all sources, by start, each row once. */
async function nextRows(sources: readonly Source[], month: string, after: Position, limit: number) {
  const batches = await Promise.all(sources.map((source) => source(month, after, limit)))
  if (batches.length === 1) return batches[0] ?? []
  const byId = new Map(batches.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort(byStart).slice(0, limit)
}

const byStart = (one: AppointmentRow, other: AppointmentRow) =>
  one.start < other.start || (one.start === other.start && one.id < other.id) ? -1 : 1

/** The narrowest indexes that together hold all the query may show. */
function sourcesOf(covered: Reach, actor: Caller, query: AppointmentFilter): Source[] {
  const mine = query.mine ? actor.id : undefined
  const agentId = query.agentId ?? (actor.role === 'agent' ? mine : undefined)
  const createdBy = query.calledBy ?? (actor.role === 'agent' ? undefined : mine)
  if (agentId) return [byAgent(agentId)]
  if (createdBy) return [byCaller(createdBy)]
  if (covered.scope === 'own') return [byAgent(covered.userId), byCaller(covered.userId)]
  const teamId = covered.scope === 'team' ? covered.teamId : query.teamId
  return [teamId === undefined ? byMonth : byTeam(teamId)]
}

const byMonth: Source = (month, after, limit) => take(Appointments.query.byMonth({ month }).gt(after), limit)

const byTeam =
  (teamId: number): Source =>
  (month, after, limit) =>
    take(Appointments.query.byTeam({ teamId, month }).gt(after), limit)

const byAgent =
  (agentId: string): Source =>
  (month, after, limit) =>
    take(Appointments.query.byAgent({ agentId, month }).gt(after), limit)

const byCaller =
  (createdBy: string): Source =>
  (month, after, limit) =>
    take(Appointments.query.byCaller({ createdBy, month }).gt(after), limit)

/** What a row must be to be shown: within reach, and as every filter asks. */
function filterOf(covered: Reach, actor: Caller, query: AppointmentFilter) {
  const mine = (row: AppointmentRow) => row.agentId === actor.id || row.createdBy === actor.id
  const inReach = (row: AppointmentRow) =>
    covered.scope === 'all' || (covered.scope === 'team' ? row.teamId === covered.teamId : mine(row))
  return (row: AppointmentRow) =>
    inReach(row) &&
    (!query.status || row.status === query.status) &&
    (!query.teamId || row.teamId === query.teamId) &&
    (!query.agentId || row.agentId === query.agentId) &&
    (!query.calledBy || row.createdBy === query.calledBy) &&
    (!query.mine || (actor.role === 'agent' ? row.agentId === actor.id : row.createdBy === actor.id))
}
