import { now } from '../../shared/time.ts'
import type { OutboxItem } from '../platform/outbox.ts'
import type { AppointmentRow } from './entity.ts'
import { isOpen } from './rules.ts'
import { mailSettings } from './settings.ts'

/** What a mail says of an appointment; goes along with a cancellation, whose appointment may be gone. */
const factNames = [
  'id',
  'customerName',
  'customerEmail',
  'start',
  'agent',
  'address',
  'houseNumber',
  'postalCode',
  'city',
  'status',
  'sequence',
] as const
export type MailFacts = Pick<AppointmentRow, (typeof factNames)[number]>

const factsOf = (row: AppointmentRow): MailFacts =>
  Object.fromEntries(
    factNames.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  ) as unknown as MailFacts

export const sequenceOf = ({ sequence = 0 }: Pick<AppointmentRow, 'sequence'>) => sequence

type Kind = Exclude<OutboxItem['kind'], 'identity-sync' | 'user-renamed' | 'team-renamed'>

/** A mail about an appointment as it is now. */
export const mailItem = (kind: Kind, row: AppointmentRow, id?: string): OutboxItem => ({
  kind,
  subject: row.id,
  sequence: sequenceOf(row),
  ...(id ? { id } : {}),
  ...(kind === 'appointment-cancelled' ? { facts: factsOf(row) } : {}),
})

/**
 * Which mail a change of an appointment asks for, or none (rulings 28): a confirmation when it is booked or, having been
 * cancelled, is on again; one about a new date or time; one when it is cancelled, or deleted while open. What lies in
 * the past is nobody's news.
 */
function mailFor(before: AppointmentRow | null, after: AppointmentRow | null): Kind | null {
  const at = now()
  const isAhead = (row: AppointmentRow) => row.start > at
  if (!after) return before && isOpen(before) && isAhead(before) ? 'appointment-cancelled' : null
  if (after.status === 'cancelled') {
    return before && before.status !== 'cancelled' && isAhead(before) ? 'appointment-cancelled' : null
  }
  if (!isAhead(after)) return null
  if (!before || before.status === 'cancelled') return 'appointment-confirmation'
  return before.start === after.start ? null : 'appointment-moved'
}

/** The outbox item of a change, unless the customer has no address or such mails are switched off. */
export async function mailsFor(before: AppointmentRow | null, after: AppointmentRow | null): Promise<OutboxItem[]> {
  const kind = mailFor(before, after)
  if (!kind) return []
  const about = kind === 'appointment-cancelled' ? cancelled(before, after) : after
  if (!about?.customerEmail || !(await mailSettings()).sendConfirmations) return []
  return [mailItem(kind, about)]
}

/** A cancelled appointment as its mail shows it: with the date the customer knows, under the next sequence. */
function cancelled(before: AppointmentRow | null, after: AppointmentRow | null): AppointmentRow | null {
  if (!before) return null
  return { ...before, customerEmail: after?.customerEmail ?? before.customerEmail, sequence: sequenceOf(before) + 1 }
}
