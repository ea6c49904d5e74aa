import type { MailKind } from '../../../shared/contract/schemas/appointments.ts'
import { conflict } from '../../../shared/errors.ts'
import { addSeconds, now } from '../../../shared/time.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { Outbox, type OutboxItem, type WaitingItem } from '../../platform/data/outbox.ts'
import type { AppointmentRow } from '../entity.ts'
import { isOpen } from '../rules.ts'
import { mailSettings } from './settings.ts'

/** Fields in a mail; stored with a cancellation, whose appointment may be deleted. */
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

/** Returns the current fields of an appointment for a mail. */
export const factsOf = (row: AppointmentRow): MailFacts =>
  Object.fromEntries(
    factNames.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  ) as unknown as MailFacts

/** Returns the sequence number of an appointment in calendars, which each move raises; 0 before the first. */
export const sequenceOf = ({ sequence = 0 }: { readonly sequence?: number | undefined }) => sequence

/** Returns the outbox item of a mail about the current appointment. */
export const mailItem = (kind: MailKind, row: AppointmentRow, id?: string): WaitingItem => ({
  kind: `appointment-${kind}`,
  subject: row.id,
  sequence: sequenceOf(row),
  ...(id ? { id } : {}),
  ...(kind === 'cancelled' ? { facts: factsOf(row) } : {}),
})

/**
 * Returns the kind of mail that a change of an appointment requires, or null (rulings 28). A confirmation when it is
 * booked or reactivated, a mail about a new date or time, and one when it is cancelled, or deleted while open. None for
 * appointments in the past.
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

/** Writes and outbox items of a change's mail, for its transaction. */
interface MailPlan {
  /** Cancels a mail that has not left yet; a conflict when it leaves at this moment. */
  readonly write: readonly GuardedWrite[]
  readonly outbox: readonly OutboxItem[]
}

/** Seconds that the mail about a move or a cancellation waits for an undo: longer than the screen offers one. */
const UNDO_SECONDS = 12

/** Data of a mail about a move, besides the appointment. */
interface MoveFacts {
  /** Start that the customer knows. */
  readonly from: string
}

const NONE: MailPlan = { write: [], outbox: [] }

/**
 * Returns the mail of a change, unless the customer has no address or these mails are off. A move or cancellation whose
 * mail still waits is withdrawn, so that an undone change sends nothing, and a cancellation names the time that the
 * customer knows. An `undoable` mail waits for an undo.
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

/**
 * Returns the mail of a reactivated appointment. When the customer was not told of the cancellation, only a new time
 * needs a mail.
 */
async function mailsForRevived(before: AppointmentRow, after: AppointmentRow, undoable: boolean): Promise<MailPlan> {
  const untold = await untoldCancellation(before)
  const known = untold && before.confirmationSent ? { ...before, start: untold.start, status: untold.status } : before
  return {
    write: untold ? [takenBack(cancellationId(before), 'Deze afspraak gaat toch door.')] : [],
    outbox: await mailsOf(known, after, undoable),
  }
}

/** Returns the mail of a restored appointment: withdraws a waiting cancellation, or confirms the appointment again. */
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

/** Returns the waiting mail about the move to the current time, or null. */
async function untoldMove(row: AppointmentRow): Promise<{ id: string; from: string } | null> {
  const { data: item } = await Outbox.get({ id: moveId(row) }).go({ consistent: true })
  const { from } = (item?.facts ?? {}) as Partial<MoveFacts>
  return item?.state === 'waiting' && from ? { id: item.id, from } : null
}

/** Returns the fields that the customer knows of a cancelled appointment while its mail waits, or null. */
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

/** Returns a cancelled appointment for its mail: with the date the customer knows, under the next sequence. */
function cancelled(before: AppointmentRow | null, after: AppointmentRow | null): AppointmentRow | null {
  if (!before) return null
  return { ...before, customerEmail: after?.customerEmail ?? before.customerEmail, sequence: sequenceOf(before) + 1 }
}
