import { type Appointment, statusesIn } from '../../../shared/contract/appointments.ts'
import { type Instant, localDateOf, localTimeOf } from '../../../shared/time.ts'
import { boundsOf, type CalendarAddress } from './span.ts'

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

/** A place for appointments: a whole day, one hour of it, or what lies outside the hours shown (rulings 24). */
export interface Slot {
  readonly date: string
  readonly hour: number | 'outside' | null
}

/** A slot's name, unique within a view: `2026-11-23`, `2026-11-23 10`. */
export const slotKey = ({ date, hour }: Slot): string => (hour === null ? date : `${date} ${hour}`)

/** The rows of a view by the hour: what lies outside the hours has one only where something stands in it. */
export const rowsOf = (entries: readonly Entry[]): readonly ('outside' | number)[] =>
  entries.some((entry) => hourOf(entry) === 'outside') ? ['outside', ...hours] : hours

/** The slot of a date that an entry stands in, in a view by the hour. */
export function hourOf({ time }: Pick<Entry, 'time'>): number | 'outside' {
  const hour = Number(time.slice(0, 2))
  return hours.includes(hour) ? hour : 'outside'
}

/** The time a slot stands for; none for a whole day and what lies outside the hours. */
export const timeOf = ({ hour }: Slot): string | undefined =>
  typeof hour === 'number' ? `${String(hour).padStart(2, '0')}:00` : undefined

/**
 * When an entry is after it moved to a slot. A whole day keeps the time, an hour the minutes; outside the hours shown the
 * time is still to be chosen.
 */
export function movedTo({ time }: Entry, { date, hour }: Slot): { date: string; time: string | null } {
  if (hour === 'outside') return { date, time: null }
  return { date, time: hour === null ? time : `${String(hour).padStart(2, '0')}${time.slice(2)}` }
}

/** What the calendar leaves out. */
export type CalendarFilter = Partial<Omit<CalendarAddress, 'view' | 'date'>>

/** The appointments that pass the filters, by start. */
export function entriesOf(appointments: readonly Appointment[], filter: CalendarFilter): Entry[] {
  const { period, office, status, agentId, teamId } = filter
  const bounds = period && boundsOf(period)
  const statuses = statusesIn(status ?? '')
  return appointments
    .filter(
      (one) =>
        (!office || one.team.office === office) &&
        (!status || statuses.includes(one.status)) &&
        (!agentId || one.agentId === agentId) &&
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

/** The entries by the key of their slot, by day or by hour. */
export function bySlot(entries: readonly Entry[], unit: 'day' | 'hour'): ReadonlyMap<string, readonly Entry[]> {
  return Map.groupBy(entries, (entry) => slotKey({ date: entry.date, hour: unit === 'day' ? null : hourOf(entry) }))
}

/**
 * How full the fullest slot of a view is, which shows three at most: the others are as high, so that no row jumps.
 * `more` tells whether any has more of them.
 */
export function fullest(found: ReadonlyMap<string, readonly Entry[]>): { shown: number; more: boolean } {
  const most = Math.max(0, ...[...found.values()].map(({ length }) => length))
  return { shown: Math.min(most, MOST_SHOWN), more: most > MOST_SHOWN }
}

const order = ({ appointment }: Entry) => `${appointment.appointmentDate} ${appointment.customerName}`
