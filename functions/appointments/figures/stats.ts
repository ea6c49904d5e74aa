import type { timeFilters } from '../../../shared/api/schemas/appointments.ts'
import type { Measure } from '../../../shared/measures.ts'
import { addMonths, today } from '../../../shared/time.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { type Counter, periodsOf, readCountersWithin, sumMeasures } from '../../platform/data/counters.ts'

export type TimeFilter = (typeof timeFilters)[number]

/** Returns the period of the counters, such as `2026-11`, for a choice on the dashboard, such as `this-month`. */
export function periodOf(filter: TimeFilter): string {
  const { day, week, month, year } = periodsOf(today())
  if (filter === 'last-month') return periodsOf(addMonths(today(), -1)).month
  return { today: day, 'this-week': week, 'this-month': month, 'this-year': year }[filter]
}

/**
 * Counts appointments today, and open appointments and registered sales in a period, within reach (rulings 27). Reads
 * the counters of two periods, never the records.
 */
export async function readStats(actor: Caller, timeFilter: TimeFilter = 'this-month') {
  const covered = requireReach(actor, 'stats:read')
  const [now, then] = await Promise.all([
    readCountersWithin(periodsOf(today()).day, covered),
    readCountersWithin(periodOf(timeFilter), covered),
  ])
  // For one person, bookings for others count too. For a team or everybody, such a booking would count twice.
  const own = covered.scope === 'own'
  return {
    appointmentsToday: sumMeasures(now, own ? ['appointments', 'booked'] : ['appointments']),
    pendingAppointments: sumMeasures(then, own ? ['pending', 'bookedPending'] : ['pending']),
    salesThisMonth: sumMeasures(then, ['sales']),
  }
}

/**
 * Counts everybody's appointments (particulier, zakelijk) and registered sales in a period (rulings 27). Returns totals,
 * and rankings of people, best first.
 */
export async function readScoreboard(actor: Caller, period: 'month' | 'week' | 'today' = 'month') {
  const covered = requireReach(actor, 'scoreboard:read')
  const periods = periodsOf(today())
  const rows = await readCountersWithin(
    { month: periods.month, week: periods.week, today: periods.day }[period],
    covered,
  )
  return {
    totals: {
      particulier_appointments: sumMeasures(rows, ['particulier']),
      zakelijk_appointments: sumMeasures(rows, ['zakelijk']),
      sales_total: sumMeasures(rows, ['sales']),
    },
    particulier_appointments: rankCounters(rows, ['particulier']),
    zakelijk_appointments: rankCounters(rows, ['zakelijk']),
    sales_total: rankCounters(rows, ['sales']),
  }
}

/** Returns one entry per person with a count, best first, ties by name; scores in several teams are added up. */
function rankCounters(rows: readonly Counter[], of: readonly Measure[]) {
  const people = new Map<string, { id: string; name: string; count: number }>()
  for (const row of rows) {
    const entry = people.get(row.userId) ?? { id: row.userId, name: row.name, count: 0 }
    people.set(row.userId, { ...entry, count: entry.count + sumMeasures([row], of) })
  }
  return [...people.values()]
    .filter((entry) => entry.count > 0)
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name, 'nl'))
}
