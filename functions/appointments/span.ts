import type { Reach } from '../../shared/access.ts'
import type { AppointmentFilter } from '../../shared/contract/appointments.ts'
import {
  addDays,
  addMonths,
  epochOf,
  type Instant,
  instantAt,
  isInstant,
  type LocalDate,
  localDateOf,
  monthsBetween,
  now,
  startOfDay,
} from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { take } from '../platform/page.ts'
import { findUser } from '../platform/user.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Without dates the list covers this many days back and ahead (rulings 12). */
const DAYS_BACK = 30
const DAYS_AHEAD = 90

/** The longest span one page looks through, in months; a longer one goes on with the cursor. */
export const MAX_MONTHS = 24

export type Order = 'asc' | 'desc'

/** A place in a list by start. */
export interface Position {
  readonly start: string
  readonly id: string
}

export interface Span {
  readonly first: LocalDate
  readonly last: LocalDate
  /** Its first moment, and the first after it. */
  readonly from: string
  readonly until: string
}

/** The span of days that a query asks for. */
export function spanOf({ date, from, to }: Pick<AppointmentFilter, 'date' | 'from' | 'to'>): Span {
  const today = localDateOf(now())
  const first = (date ?? from ?? (to ? addDays(to as LocalDate, -DAYS_BACK) : addDays(today, -DAYS_BACK))) as LocalDate
  const last = (date ?? to ?? (from ? addDays(first, DAYS_BACK + DAYS_AHEAD) : addDays(today, DAYS_AHEAD))) as LocalDate
  return { first, last, from: startOfDay(first), until: startOfDay(addDays(last, 1)) }
}

/** Where a page starts: at its cursor, but never outside the span, and at its end when the cursor is not one of ours. */
export function startAt(cursor: readonly string[] | null, { from, until }: Span, order: Order): Position {
  const [start = '', id = ''] = cursor ?? []
  const isWithin = isInstant(start) && (order === 'asc' ? start >= from : start <= until)
  return isWithin ? { start, id } : { start: order === 'asc' ? from : until, id: '' }
}

/** Whether a position lies past the span's end, so that none of its rows can follow. */
export const isBeyond = ({ start }: Position, { from, until }: Span, order: Order): boolean =>
  order === 'asc' ? start >= until : start < from

/** The months of the span from a position on, at most `MAX_MONTHS`, in order. */
export function monthsFrom(position: Position, span: Span, order: Order): string[] {
  if (isBeyond(position, span, order)) return []
  if (order === 'asc') {
    const from = localDateOf(position.start as Instant)
    const furthest = addMonths(from, MAX_MONTHS - 1)
    return monthsBetween(from, furthest < span.last ? furthest : span.last)
  }
  // Going back from a moment itself, and not from a row at it, the first of a month is where the month before ends.
  const from = localDateOf(instantAt(epochOf(position.start as Instant) - (position.id === '' ? 1 : 0)))
  // From the first of a month, so that going back never skips a short one.
  const furthest = addMonths(`${from.slice(0, 7)}-01` as LocalDate, 1 - MAX_MONTHS)
  return from < span.first ? [] : monthsBetween(furthest > span.first ? furthest : span.first, from).reverse()
}

/** Where the rows go on after the last of these months, or null when the span ends there. */
export function afterMonths(months: readonly string[], span: Span, order: Order): Position | null {
  const last = months.at(-1)
  if (last === undefined) return null
  const edge = `${last}-01` as LocalDate
  const next = order === 'asc' ? addMonths(edge, 1) : edge
  const isOver = order === 'asc' ? next > span.last : next <= span.first
  return isOver ? null : { start: startOfDay(next), id: '' }
}

/** One month of one index, from a position on. */
export type Source = (month: string, after: Position, limit: number, order: Order) => Promise<AppointmentRow[]>

type Indexed = { gt(after: Position): Parameters<typeof take<AppointmentRow>>[0]; lt: Indexed['gt'] }

/** An index as a source: a partition per month, read forwards or backwards. */
const sourceOf =
  (partition: (month: string) => Indexed): Source =>
  (month, after, limit, order) =>
    take(order === 'asc' ? partition(month).gt(after) : partition(month).lt(after), limit, order)

const byMonth = sourceOf((month) => Appointments.query.byMonth({ month }))
const byTeam = (teamId: number) => sourceOf((month) => Appointments.query.byTeam({ teamId, month }))
/** An agent's months. */
export const byAgent = (agentId: string) => sourceOf((month) => Appointments.query.byAgent({ agentId, month }))
/** What a caller booked, by month. */
export const byCaller = (createdBy: string) => sourceOf((month) => Appointments.query.byCaller({ createdBy, month }))

/**
 * The narrowest indexes that together hold all the query may show. The index of a person outside the actor's reach is
 * not read, not even to filter it: where its pages end would tell of them.
 */
export async function sourcesOf(covered: Reach, actor: Caller, query: AppointmentFilter): Promise<Source[]> {
  const mine = query.mine ? actor.id : undefined
  const agentId = query.agentId ?? (actor.role === 'agent' ? mine : undefined)
  const createdBy = query.calledBy ?? (actor.role === 'agent' ? undefined : mine)
  if (agentId && (await isWithin(covered, actor, agentId))) return [byAgent(agentId)]
  if (createdBy && (await isWithin(covered, actor, createdBy))) return [byCaller(createdBy)]
  if (covered.scope === 'own') return [byAgent(covered.userId), byCaller(covered.userId)]
  const teamId = covered.scope === 'team' ? covered.teamId : query.teamId
  return [teamId === undefined ? byMonth : byTeam(teamId)]
}

async function isWithin(covered: Reach, actor: Caller, userId: string): Promise<boolean> {
  if (covered.scope === 'all' || userId === actor.id) return true
  return covered.scope === 'team' && (await findUser(userId))?.teamId === covered.teamId
}

/** The next rows of a month over all sources, by start, each row once. */
export async function nextRows(
  sources: readonly Source[],
  month: string,
  after: Position,
  limit: number,
  order: Order = 'asc',
): Promise<AppointmentRow[]> {
  const batches = await Promise.all(sources.map((source) => source(month, after, limit, order)))
  if (batches.length === 1) return batches[0] ?? []
  const byId = new Map(batches.flat().map((row) => [row.id, row]))
  const sorted = [...byId.values()].sort(byStart)
  return (order === 'asc' ? sorted : sorted.reverse()).slice(0, limit)
}

/** By start, then id: the order of the indexes. */
export const byStart = (one: Position, other: Position): number =>
  one.start < other.start || (one.start === other.start && one.id < other.id) ? -1 : Number(one.id !== other.id)
