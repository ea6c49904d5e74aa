import type { Owned } from '../../shared/access.ts'
import type { Market } from '../../shared/api/parts/trade.ts'
import { appointment } from '../../shared/appointments/record.ts'
import { unprocessable } from '../../shared/errors.ts'
import type { measures } from '../../shared/measures.ts'
import {
  type Instant,
  instantIn,
  type LocalDate,
  localDateOf,
  localTimeOf,
  monthOf,
  NonexistentTimeError,
  today,
} from '../../shared/time.ts'
import { type Contribution, reportPeriod } from '../platform/data/counters.ts'
import { fullName } from '../platform/identity/user.ts'
import { mapFormFields } from '../records/form.ts'
import type { AppointmentRow } from './entity.ts'

/** Returns the owners of an appointment: its team, its agent and the person who booked it (access.md). */
export const ownersOf = (row: Pick<AppointmentRow, 'teamId' | 'agentId' | 'createdBy'>): Owned => ({
  teamId: row.teamId,
  owners: [row.agentId, row.createdBy],
})

/**
 * Returns the start, date and month of an appointment from a date and time in Amsterdam. Throws 422 for a time that the
 * clock change in spring skips, such as 02:30 (rulings 24).
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

/** Returns the Amsterdam date and time (`HH:mm`) of a start. */
export const wallTimeOf = (start: string) => ({
  date: localDateOf(start as Instant),
  time: localTimeOf(start as Instant),
})

/** Returns the given type, or by default zakelijk with a company name and particulier without one (rulings 23). */
export const typeOf = (type: Market | undefined, companyName: string | null | undefined): Market =>
  type ?? (companyName ? 'zakelijk' : 'particulier')

/**
 * Turns form fields into attributes of an appointment, with phone and postcode normalised. `created` makes those of a
 * new row, `changed` those of a change.
 */
export const details = mapFormFields<AppointmentRow>()(
  ['appointmentDate', 'appointmentTime', 'agentId', 'status', 'contactBasis', 'undoable', 'bookAnyway'],
  appointment.normal,
)

/** Tells whether an appointment is open: its status is scheduled or awaiting (rulings 27). */
export const isOpen = ({ status }: Pick<AppointmentRow, 'status'>) => status === 'scheduled' || status === 'awaiting'

/** Tells whether an appointment is open and of today, so that its customer can be told of a delay. */
export const isOpenToday = (row: Pick<AppointmentRow, 'status' | 'date'>) => isOpen(row) && row.date === today()

/**
 * Returns an appointment, changed at the moment `at`, with its calendar fields updated (rulings 28). A move, a
 * cancellation and a reactivation raise the sequence number. A move and a reactivation also make the appointment's
 * reminder due again, and forget the agent's arrival, unless the change notes one.
 */
export function updateCalendarFields(before: AppointmentRow, after: AppointmentRow, at: string): AppointmentRow {
  const isMoved = before.start !== after.start
  const wasOff = before.status === 'cancelled'
  if (!isMoved && wasOff === (after.status === 'cancelled')) return after
  const raised = { ...after, sequence: (before.sequence ?? 0) + 1 }
  if (!isMoved && !wasOff) return raised
  const arrivedAt = after.arrivedAt === before.arrivedAt ? undefined : after.arrivedAt
  return { ...raised, plannedAt: at, reminderSent: false, arrivedAt }
}

type Measure = (typeof measures.appointments)[number]

/** Tells whether an appointment has a sale that was not rejected. */
export const hasSale = ({ saleId, saleRejected }: Pick<AppointmentRow, 'saleId' | 'saleRejected'>) =>
  saleId !== undefined && saleRejected !== true

/** Tells whether an appointment ended in a sale that nobody has registered yet; counters then count it as a sale. */
export const isUnregistered = ({ status, saleId }: Pick<AppointmentRow, 'status' | 'saleId'>) =>
  status === 'sale' && saleId === undefined

/** Tells whether an appointment took place: its status is sale, no-sale or quote-sent (rulings 36). */
export const isHeld = ({ status }: Pick<AppointmentRow, 'status'>) =>
  status === 'sale' || status === 'no-sale' || status === 'quote-sent'

/** Person who marked an appointment as held, with their role. */
type Holder = NonNullable<AppointmentRow['heldBy']>

/**
 * Returns who marked an appointment as held, after a change by `{ id, role }`; undefined when it is not held. A stored
 * person changes only from the booker to somebody else, who thereby confirms the booker's fee (rulings 36).
 */
export function determineHeldBy(
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

/**
 * Tells whether only the caller who booked an appointment marked it as held. Another person must then confirm the
 * caller's fee (rulings 36).
 */
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

/**
 * Tells whether a change may affect the fee (reward of the booker of a held appointment). `before` is null for a new
 * appointment, `after` for a deleted one.
 */
export const mayAffectFee = (before: AppointmentRow | null, after: AppointmentRow | null) =>
  JSON.stringify(feeFacts(before)) !== JSON.stringify(feeFacts(after))

/**
 * Returns the counts that an appointment adds to counters (rulings 27). A cancelled one counts only by status.
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
    ...basisMeasuresOf(row).map((measure) => ({ ...caller, measure })),
    { ...agent, date: reportPeriod(row.month), measure: 'reportAppointments' },
    ...(isHeld(row) ? [{ ...agent, date: reportPeriod(row.month), measure: 'reportHeld' as const }] : []),
    { ...agent, measure: 'appointments' },
    ...(pending ? [{ ...agent, measure: 'pending' as const }] : []),
    ...(booked ? [{ ...caller, measure: 'booked' as const }] : []),
    ...(booked ? [{ ...caller, date: reportPeriod(row.month), measure: 'reportBooked' as const }] : []),
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

const measureOfBasis = { missing: 'basisMissing', inbound: 'basisInbound' } as const

function basisMeasuresOf({ contactBasis }: AppointmentRow): Measure[] {
  const measure = contactBasis && measureOfBasis[contactBasis.kind as keyof typeof measureOfBasis]
  return measure ? [measure] : []
}
