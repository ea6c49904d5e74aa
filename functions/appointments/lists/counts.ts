import type { Reach } from '../../../shared/access.ts'
import { type AppointmentStatus, appointmentStatuses } from '../../../shared/api/parts/statuses.ts'
import type { AppointmentFilter } from '../../../shared/api/schemas/appointments.ts'
import type { Measure } from '../../../shared/measures.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { periodsCovering, readCountersWithin, sumMeasures } from '../../platform/data/counters.ts'
import { spanOf } from '../span.ts'

/**
 * Maximum number of counter periods (years, months, weeks, days) read for one answer. Suffices for several years with
 * some days or weeks before and after.
 */
const MOST_PERIODS = 60

type Query = Omit<AppointmentFilter, 'status'>

/** Measures that answer a filter; `shared/measures.ts` explains them. */
interface Counts {
  /** Prefixes of the measures that count appointments by status, such as `given` of `given-scheduled`. */
  readonly parts: readonly ('given' | 'booked' | 'own')[]
  /** Measure of appointments whose sale is not registered yet. */
  readonly unregistered?: 'sold' | 'bookedSold'
}
const asAgent: Counts = { parts: ['given', 'own'], unregistered: 'sold' }
const asCaller: Counts = { parts: ['booked', 'own'], unregistered: 'bookedSold' }
const asBoth: Counts = { parts: ['given', 'booked', 'own'] }

interface Wanted extends Counts {
  /** Id of one person; everybody when absent. */
  readonly userId?: string
}

/**
 * Counts appointments per status over the whole span of a filtered list, from counters. `statuses` is null when no
 * counter answers the filter, such as a search text, two people or a long span. Throws 403 without calendar access.
 */
export async function countAppointments(actor: Caller, query: Query) {
  const covered = requireReach(actor, 'appointment:read')
  const wanted = wantedOf(actor, covered, query)
  const { first, last } = spanOf(query)
  const periods = wanted ? periodsCovering(first, last) : []
  if (!wanted || periods.length > MOST_PERIODS) return { statuses: null }
  const counters = (await Promise.all(periods.map((period) => readCountersWithin(period, covered))))
    .flat()
    .filter(({ teamId }) => query.teamId === undefined || teamId === query.teamId)
    .filter(({ userId }) => wanted.userId === undefined || userId === wanted.userId)
  const measuresOf = (status: AppointmentStatus): Measure[] => {
    if (!query.unregistered) return wanted.parts.map((part) => `${part}-${status}` as const)
    return wanted.unregistered && status === 'sale' ? [wanted.unregistered] : []
  }
  const countOf = (status: AppointmentStatus) => sumMeasures(counters, measuresOf(status))
  const statuses = Object.fromEntries(appointmentStatuses.map((status) => [status, countOf(status)]))
  return { statuses: statuses as Record<AppointmentStatus, number> }
}

/**
 * Returns which counters answer a filter, and the person whose appointments they count (everybody when absent). Null
 * when no counters answer it.
 */
function wantedOf(actor: Caller, covered: Reach, query: Query): Wanted | null {
  const { q, type, office, basis, agentId, calledBy, mine } = query
  if (q || type || office || basis) return null
  const [one, another] = [
    ...(agentId ? [{ ...asAgent, userId: agentId }] : []),
    ...(calledBy ? [{ ...asCaller, userId: calledBy }] : []),
    ...(mine ? [{ ...(actor.role === 'agent' ? asAgent : asCaller), userId: actor.id }] : []),
  ]
  if (another) return null
  if (covered.scope !== 'own') return one ?? asAgent
  if (!one) return query.unregistered ? null : { ...asBoth, userId: covered.userId }
  return one.userId === covered.userId ? one : null
}
