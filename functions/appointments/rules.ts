import type { Owned } from '../../shared/access.ts'
import type { AppointmentType } from '../../shared/contract/appointments.ts'
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
import { type Contribution, reportMonth } from '../platform/counters.ts'
import { fullName } from '../platform/user.ts'
import { storing } from '../records/form.ts'
import type { AppointmentRow } from './entity.ts'

/** Who an appointment belongs to: its team, and as own record its agent and whoever booked it (access.md). */
export const ownedBy = (row: Pick<AppointmentRow, 'teamId' | 'agentId' | 'createdBy'>): Owned => ({
  teamId: row.teamId,
  owners: [row.agentId, row.createdBy],
})

/**
 * When an appointment starts, from Amsterdam wall time. Refuses 02:30 on the spring night, which does not exist
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

/** The wall time an appointment stands at, for a change of the date or the time alone. */
export const wallTimeOf = (start: string) => ({
  date: localDateOf(start as Instant),
  time: localTimeOf(start as Instant),
})

/** Zakelijk when a company is named, unless said otherwise (rulings 23). */
export const typeOf = (type: AppointmentType | undefined, companyName: string | null | undefined): AppointmentType =>
  type ?? (companyName ? 'zakelijk' : 'particulier')

/** The customer's details as they are stored: phone and postcode in their normal form. */
export const details = storing<AppointmentRow>()(
  ['appointmentDate', 'appointmentTime', 'agentId', 'status', 'type', 'undoable'],
  { customerPhone: normalisePhone, postalCode: normalisePostcode },
)

/** Whether an appointment is still to be held: scheduled, or awaiting the customer (rulings 27). */
export const isOpen = ({ status }: Pick<AppointmentRow, 'status'>) => status === 'scheduled' || status === 'awaiting'

/**
 * What a change does to the calendar entry that customers have: a new date or time, a cancellation or its being undone
 * raises the sequence; what stands anew is reminded of anew (rulings 28).
 */
export function replanned(before: AppointmentRow, after: AppointmentRow, at: string): AppointmentRow {
  const isMoved = before.start !== after.start
  const wasOff = before.status === 'cancelled'
  if (!isMoved && wasOff === (after.status === 'cancelled')) return after
  const raised = { ...after, sequence: (before.sequence ?? 0) + 1 }
  return isMoved || wasOff ? { ...raised, plannedAt: at, reminderSent: false } : raised
}

type Measure = (typeof measures.appointments)[number]

/** Whether the sale that is registered for an appointment stands. */
export const hasSale = ({ saleId, saleRejected }: Pick<AppointmentRow, 'saleId' | 'saleRejected'>) =>
  saleId !== undefined && saleRejected !== true

/** Whether an appointment ended in a sale that nobody registered yet: it counts as one meanwhile (docs/decisions/0025). */
export const isUnregistered = ({ status, saleId }: Pick<AppointmentRow, 'status' | 'saleId'>) =>
  status === 'sale' && saleId === undefined

/** Whether an appointment took place, however it ended (rulings 36). */
export const isHeld = ({ status }: Pick<AppointmentRow, 'status'>) =>
  status === 'sale' || status === 'no-sale' || status === 'quote-sent'

/** Person who called an appointment held, with their role. */
type Holder = NonNullable<AppointmentRow['heldBy']>

/**
 * Returns who called an appointment held after a change of its status; undefined where it is not held. Replaces the
 * person who booked it by the first other person who sets a held status (rulings 36).
 */
export function heldByAfter(
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

/** What of a held appointment the fee of its caller follows. */
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

/** Whether a change may move the fee of whoever booked an appointment; either side may be null. */
export const movesFee = (before: AppointmentRow | null, after: AppointmentRow | null) =>
  JSON.stringify(feeFacts(before)) !== JSON.stringify(feeFacts(after))

/**
 * What an appointment adds to the counters; a cancelled one is counted by its status alone (rulings 27), and as a sale one
 * counts until a sale is registered for it, whatever becomes of that.
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
