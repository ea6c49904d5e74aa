import type { Owned } from '../../shared/access.ts'
import type { Market } from '../../shared/contract/parts/trade.ts'
import { unprocessable } from '../../shared/errors.ts'
import { normalisePhone, normalisePostcode } from '../../shared/identifiers.ts'
import type { measures } from '../../shared/measures.ts'
import {
  type Instant,
  instantIn,
  type LocalDate,
  localDateOf,
  localTimeOf,
  monthOf,
  NonexistentTimeError,
} from '../../shared/time.ts'
import { type Contribution, reportMonth } from '../platform/data/counters.ts'
import { fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import type { AppointmentRow } from './entity.ts'

/** Returns the owners of an appointment: its team, its agent and the person who booked it (access.md). */
export const ownersOf = (row: Pick<AppointmentRow, 'teamId' | 'agentId' | 'createdBy'>): Owned => ({
  teamId: row.teamId,
  owners: [row.agentId, row.createdBy],
})

/**
 * Returns the start of an appointment from Amsterdam wall time. Refuses 02:30 on the spring night, which does not exist
 * (rulings 24).
 */
export function startOf(date: string, time: string) {
  try {
    const start = instantIn(date as LocalDate, time)
    const day = localDateOf(start)
    return { start, date: day, month: monthOf(day) }
  } catch (error) {
    if (!(error instanceof NonexistentTimeError)) throw error
    const text = `${time} bestaat niet op deze dag, omdat dan de zomertijd ingaat. Kies een andere tijd.`
    throw unprocessable(text, 'appointmentTime')
  }
}

/** Returns the wall time of a start, for a change of only the date or the time. */
export const wallTimeOf = (start: string) => ({
  date: localDateOf(start as Instant),
  time: localTimeOf(start as Instant),
})

/** Returns the type: zakelijk with a company name, unless given otherwise (rulings 23). */
export const typeOf = (type: Market | undefined, companyName: string | null | undefined): Market =>
  type ?? (companyName ? 'zakelijk' : 'particulier')

/** Turns the customer's details into their stored form: phone and postcode normalised. */
export const details = mapFormFields<AppointmentRow>()(
  ['appointmentDate', 'appointmentTime', 'agentId', 'status', 'type', 'undoable'],
  { customerPhone: normalisePhone, postalCode: normalisePostcode },
)

/** Tells whether an appointment is open: scheduled, or awaiting the customer (rulings 27). */
export const isOpen = ({ status }: Pick<AppointmentRow, 'status'>) => status === 'scheduled' || status === 'awaiting'

/**
 * Updates a changed appointment for calendars and reminders (rulings 28). A new date or time, a cancellation and a
 * reactivation raise the sequence; a new or reactivated time gets a new reminder.
 */
export function updateCalendarFields(before: AppointmentRow, after: AppointmentRow, at: string): AppointmentRow {
  const isMoved = before.start !== after.start
  const wasOff = before.status === 'cancelled'
  if (!isMoved && wasOff === (after.status === 'cancelled')) return after
  const raised = { ...after, sequence: (before.sequence ?? 0) + 1 }
  return isMoved || wasOff ? { ...raised, plannedAt: at, reminderSent: false } : raised
}

type Measure = (typeof measures.appointments)[number]

/** Tells whether an appointment has a sale that was not rejected. */
export const hasSale = ({ saleId, saleRejected }: Pick<AppointmentRow, 'saleId' | 'saleRejected'>) =>
  saleId !== undefined && saleRejected !== true

/**
 * Tells whether an appointment ended in a sale that is not registered yet; it counts as one meanwhile
 * (docs/decisions/0025).
 */
export const isUnregistered = ({ status, saleId }: Pick<AppointmentRow, 'status' | 'saleId'>) =>
  status === 'sale' && saleId === undefined

/** Tells whether an appointment took place, whatever its result (rulings 36). */
export const isHeld = ({ status }: Pick<AppointmentRow, 'status'>) =>
  status === 'sale' || status === 'no-sale' || status === 'quote-sent'

/** Person who called an appointment held, with their role. */
type Holder = NonNullable<AppointmentRow['heldBy']>

/**
 * Returns who called an appointment held after a change of its status; undefined when it is not held. The first other
 * person who sets a held status replaces the person who booked it (rulings 36).
 */
export function findHolder(
  before: AppointmentRow | null,
  after: Pick<AppointmentRow, 'status' | 'createdBy'>,
  { id, role }: Holder,
): AppointmentRow['heldBy'] {
  if (!isHeld(after)) return undefined
  const wasHeld = before !== null && isHeld(before)
  if (wasHeld && id === after.createdBy) return before.heldBy
  if (wasHeld && before.heldBy?.id !== after.createdBy) return before.heldBy
  return { id, role }
}

/** Tells whether only the caller who booked an appointment called it held, so that the fee waits (rulings 36). */
export const isToConfirm = (row: AppointmentRow): boolean =>
  isHeld(row) && !hasSale(row) && row.heldBy?.id === row.createdBy && row.heldBy.role === 'caller'

/** Returns the fields of a held appointment that determine its caller's fee. */
const feeFacts = (row: AppointmentRow | null) =>
  row && isHeld(row)
    ? [
        ...[
          row.agentId,
          row.createdBy,
          row.teamId,
          row.date,
          hasSale(row),
          row.status,
          row.heldBy?.id === row.createdBy,
        ],
        ...[row.customerName, row.companyName, row.customerPhone],
      ]
    : null

/** Tells whether a change may affect the fee of the person who booked an appointment; either side may be null. */
export const movesFee = (before: AppointmentRow | null, after: AppointmentRow | null) =>
  JSON.stringify(feeFacts(before)) !== JSON.stringify(feeFacts(after))

/**
 * Returns the contributions of an appointment to counters. A cancelled one counts only by its status (rulings 27); one
 * with status sale counts as a sale until a sale is registered for it, whatever happens to that sale.
 */
export function contributionsOf(row: AppointmentRow): Contribution<Measure>[] {
  const at = { date: row.date as LocalDate, teamId: row.teamId }
  const agent = { ...at, userId: row.agentId, name: fullName(row.agent) }
  const caller = { ...at, userId: row.createdBy, name: fullName(row.caller) }
  const pending = isOpen(row)
  const booked = row.createdBy !== row.agentId
  const byStatus: Contribution<Measure>[] = booked
    ? [
        { ...agent, measure: `given-${row.status}` },
        { ...caller, measure: `booked-${row.status}` },
      ]
    : [{ ...agent, measure: `own-${row.status}` }]
  if (row.status === 'cancelled') return byStatus
  return [
    ...byStatus,
    { ...agent, date: reportMonth(row.month), measure: 'reportAppointments' },
    ...(isHeld(row) ? [{ ...agent, date: reportMonth(row.month), measure: 'reportHeld' as const }] : []),
    { ...agent, measure: 'appointments' },
    ...(pending ? [{ ...agent, measure: 'pending' as const }] : []),
    ...(booked ? [{ ...caller, measure: 'booked' as const }] : []),
    ...(booked ? [{ ...caller, date: reportMonth(row.month), measure: 'reportBooked' as const }] : []),
    ...(booked && pending ? [{ ...caller, measure: 'bookedPending' as const }] : []),
    { ...caller, measure: row.type },
    ...(isUnregistered(row)
      ? [
          { ...agent, measure: 'sold' as const },
          { ...caller, measure: 'bookedSold' as const },
        ]
      : []),
  ]
}
