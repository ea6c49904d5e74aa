import { BOOKED_FROM, BOOKED_UNTIL, MOST_ASKED_AGENTS } from '../../../shared/api/schemas/appointments.ts'
import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import {
  addDays,
  type Instant,
  type LocalDate,
  localDateOf,
  localTimeOf,
  now,
  startOfDay,
} from '../../../shared/time.ts'
import { findAssignable } from '../../people/service.ts'
import type { Caller } from '../../platform/actor.ts'
import { monthQueryOfAgent, readAppointmentsBetween } from '../span.ts'

/** Number of days in which free times are searched. */
const DAYS_AHEAD = 14
/** Maximum number of free times offered for one agent. */
const MOST_OFFERED = 3
const QUARTER_MINUTES = 15

interface Wanted {
  readonly agentIds?: string | undefined
  readonly date: string
  readonly time?: string | undefined
  readonly except?: string | undefined
  readonly postalCode?: string | undefined
}

/**
 * Returns for each agent, by default the actor, the occupied start times (`HH:mm`) of a day, and the first three free
 * times from `time` on, within two weeks and in the future. Ignores cancelled appointments and the one with id
 * `except`. Leaves out agents whom the actor may not book for, and takes at most 25 agents. With the customer's
 * postcode also returns the kilometres to each of those appointments, whose places stay hidden.
 */
export async function findFreeTimes(actor: Caller, { agentIds, date, time, except, postalCode }: Wanted) {
  const ids = [...new Set(agentIds?.split(',') ?? [actor.id])].slice(0, MOST_ASKED_AGENTS)
  const people = await Promise.all(ids.map((id) => findAssignable(actor, id)))
  const agents = await Promise.all(
    people
      .filter((person) => person !== null)
      .map(async ({ id }) => {
        const { taken, next, postcodes } = await freeTimesOf(id, { date, time, except })
        const kilometres = postalCode === undefined ? [] : await measure(postalCode, postcodes)
        return { id, taken, next, kilometres }
      }),
  )
  return { agents }
}

/** Returns the kilometres from a postcode to each of the others; loads their centres on demand. */
async function measure(postalCode: string, others: readonly (string | null | undefined)[]) {
  const { distanceBetween } = await import('../../../shared/appointments/distance.ts')
  return others.map((other) => distanceBetween(postalCode, other))
}

/**
 * Returns the occupied times of an agent on a day with the postcode of each, and the next free times; the starts in
 * `also` are occupied too.
 */
export async function freeTimesOf(
  agentId: string,
  { date, time = BOOKED_FROM, except }: Omit<Wanted, 'agentIds' | 'postalCode'>,
  also: readonly Instant[] = [],
) {
  const first = date as LocalDate
  const [from, until] = [startOfDay(first), startOfDay(addDays(first, DAYS_AHEAD))]
  const rows = await readAppointmentsBetween(from, until, (month) => [monthQueryOfAgent(agentId, month)])
  const occupying = rows.filter((row) => row.id !== except && row.status !== 'cancelled')
  const starts = new Set([...occupying.map(({ start }) => start as Instant), ...also])
  const byDay = Map.groupBy(starts, localDateOf)
  const takenOn = (day: LocalDate) => (byDay.get(day) ?? []).map((start) => localTimeOf(start))
  const placeAt = new Map(occupying.map(({ start, postalCode }) => [start, postalCode]))
  return {
    taken: takenOn(first),
    postcodes: (byDay.get(first) ?? []).map((start) => placeAt.get(start)),
    next: nextFree(first, time, takenOn),
  }
}

/** Returns the first free times from a moment on that do not overlap with each other. */
function nextFree(first: LocalDate, time: string, takenOn: (day: LocalDate) => readonly string[]) {
  const at = now()
  const present = `${localDateOf(at)} ${localTimeOf(at)}`
  const found: { date: string; time: string }[] = []
  for (let day = first; day < addDays(first, DAYS_AHEAD) && found.length < MOST_OFFERED; day = addDays(day, 1)) {
    const taken = takenOn(day).map(minutesOf)
    const from = day === first && time > BOOKED_FROM ? time : BOOKED_FROM
    const last = minutesOf(BOOKED_UNTIL) - APPOINTMENT_MINUTES
    for (let minute = quarterFrom(from); minute <= last && found.length < MOST_OFFERED; minute += QUARTER_MINUTES) {
      const isTaken = taken.some((start) => Math.abs(start - minute) < APPOINTMENT_MINUTES)
      if (isTaken || `${day} ${timeOf(minute)}` <= present) continue
      found.push({ date: day, time: timeOf(minute) })
      taken.push(minute)
    }
  }
  return found
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const quarterFrom = (time: string): number => Math.ceil(minutesOf(time) / QUARTER_MINUTES) * QUARTER_MINUTES
const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
