import type { Reach } from '../../../shared/access.ts'
import { type Office, officeNames } from '../../../shared/api/parts/fields.ts'
import type { Measure } from '../../../shared/measures.ts'
import { addDays, type LocalDate, startOfWeek, today } from '../../../shared/time.ts'
import { readTeamsById } from '../../people/service.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { type Counter, periodsOf, readCountersWithin, sumMeasures } from '../../platform/data/counters.ts'
import { periodOf, type TimeFilter } from './stats.ts'

const WEEKS = 12

/** Measures of a person's appointments, and of those with status sale. */
interface Measured {
  readonly appointments: readonly Measure[]
  readonly sales: readonly Measure[]
}
const asAgent: Measured = { appointments: ['appointments'], sales: ['given-sale', 'own-sale'] }
const asCaller: Measured = { appointments: ['particulier', 'zakelijk'], sales: ['booked-sale', 'own-sale'] }

/**
 * Counts appointments, and those with status sale: in each of the last twelve weeks, and in a period by agent, caller,
 * team and office.
 * Lists who booked without a reason to call, or too often because the customer called us (market 67d).
 * Covers the actor's reach. Teams are empty for an actor who reaches only their own records; offices are empty unless
 * the actor reaches everything. Throws 403 without sales access.
 */
export async function readPerformance(actor: Caller, timeFilter: TimeFilter = 'this-month') {
  const covered = requireReach(actor, 'performance:read')
  const [weeks, rows] = await Promise.all([
    Promise.all(mondays().map((monday) => week(actor, covered, monday))),
    readCountersWithin(periodOf(timeFilter), covered),
  ])
  const teams = covered.scope === 'own' ? new Map() : await readTeamsById(rows.map(({ teamId }) => teamId))
  const perTeam = tally(rows, asAgent, ({ teamId }) => {
    const team = teams.get(teamId)
    return team ? { id: String(teamId), name: team.name } : null
  })
  const perOffice = tally(rows, asAgent, ({ teamId }) => {
    const office: Office | undefined = teams.get(teamId)?.office
    return office ? { id: office, name: officeNames[office] } : null
  })
  const person = ({ userId, name }: Counter) => ({ id: userId, name })
  return {
    weeks,
    agents: tally(rows, asAgent, person),
    callers: tally(rows, asCaller, person),
    teams: perTeam,
    offices: covered.scope === 'all' ? perOffice : [],
    bases: covered.scope === 'own' ? [] : listBases(rows),
  }
}

/** Returns the Mondays of the last twelve weeks, this one included, oldest first. */
function mondays(): LocalDate[] {
  const last = startOfWeek(today())
  return Array.from({ length: WEEKS }, (_, index) => addDays(last, (index + 1 - WEEKS) * 7))
}

/** Counts appointments and sales of a week; a caller's own weeks count their bookings. */
async function week(actor: Caller, covered: Reach, monday: LocalDate) {
  const rows = await readCountersWithin(periodsOf(monday).week, covered)
  const { appointments, sales } = covered.scope === 'own' && actor.role === 'caller' ? asCaller : asAgent
  return { monday, appointments: sumMeasures(rows, appointments), sales: sumMeasures(rows, sales) }
}

/** Returns one entry per name with any appointments, ordered by sales, then by appointments, then by name. */
function tally(
  rows: readonly Counter[],
  { appointments, sales }: Measured,
  whose: (row: Counter) => { id: string; name: string } | null,
) {
  const entries = new Map<string, { id: string; name: string; appointments: number; sales: number }>()
  for (const row of rows) {
    const one = whose(row)
    if (!one) continue
    const entry = entries.get(one.id) ?? { ...one, appointments: 0, sales: 0 }
    entry.appointments += sumMeasures([row], appointments)
    entry.sales += sumMeasures([row], sales)
    entries.set(one.id, entry)
  }
  return [...entries.values()]
    .filter((entry) => entry.appointments > 0)
    .sort(
      (one, other) =>
        other.sales - one.sales || other.appointments - one.appointments || one.name.localeCompare(other.name, 'nl'),
    )
}

/** Share of bookings because the customer called us above which a person is listed. */
const MOST_INBOUND = 0.1

/** Returns the bookings of everybody who gave no reason, or too often that the customer called us; most missing first. */
function listBases(rows: readonly Counter[]) {
  return [...Map.groupBy(rows, ({ userId }) => userId)]
    .map(([id, of]) => ({
      ...{ id, name: of[0]?.name ?? '', booked: sumMeasures(of, asCaller.appointments) },
      ...{ inbound: sumMeasures(of, ['basisInbound']), missing: sumMeasures(of, ['basisMissing']) },
    }))
    .filter(({ booked, inbound, missing }) => missing > 0 || inbound > booked * MOST_INBOUND)
    .sort((one, other) => other.missing - one.missing || other.inbound - one.inbound || (one.id < other.id ? -1 : 1))
}
