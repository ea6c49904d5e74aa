import type { MailKind } from '../../../shared/appointments/choices.ts'
import { conflict } from '../../../shared/errors.ts'
import { addSeconds, now } from '../../../shared/time.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { Outbox, type OutboxItem, type WaitingItem } from '../../platform/data/outbox.ts'
import type { AppointmentRow } from '../entity.ts'
import { isOpen } from '../rules.ts'
import { loadMailSettings } from './settings.ts'

/**
 * Fields of an appointment that its mails show. A cancellation mail is stored with them, as its appointment may be
 * deleted.
 */
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

/** Returns the fields of an appointment that a mail about it needs. */
export const factsOf = (row: AppointmentRow): MailFacts =>
  Object.fromEntries(
    factNames.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]),
  ) as unknown as MailFacts

/** Returns the sequence number of an appointment for calendar programs; 0 until its first move or cancellation. */
export const sequenceOf = ({ sequence = 0 }: { readonly sequence?: number | undefined }) => sequence

/**
 * Returns the outbox item that requests a mail about an appointment. A fixed `id` keeps the same mail from being
 * requested twice. A cancellation carries the fields of the appointment, which may be deleted.
 */
export const mailItem = (kind: MailKind, row: AppointmentRow, id?: string): WaitingItem => ({
  kind: `appointment-${kind}`,
  subject: row.id,
  sequence: sequenceOf(row),
  ...(id ? { id } : {}),
  ...(kind === 'cancelled' ? { facts: factsOf(row) } : {}),
})

/**
 * Returns the kind of mail that a change of an appointment requires (rulings 28); null when it requires no mail, as for
 * appointments in the past. Deleting an open appointment counts as cancelling it.
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

/** Writes and outbox items of the mail about a change, for the transaction of that change. */
interface MailPlan {
  /** Writes that withdraw a waiting mail; they fail with 409 when that mail is being sent. */
  readonly write: readonly GuardedWrite[]
  readonly outbox: readonly OutboxItem[]
}

/** Seconds that the mail about a move or a cancellation waits for an undo: longer than the screen offers that undo. */
const UNDO_SECONDS = 12

/** Data of a mail about a move, besides the current appointment. */
interface MoveFacts {
  /** Start that the customer knows: the one before the move. */
  readonly from: string
}

const NONE: MailPlan = { write: [], outbox: [] }

/**
 * Returns the writes and outbox items of the mail to the customer about a change of an appointment. `before` is null
 * for a new appointment, `after` for a deleted one. Withdraws a waiting mail about the previous move or cancellation;
 * that write fails with 409 while the mail is being sent. With `undoable` a mail about a move or cancellation waits 12
 * seconds. A corrected e-mail address gets a confirmation.
 */
export async function planMails(
  before: AppointmentRow | null,
  after: AppointmentRow | null,
  undoable = false,
): Promise<MailPlan> {
  if (before && after && sequenceOf(before) === sequenceOf(after)) {
    // Nobody read the mail to a mistyped address, so the corrected one gets a confirmation of its own.
    const isCorrected = before.customerEmail !== after.customerEmail
    return isCorrected ? { write: [], outbox: await mailsOf(null, after, false) } : NONE
  }
  if (before?.status === 'cancelled' && after) return mailsForReactivated(before, after, undoable)
  const waiting = before && (await waitingMove(before))
  // While the mail about a move waits, the customer still knows the time before that move.
  const known = before && waiting ? { ...before, start: waiting.from } : before
  const isUndone = known?.start === after?.start
  return {
    write: waiting ? [withdrawal(waiting.id, isUndone ? 'Verplaatsing ongedaan gemaakt.' : NEXT_MOVE)] : [],
    outbox: await mailsOf(known, after, undoable),
  }
}

/**
 * Returns the writes and outbox items of the mail about a reactivated appointment. Withdraws a cancellation mail that
 * still waits. A customer who already has a confirmation then needs a mail only when the time has changed.
 */
async function mailsForReactivated(
  before: AppointmentRow,
  after: AppointmentRow,
  undoable: boolean,
): Promise<MailPlan> {
  const waiting = await waitingCancellation(before)
  const known =
    waiting && before.confirmationSent ? { ...before, start: waiting.start, status: waiting.status } : before
  return {
    write: waiting ? [withdrawal(cancellationId(before), 'Deze afspraak gaat toch door.')] : [],
    outbox: await mailsOf(known, after, undoable),
  }
}

/**
 * Returns the writes and outbox items of the mail about a restored appointment; none when it was not open. Withdraws a
 * waiting mail about its deletion, or confirms the appointment again when that mail was sent.
 */
export const planMailsForRestored = (deleted: AppointmentRow, after: AppointmentRow): Promise<MailPlan> =>
  isOpen(deleted)
    ? planMails({ ...deleted, status: 'cancelled', sequence: sequenceOf(deleted) + 1 }, after)
    : Promise.resolve(NONE)

const NEXT_MOVE = 'De afspraak is daarna weer gewijzigd.'

/** Returns the outbox items of a change's mail; none without a customer address, or when these mails are off. */
async function mailsOf(known: AppointmentRow | null, after: AppointmentRow | null, undoable: boolean) {
  const kind = mailFor(known, after)
  if (!kind) return []
  const about = kind === 'cancelled' ? buildCancelled(known, after) : after
  if (!about?.customerEmail || !(await loadMailSettings()).sendConfirmations) return []
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

/**
 * Returns the id of the mail about the appointment's last move, and the start before that move. Null when no such mail
 * waits.
 */
async function waitingMove(row: AppointmentRow): Promise<{ id: string; from: string } | null> {
  const { data: item } = await Outbox.get({ id: moveId(row) }).go({ consistent: true })
  const { from } = (item?.facts ?? {}) as Partial<MoveFacts>
  return item?.state === 'waiting' && from ? { id: item.id, from } : null
}

/**
 * Returns the fields of a cancelled appointment as the customer knows them; null unless the mail about the cancellation
 * still waits.
 */
async function waitingCancellation(row: AppointmentRow): Promise<MailFacts | null> {
  const { data: item } = await Outbox.get({ id: cancellationId(row) }).go({ consistent: true })
  return item?.state === 'waiting' ? ((item.facts as MailFacts | undefined) ?? null) : null
}

/**
 * Returns the write that withdraws a waiting mail; `error` is the reason in Dutch. It fails with 409 when the mail is
 * being sent.
 */
const withdrawal = (id: string, error: string): GuardedWrite => ({
  write: Outbox.patch({ id })
    .set({ state: 'skipped', error, settledAt: now() })
    .remove(['facts'])
    .where(({ state }, { eq }) => eq(state, 'waiting')),
  onFailure: () => conflict('De klant krijgt op dit moment een mail over deze afspraak. Probeer het opnieuw.'),
})

/**
 * Returns a cancelled appointment as its mail shows it: with the date that the customer knows, and the next sequence
 * number.
 */
function buildCancelled(before: AppointmentRow | null, after: AppointmentRow | null): AppointmentRow | null {
  if (!before) return null
  return { ...before, customerEmail: after?.customerEmail ?? before.customerEmail, sequence: sequenceOf(before) + 1 }
}
