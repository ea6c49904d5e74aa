import { statusesIn } from '../../../shared/api/schemas/appointments.ts'
import { APPOINTMENT_MINUTES } from '../../../shared/appointments/choices.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { type Instant, localDateOf, localTimeOf } from '../../../shared/time.ts'
import { type CalendarAddress, parseAgentIds } from './calendar-address.ts'
import { boundsOf } from './span.ts'

/** Hours of the day and week views, 09:00 to 21:00 (spec §2). */
const hours: readonly number[] = Array.from({ length: 13 }, (_, index) => index + 9)

/** Maximum number of appointments in a cell of a week or month (spec §2). */
export const MOST_SHOWN = 3

/** Appointment at its place in the calendar, in Amsterdam time. */
export interface Entry {
  readonly appointment: Appointment
  /** Date, `yyyy-mm-dd`. */
  readonly date: string
  /** Time, `HH:mm`. */
  readonly time: string
}

/** Person with a column in the day view. */
export interface Agent {
  readonly id: string
  readonly name: string
}

/** Column of the week or day view: one day. In the day view with agents, the day of one agent. */
export interface Column {
  readonly date: string
  readonly agent: Agent | null
}

/**
 * Cell of the calendar: a day in the month view, an hour in the other views. All hours that are not shown have one cell
 * together (rulings 24).
 */
export interface Slot extends Column {
  readonly hour: number | 'outside' | null
}

/** Returns the key of a slot, unique within a view: `2026-11-23`, `2026-11-23 10`, `2026-11-23 10 <agent>`. */
export const slotKeyOf = ({ date, hour, agent }: Slot): string =>
  [date, ...(hour === null ? [] : [hour]), ...(agent ? [agent.id] : [])].join(' ')

/** Returns the rows of the day and week views: the shown hours, after `outside` if an entry needs it. */
export const hourRowsOf = (entries: readonly Entry[]): readonly ('outside' | number)[] =>
  entries.some((entry) => hourOf(entry) === 'outside') ? ['outside', ...hours] : hours

/** Returns the hour in which an entry starts; `outside` when the day and week views do not show that hour. */
export function hourOf({ time }: Pick<Entry, 'time'>): number | 'outside' {
  const hour = Number(time.slice(0, 2))
  return hours.includes(hour) ? hour : 'outside'
}

const QUARTER_MINUTES = 15
const FIRST_MINUTE = (hours[0] ?? 0) * 60

/** End of the shown hours, in minutes since midnight. */
const LAST_MINUTE = ((hours.at(-1) ?? 0) + 1) * 60

/** Returns a time `HH:mm` as minutes since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const timeAt = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/**
 * Returns the time at which a quarter of a slot's hour starts: quarter 2 of 10:00 is `10:30`. Keeps within the shown
 * hours; undefined for a slot that is no hour.
 */
export function timeOf({ hour }: Slot, quarter = 0): string | undefined {
  if (typeof hour !== 'number') return
  const minutes = hour * 60 + quarter * QUARTER_MINUTES
  return timeAt(Math.min(Math.max(minutes, FIRST_MINUTE), LAST_MINUTE - QUARTER_MINUTES))
}

/** Date, time and agent that a moved entry gets. */
export interface Landing {
  readonly date: string
  /** Time; null outside the shown hours, where the user must still choose it. */
  readonly time: string | null
  /** New agent; null keeps the present one. */
  readonly agent: Agent | null
}

/**
 * Returns the date, time and agent that an entry gets when it is dropped in a slot. On a day of the month view, the
 * entry keeps its time. In an hour, it starts at `quarter`. Outside the shown hours, the time is null.
 */
export function findLanding({ time }: Entry, slot: Slot, quarter: number): Landing {
  const { date, hour, agent } = slot
  return { date, agent, time: hour === null ? time : (timeOf(slot, quarter) ?? null) }
}

/** Tells whether an entry already has the date, time and agent of `to`. */
export const isAt = ({ appointment, date, time }: Entry, to: Landing): boolean =>
  to.date === date && to.time === time && (to.agent === null || to.agent.id === appointment.agentId)

/** Entry with its position beside the entries that it overlaps. */
export interface Placed {
  readonly entry: Entry
  /** Position among the overlapping entries, from 0. */
  readonly lane: number
  /** Number of positions that the overlapping entries need. */
  readonly lanes: number
}

/**
 * Gives each entry of a column a position (`lane`), so that overlapping entries stand beside each other, at most
 * `most`. `entries` must be sorted by start. `rest` holds those that do not fit.
 */
export function layOutEntries(
  entries: readonly Entry[],
  most: number,
): { shown: readonly Placed[]; rest: readonly Entry[] } {
  const shown: Placed[] = []
  const rest: Entry[] = []
  let group: { readonly entry: Entry; readonly lane: number }[] = []
  let ends: number[] = []

  function close(): void {
    shown.push(...group.map((one) => ({ ...one, lanes: ends.length })))
    group = []
    ends = []
  }

  for (const entry of entries) {
    const start = minutesOf(entry.time)
    if (ends.every((end) => end <= start)) close()
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    if (lane >= most) {
      rest.push(entry)
      continue
    }
    ends[lane] = start + APPOINTMENT_MINUTES
    group.push({ entry, lane })
  }
  close()
  return { shown, rest }
}

/**
 * Returns which part of the hour passes before an entry starts (0 to 1), and its length in hours. Cuts the length off
 * at the end of the shown hours.
 */
export function measureEntry({ time }: Entry): { offset: number; length: number } {
  const start = minutesOf(time)
  return { offset: (start % 60) / 60, length: Math.min(APPOINTMENT_MINUTES, LAST_MINUTE - start) / 60 }
}

export type CalendarFilter = Partial<Omit<CalendarAddress, 'view' | 'date'>>

/** Returns the appointments that pass the filter as calendar entries, in order of start. */
export function entriesOf(appointments: readonly Appointment[], filter: CalendarFilter): Entry[] {
  const { period, office, status, agentId, teamId } = filter
  const bounds = period && boundsOf(period)
  const statuses = statusesIn(status ?? '')
  const agents = parseAgentIds(agentId)
  return appointments
    .filter(
      (one) =>
        (!office || one.team.office === office) &&
        (!status || statuses.includes(one.status)) &&
        (agents.length === 0 || agents.includes(one.agentId)) &&
        (!teamId || one.teamId === teamId),
    )
    .map((appointment) => ({
      appointment,
      date: localDateOf(appointment.appointmentDate as Instant),
      time: localTimeOf(appointment.appointmentDate as Instant),
    }))
    .filter(({ date }) => !bounds || (date >= bounds.from && date <= bounds.to))
    .sort((one, other) => order(one).localeCompare(order(other), 'nl'))
}

/** Groups entries by their date, `yyyy-mm-dd`. */
export const groupEntriesByDay = (entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> =>
  Map.groupBy(entries, ({ date }) => date)

/** Returns the entries in a column: those of its date and, if it has one, of its agent. Keeps their order. */
export const entriesOfColumn = (entries: readonly Entry[], { date, agent }: Column): readonly Entry[] =>
  entries.filter((entry) => entry.date === date && (agent === null || entry.appointment.agentId === agent.id))

const order = ({ appointment }: Entry) => `${appointment.appointmentDate} ${appointment.customerName}`
