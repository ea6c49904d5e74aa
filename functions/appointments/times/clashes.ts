import { can } from '../../../shared/access.ts'
import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import { conflict } from '../../../shared/errors.ts'
import { addSeconds, type Instant, localTimeOf } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import { asWhole, getRows } from '../../platform/data/rows.ts'
import { type AppointmentRow, Appointments } from '../entity.ts'
import { findAgentFor } from '../people.ts'
import { ownersOf, startOf, wallTimeOf } from '../rules.ts'
import { monthQueryOfAgent, readAppointmentsBetween } from '../span.ts'
import { freeTimesOf } from './free-times.ts'
import { findHolders } from './slots.ts'

/** Maximum number of appointments that a text names. */
const MOST_NAMED = 3
const LENGTH_SECONDS = APPOINTMENT_MINUTES * 60

interface Moment {
  readonly agentId?: string | undefined
  readonly date: string
  readonly time: string
  readonly except?: string | undefined
}

/**
 * Lists the start times (`HH:mm`, in order) of an agent's appointments that overlap with a new one at this date and
 * time, with a text that names them and the next free times. Leaves out cancelled ones and the one with id `except`.
 * Throws 403 when an agent chooses a colleague. Throws 422 without an agent, for one whom the actor may not choose, and
 * for a time that the clock change in spring skips.
 */
export async function findClashes(actor: Caller, { agentId, date, time, except }: Moment) {
  const agent = await findAgentFor(actor, agentId)
  const { start } = startOf(date, time)
  const clashing = await readClashing(agent.id, start, except)
  const times = clashing.map((row) => localTimeOf(row.start as Instant))
  const message = clashing.length === 0 ? null : await describeClash(actor, { agent, start, except, clashing })
  return { times, message }
}

/** Returns the 409 for an appointment whose time another one of its agent holds, with the next free times. */
export async function slotConflict(actor: Caller, { id, agentId, agent, start }: AppointmentRow) {
  const clashing = await readClashing(agentId, start, id)
  const message = await describeClash(actor, { agent, start, except: id, clashing })
  return conflict(message, 'appointmentTime')
}

/** Reads an agent's appointments that overlap with one at `start` or hold its quarters, by start. */
async function readClashing(agentId: string, start: Instant | string, except: string | undefined) {
  const [from, until] = [-LENGTH_SECONDS, LENGTH_SECONDS].map((seconds) => addSeconds(start as Instant, seconds)) as [
    Instant,
    Instant,
  ]
  const [near, holders] = await Promise.all([
    readAppointmentsBetween(from, until, (month) => [monthQueryOfAgent(agentId, month)]),
    findHolders(agentId, start),
  ])
  const overlapping = near.filter((row) => row.status !== 'cancelled' && row.start !== from)
  // The index may not yet have an appointment that was booked a moment ago.
  const missing = holders.filter((id) => !overlapping.some((row) => row.id === id))
  const held = await getRows(
    Appointments,
    missing.map((id) => ({ id })),
  )
  return [...overlapping, ...asWhole(held)]
    .filter(({ id }) => id !== except)
    .sort((one, other) => (one.start < other.start ? -1 : 1))
}

interface Clash {
  readonly agent: { readonly id: string; readonly firstName: string }
  readonly start: string
  readonly except: string | undefined
  readonly clashing: readonly AppointmentRow[]
}

/**
 * Returns a Dutch text such as 'Lucas heeft om 10:15 al Bakkerij Proef. Vrij: 11:15, 13:00, 15:30.' A customer out of
 * the actor's reach is 'een andere afspraak'.
 */
async function describeClash(actor: Caller, { agent, start, except, clashing }: Clash): Promise<string> {
  const { date, time } = wallTimeOf(start)
  const taken = clashing.map((row) => row.start as Instant)
  const free = await freeTimesOf(agent.id, { date, time, except }, taken)
  const nameOf = (row: AppointmentRow) =>
    can(actor, 'appointment:read', ownersOf(row)) ? row.customerName : 'een andere afspraak'
  const named = clashing
    .slice(0, MOST_NAMED)
    .map((row, at) => `om ${localTimeOf(row.start as Instant)} ${at === 0 ? 'al ' : ''}${nameOf(row)}`)
  const who = agent.id === actor.id ? 'Je hebt' : `${agent.firstName} heeft`
  const offered = free.next.map((next) => (next.date === date ? next.time : `${dayOf(next.date)} ${next.time}`))
  const busy = named.length === 0 ? `om ${time} al een andere afspraak` : new Intl.ListFormat('nl').format(named)
  return `${who} ${busy}.${offered.length === 0 ? '' : ` Vrij: ${offered.join(', ')}.`}`
}

/** Formats a date as `dd-mm`. */
const dayOf = (date: string): string => `${date.slice(8)}-${date.slice(5, 7)}`
