import { APPOINTMENT_MINUTES, type Appointment, statusesIn } from '../../../shared/contract/appointments.ts'
import { type Instant, localDateOf, localTimeOf } from '../../../shared/time.ts'
import { agentsIn, boundsOf, type CalendarAddress } from './span.ts'

/** The hours of the day view, 09:00 to 21:00 (spec §2). */
export const hours: readonly number[] = Array.from({ length: 13 }, (_, index) => index + 9)

/** How many appointments a cell of a week or month shows (spec §2). */
export const MOST_SHOWN = 3

/** An appointment where the calendar draws it, in Amsterdam time. */
export interface Entry {
  readonly appointment: Appointment
  /** `yyyy-mm-dd`. */
  readonly date: string
  /** `HH:mm`. */
  readonly time: string
}

/** Somebody who has a column of their own in a day. */
export interface Agent {
  readonly id: string
  readonly name: string
}

/** A column of a view by the hour: a day, of one agent where several stand beside each other. */
export interface Column {
  readonly date: string
  readonly agent: Agent | null
}

/** A place for appointments: a whole day, one hour of it, or what lies outside the hours shown (rulings 24). */
export interface Slot extends Column {
  readonly hour: number | 'outside' | null
}

/** A slot's name, unique within a view: `2026-11-23`, `2026-11-23 10`, `2026-11-23 10 <agent>`. */
export const slotKey = ({ date, hour, agent }: Slot): string =>
  [date, ...(hour === null ? [] : [hour]), ...(agent ? [agent.id] : [])].join(' ')

/** The rows of a view by the hour: what lies outside the hours has one only where something stands in it. */
export const rowsOf = (entries: readonly Entry[]): readonly ('outside' | number)[] =>
  entries.some((entry) => hourOf(entry) === 'outside') ? ['outside', ...hours] : hours

/** The slot of a date that an entry stands in, in a view by the hour. */
export function hourOf({ time }: Pick<Entry, 'time'>): number | 'outside' {
  const hour = Number(time.slice(0, 2))
  return hours.includes(hour) ? hour : 'outside'
}

const QUARTER_MINUTES = 15
const FIRST_MINUTE = (hours[0] ?? 0) * 60
/** When the hours shown end. */
export const LAST_MINUTE = ((hours.at(-1) ?? 0) + 1) * 60

/** Minutes since midnight of a wall time, `HH:mm`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const timeAt = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The time of a quarter counted from the start of a slot; none for a whole day and what lies outside the hours. */
export function timeOf({ hour }: Slot, quarter = 0): string | undefined {
  if (typeof hour !== 'number') return
  const minutes = hour * 60 + quarter * QUARTER_MINUTES
  return timeAt(Math.min(Math.max(minutes, FIRST_MINUTE), LAST_MINUTE - QUARTER_MINUTES))
}

/** Where and when an entry is after it moved. */
export interface Landing {
  readonly date: string
  /** Null outside the hours shown, where the time is still to be chosen. */
  readonly time: string | null
  /** Who gets it; null: whoever has it. */
  readonly agent: Agent | null
}

/** When an entry is after it moved to a slot: a whole day keeps the time, an hour has its quarters. */
export function movedTo({ time }: Entry, slot: Slot, quarter: number): Landing {
  const { date, hour, agent } = slot
  return { date, agent, time: hour === null ? time : (timeOf(slot, quarter) ?? null) }
}

/** Whether an entry stands where it would be moved to. */
export const isAt = ({ appointment, date, time }: Entry, to: Landing): boolean =>
  to.date === date && to.time === time && (to.agent === null || to.agent.id === appointment.agentId)

/** An entry beside those that overlap with it. */
export interface Placed {
  readonly entry: Entry
  /** Its place among them, from 0, and into how many they divide the width. */
  readonly lane: number
  readonly lanes: number
}

/** Puts entries of one day that overlap beside each other, at most `most`; `rest` holds those without room. */
export function placed(entries: readonly Entry[], most: number): { shown: readonly Placed[]; rest: readonly Entry[] } {
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

/** Which part of an hour lies before an entry, and how many hours it lasts within those shown. */
export function spanOf({ time }: Entry): { offset: number; length: number } {
  const start = minutesOf(time)
  return { offset: (start % 60) / 60, length: Math.min(APPOINTMENT_MINUTES, LAST_MINUTE - start) / 60 }
}

/** What the calendar leaves out. */
export type CalendarFilter = Partial<Omit<CalendarAddress, 'view' | 'date'>>

/** The appointments that pass the filters, by start. */
export function entriesOf(appointments: readonly Appointment[], filter: CalendarFilter): Entry[] {
  const { period, office, status, agentId, teamId } = filter
  const bounds = period && boundsOf(period)
  const statuses = statusesIn(status ?? '')
  const agents = agentsIn(agentId)
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

/** The entries of a month by day. */
export const byDay = (entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> =>
  Map.groupBy(entries, ({ date }) => date)

/** The entries of one column, by start. */
export const inColumn = (entries: readonly Entry[], { date, agent }: Column): readonly Entry[] =>
  entries.filter((entry) => entry.date === date && (agent === null || entry.appointment.agentId === agent.id))

const order = ({ appointment }: Entry) => `${appointment.appointmentDate} ${appointment.customerName}`
