import type { MailKind } from '../../shared/contract/appointments.ts'
import { conflict } from '../../shared/errors.ts'
import { addSeconds, now } from '../../shared/time.ts'
import type { GuardedWrite } from '../platform/commit.ts'
import { Outbox, type OutboxItem, type WaitingItem } from '../platform/outbox.ts'
import type { AppointmentRow } from './entity.ts'
import { isOpen } from './rules.ts'
import { mailSettings } from './settings.ts'

/** What a mail says; goes along with a cancellation, whose appointment may be gone. */
const factNames = [
  'id',
  'customerName',
  'customerEmail',
  'start',
  'agent',
  'team',
  'address',
  'houseNumber',
  'postalCode',
  'city',
  'status',
  'sequence',
] as const
export type MailFacts = Pick<AppointmentRow, (typeof factNames)[number]>

/** What a mail says of an appointment as it is now. */
export const factsOf = (row: AppointmentRow): MailFacts =>
  Object.fromEntries(
    factNames.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  ) as unknown as MailFacts

/** The number of an appointment in calendars, which each move raises; 0 before the first. */
export const sequenceOf = ({ sequence = 0 }: { readonly sequence?: number | undefined }) => sequence

/** A mail about an appointment as it is now. */
export const mailItem = (kind: MailKind, row: AppointmentRow, id?: string): WaitingItem => ({
  kind: `appointment-${kind}`,
  subject: row.id,
  sequence: sequenceOf(row),
  ...(id ? { id } : {}),
  ...(kind === 'cancelled' ? { facts: factsOf(row) } : {}),
})

/**
 * Which mail a change of an appointment asks for, or none (rulings 28): a confirmation when it is booked or, having been
 * cancelled, is on again; one about a new date or time; one when it is cancelled, or deleted while open. What lies in
 * the past is nobody's news.
 */
function mailFor(before: AppointmentRow | null, after: AppointmentRow | null): MailKind | null {
  const at = now()
  const isAhead = (row: AppointmentRow) => row.start > at
  if (!after) return before && isOpen(before) && isAhead(before) ? 'cancelled' : null
  if (after.status === 'cancelled') {
    return before && before.status !== 'cancelled' && isAhead(before) ? 'cancelled' : null
  }
  if (!isAhead(after)) return null
  if (!before || before.status === 'cancelled') return 'confirmation'
  return before.start === after.start ? null : 'moved'
}

/** What a change asks of the outbox, to go into its transaction. */
interface MailPlan {
  /** Takes back a mail that has not left yet; a conflict when it leaves at this moment. */
  readonly write: readonly GuardedWrite[]
  readonly outbox: readonly OutboxItem[]
}

/** How long the mail about a move or a cancellation waits that may be undone: longer than the screen offers to. */
const UNDO_SECONDS = 12

/** What the mail about a move needs besides the appointment. */
interface MoveFacts {
  /** When the customer thinks that the appointment is. */
  readonly from: string
}

const NONE: MailPlan = { write: [], outbox: [] }

/**
 * The mail that a change asks for, unless the customer has no address or such mails are switched off. It follows from
 * what the customer knows: a move or a cancellation of which the mail still waits is taken back with it, so that one that
 * is undone in time tells nothing, and a cancellation names the time last told. An `undoable` one gives time for that.
 */
export async function mailsFor(
  before: AppointmentRow | null,
  after: AppointmentRow | null,
  undoable = false,
): Promise<MailPlan> {
  if (before && after && sequenceOf(before) === sequenceOf(after)) return NONE
  if (before?.status === 'cancelled' && after) return mailsForRevived(before, after, undoable)
  const untold = before && (await untoldMove(before))
  const known = before && untold ? { ...before, start: untold.from } : before
  const isUndone = known?.start === after?.start
  return {
    write: untold ? [takenBack(untold.id, isUndone ? 'Verplaatsing ongedaan gemaakt.' : NEXT_MOVE)] : [],
    outbox: await mailsOf(known, after, undoable),
  }
}

/** The mail when an appointment is on again: none when nobody was told that it was off. */
async function mailsForRevived(before: AppointmentRow, after: AppointmentRow, undoable: boolean): Promise<MailPlan> {
  const untold = await untoldCancellation(before)
  const known = untold && before.confirmationSent ? { ...before, start: untold.start, status: untold.status } : before
  return {
    write: untold ? [takenBack(cancellationId(before), 'Deze afspraak gaat toch door.')] : [],
    outbox: await mailsOf(known, after, undoable),
  }
}

/** The mail when an appointment is back that was deleted: what takes back the cancellation, if there was one. */
export const mailsForRestored = (deleted: AppointmentRow, after: AppointmentRow): Promise<MailPlan> =>
  isOpen(deleted)
    ? mailsFor({ ...deleted, status: 'cancelled', sequence: sequenceOf(deleted) + 1 }, after)
    : Promise.resolve(NONE)

const NEXT_MOVE = 'De afspraak is daarna weer gewijzigd.'

async function mailsOf(known: AppointmentRow | null, after: AppointmentRow | null, undoable: boolean) {
  const kind = mailFor(known, after)
  if (!kind) return []
  const about = kind === 'cancelled' ? cancelled(known, after) : after
  if (!about?.customerEmail || !(await mailSettings()).sendConfirmations) return []
  const wait = undoable ? { notBefore: addSeconds(now(), UNDO_SECONDS) } : {}
  if (kind === 'cancelled') return [{ ...mailItem(kind, about, cancellationId(about)), ...wait }]
  return [kind === 'moved' && known ? { ...moveItem(known, about), ...wait } : mailItem(kind, about)]
}

const cancellationId = (row: AppointmentRow) => `cancelled-${row.id}-${sequenceOf(row)}`

const moveId = (row: AppointmentRow) => `moved-${row.id}-${sequenceOf(row)}`

function moveItem(known: AppointmentRow, about: AppointmentRow): WaitingItem {
  const facts: MoveFacts = { from: known.start }
  return { ...mailItem('moved', about, moveId(about)), facts }
}

/** The move to where an appointment stands, if the customer was not told of it yet. */
async function untoldMove(row: AppointmentRow): Promise<{ id: string; from: string } | null> {
  const { data: item } = await Outbox.get({ id: moveId(row) }).go({ consistent: true })
  const { from } = (item?.facts ?? {}) as Partial<MoveFacts>
  return item?.state === 'waiting' && from ? { id: item.id, from } : null
}

/** What the customer knows of a cancelled appointment, if they were not told of that yet. */
async function untoldCancellation(row: AppointmentRow): Promise<MailFacts | null> {
  const { data: item } = await Outbox.get({ id: cancellationId(row) }).go({ consistent: true })
  return item?.state === 'waiting' ? ((item.facts as MailFacts | undefined) ?? null) : null
}

const takenBack = (id: string, error: string): GuardedWrite => ({
  write: Outbox.patch({ id })
    .set({ state: 'skipped', error, settledAt: now() })
    .remove(['facts'])
    .where(({ state }, { eq }) => eq(state, 'waiting')),
  otherwise: () => conflict('De klant krijgt op dit moment een mail over deze afspraak. Probeer het opnieuw.'),
})

/** A cancelled appointment as its mail shows it: with the date the customer knows, under the next sequence. */
function cancelled(before: AppointmentRow | null, after: AppointmentRow | null): AppointmentRow | null {
  if (!before) return null
  return { ...before, customerEmail: after?.customerEmail ?? before.customerEmail, sequence: sequenceOf(before) + 1 }
}
