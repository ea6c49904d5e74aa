import type { Reach } from '../../shared/access.ts'
import type { AppointmentFilter } from '../../shared/api/schemas/appointments.ts'
import { addDays, type Instant, type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { type Query, readAll } from '../platform/data/rows.ts'
import { findUser } from '../platform/identity/user.ts'
import type { Span } from '../records/months.ts'
import type { Partition } from '../records/source.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Number of past days that a list without dates shows (rulings 12). */
const DAYS_BACK = 30
/** Number of coming days that a list without dates shows (rulings 12). */
const DAYS_AHEAD = 90

/**
 * Returns the first and last day of a query; by default from 30 days ago until 90 days ahead (rulings 12). With only
 * `to`, starts 30 days before it; with only `from`, ends 120 days after it.
 */
export function spanOf({ date, from, to }: Pick<AppointmentFilter, 'date' | 'from' | 'to'>): Span {
  const today = localDateOf(now())
  const first = (date ?? from ?? (to ? addDays(to as LocalDate, -DAYS_BACK) : addDays(today, -DAYS_BACK))) as LocalDate
  const last = (date ?? to ?? (from ? addDays(first, DAYS_BACK + DAYS_AHEAD) : addDays(today, DAYS_AHEAD))) as LocalDate
  return { first, last }
}

/** Function that returns the partitions to read of a month, `yyyy-mm`. */
export type MonthsOf = (month: string) => Partition<AppointmentRow>[]

/** Returns the query for everybody's appointments of a month, `yyyy-mm`. */
export const monthQueryOfAll = (month: string) => Appointments.query.byMonth({ month })
/** Returns the query for an agent's appointments of a month, `yyyy-mm`. */
export const monthQueryOfAgent = (agentId: string, month: string) => Appointments.query.byAgent({ agentId, month })
/** Returns the query for the appointments of a month, `yyyy-mm`, that a person booked. */
export const monthQueryOfCaller = (createdBy: string, month: string) =>
  Appointments.query.byCaller({ createdBy, month })

/** Query for appointments of a month, which `between` limits to a range of starts. */
interface Stretchable {
  between(from: { start: string; id: string }, until: { start: string; id: string }): Query<AppointmentRow>
}

/**
 * Reads the appointments that start from one moment on and before another, each once, by start. Reads all months in
 * parallel, which suits only spans with few appointments.
 */
export async function readAppointmentsBetween(
  from: Instant,
  until: Instant,
  partitions: (month: string) => readonly Stretchable[],
): Promise<AppointmentRow[]> {
  const queries = monthsBetween(localDateOf(from), localDateOf(until)).flatMap(partitions)
  const read = await Promise.all(
    queries.map((query) => readAll(query.between({ start: from, id: '' }, { start: until, id: '' }))),
  )
  const byId = new Map(read.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => (one.start < other.start ? -1 : 1))
}

/**
 * Returns a function that gives the narrowest partitions of a month with every row that a query may show. `covered` is
 * the reach of the list. The partition of a person outside that reach is never read: the lengths of pages would reveal
 * how many appointments the person has.
 */
export async function partitionsOf(covered: Reach, actor: Caller, query: AppointmentFilter): Promise<MonthsOf> {
  const mine = query.mine ? actor.id : undefined
  const agentId = query.agentId ?? (actor.role === 'agent' ? mine : undefined)
  const createdBy = query.calledBy ?? (actor.role === 'agent' ? undefined : mine)
  if (agentId && (await isWithin(covered, actor, agentId))) return (month) => [monthQueryOfAgent(agentId, month)]
  if (createdBy && (await isWithin(covered, actor, createdBy))) return (month) => [monthQueryOfCaller(createdBy, month)]
  if (covered.scope === 'own')
    return (month) => [monthQueryOfAgent(covered.userId, month), monthQueryOfCaller(covered.userId, month)]
  const teamId = covered.scope === 'team' ? covered.teamId : query.teamId
  if (teamId === undefined) return (month) => [monthQueryOfAll(month)]
  return (month) => [Appointments.query.byTeam({ teamId, month })]
}

async function isWithin(covered: Reach, actor: Caller, userId: string): Promise<boolean> {
  if (covered.scope === 'all' || userId === actor.id) return true
  return covered.scope === 'team' && (await findUser(userId))?.teamId === covered.teamId
}
