import { setTimeout as pause } from 'node:timers/promises'
import type { MailKind } from '../../shared/contract/appointments.ts'
import { epochOf, type Instant, now } from '../../shared/time.ts'
import { asSystem } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/commit.ts'
import { log } from '../platform/log.ts'
import { type Mail, type MailOutcome, sendMail } from '../platform/mail.ts'
import { Outbox, type OutboxRow } from '../platform/outbox.ts'
import { accepted } from '../platform/table.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { kindOf } from './mail-log.ts'
import { type MailFacts, type MoveFacts, sequenceOf, UNDO_SECONDS } from './mail-queue.ts'
import { mailAbout } from './mails.ts'
import { mailSettings } from './settings.ts'

/** How often a mail is offered to a provider that refuses it for now: as often as its event is delivered. */
export const MAX_ATTEMPTS = 5

type Settled = 'sent' | 'skipped' | 'failed' | 'unknown'

/**
 * Sends the mail of an outbox item, at most once, as soon as it may leave. Everything is read first; then the item is
 * claimed, and only who claimed it calls the provider, so that an attempt of which nobody knows the end stays `unknown`.
 * A mail that is no longer true or wanted is `skipped`, one that is refused for good or too often `failed`, both with
 * the reason. Throws when the provider refused for now, so that the event is delivered again.
 */
export async function deliverMail(item: OutboxRow): Promise<void> {
  const kind = kindOf(item)
  if (!kind || (item.state !== 'waiting' && item.state !== 'sending')) return
  if (item.state === 'sending') return settle(item, kind, 'unknown', NO_ANSWER)
  await pause(msToWait(item))
  const mail = await composed(item, kind)
  if (typeof mail === 'string') return settle(item, kind, 'skipped', mail)
  const attempt = (item.attempts ?? 0) + 1
  if (await claim(item, attempt)) await conclude(item, kind, attempt, await sendMail(mail))
}

/** How long a mail is to wait still; never longer than one may, whatever the clock does. */
function msToWait({ facts }: OutboxRow): number {
  const { notBefore } = (facts ?? {}) as Partial<MoveFacts>
  const left = notBefore ? epochOf(notBefore as Instant) - epochOf(now()) : 0
  return Math.min(Math.max(0, left), UNDO_SECONDS * 1000)
}

const NO_ANSWER = 'De mailserver gaf geen antwoord. Misschien is de mail wel aangekomen.'

/** The mail, or why it is not to be sent. */
async function composed(item: OutboxRow, kind: MailKind): Promise<Mail | string> {
  const [{ data: row }, settings] = await Promise.all([
    Appointments.get({ id: item.subject }).go({ consistent: true }),
    mailSettings(),
  ])
  const isOn = kind === 'reminder' ? settings.sendReminders : settings.sendConfirmations
  if (!isOn) return 'Deze mails staan uit bij de instellingen.'
  const needless = kind === 'cancelled' ? revived(item, row) : outdated(item, row)
  if (needless) return needless
  const facts = kind === 'cancelled' ? (item.facts as MailFacts) : row
  return (facts && mailAbout(kind, facts)) ?? 'De klant heeft geen e-mailadres.'
}

/** Why a cancellation is no longer true. */
const revived = (item: OutboxRow, row: AppointmentRow | null): string | null =>
  row && row.status !== 'cancelled' && sequenceOf(row) >= sequenceOf(item) ? 'De afspraak gaat toch door.' : null

/** Why a mail about an appointment that goes on is no longer true. */
function outdated(item: OutboxRow, row: AppointmentRow | null): string | null {
  if (!row) return 'De afspraak is verwijderd.'
  if (row.status === 'cancelled') return 'De afspraak is geannuleerd.'
  if (sequenceOf(row) !== sequenceOf(item)) return 'De afspraak is daarna verplaatst.'
  return row.start <= now() ? 'De afspraak is al geweest.' : null
}

const claim = ({ id }: OutboxRow, attempts: number) =>
  accepted(() =>
    Outbox.patch({ id })
      .set({ state: 'sending', attempts, claimedAt: now() })
      .where(({ state }, { eq }) => eq(state, 'waiting'))
      .go(),
  )

async function conclude(item: OutboxRow, kind: MailKind, attempt: number, outcome: MailOutcome): Promise<void> {
  if (outcome.kind === 'sent') return settle(item, kind, 'sent')
  log.warn('mail not sent', { outboxId: item.id, outcome: outcome.kind, reason: outcome.reason })
  if (outcome.kind === 'unknown') return settle(item, kind, 'unknown', NO_ANSWER)
  if (outcome.final) return settle(item, kind, 'failed', `De mailserver weigerde deze mail (${outcome.reason}).`)
  if (attempt >= MAX_ATTEMPTS) {
    return settle(item, kind, 'failed', `Na ${attempt} pogingen niet verstuurd (${outcome.reason}).`)
  }
  if (await isOfferedAgain(item, outcome.reason)) throw new Error(`The mail provider refused: ${outcome.reason}`)
  // Its event came again meanwhile and took it for lost, so that somebody may have sent another.
  return settle(item, kind, 'failed', `De mailserver weigerde deze mail (${outcome.reason}).`)
}

const isOfferedAgain = ({ id }: OutboxRow, error: string) =>
  accepted(() =>
    Outbox.patch({ id })
      .set({ state: 'waiting', error })
      .where(({ state }, { eq }) => eq(state, 'sending'))
      .go(),
  )

/** The states an item may be settled from: whoever knows that it was sent overrules one who could not know. */
const settledFrom: Record<Settled, readonly OutboxRow['state'][]> = {
  sent: ['sending', 'unknown'],
  failed: ['sending', 'unknown'],
  unknown: ['sending'],
  skipped: ['waiting'],
}

/** Records what became of a mail, and marks its appointment when it was sent; another who settled it first is right. */
async function settle(item: OutboxRow, kind: MailKind, state: Settled, error?: string): Promise<void> {
  const write = (isMarked: boolean) =>
    commit(
      asSystem('outbox'),
      {
        action: `appointment.${kind}`,
        entity: { type: 'appointment', id: item.subject },
        after: { [kind]: state, ...(error ? { error } : {}) },
        write: [settled(item, state, error), ...(isMarked ? marksOf(item, kind) : [])],
      },
      undefined,
    )
  // The appointment may be gone, or moved: then there is nothing to mark.
  if (state === 'sent' && (await isWritten(write(true)))) return
  await isWritten(write(false))
}

function settled({ id }: OutboxRow, state: Settled, error: string | undefined) {
  const patch = Outbox.patch({ id }).set(error ? { state, error } : { state })
  const done = error ? patch.remove(['facts']) : patch.remove(['facts', 'error'])
  return done.where((row, { eq }) => settledFrom[state].map((from) => eq(row.state, from)).join(' OR '))
}

/** The appointment's mark that this mail was sent; refused when it is gone, or was moved and is to be reminded anew. */
function marksOf(item: OutboxRow, kind: MailKind) {
  const row = Appointments.patch({ id: item.subject })
  if (kind === 'confirmation') return [row.set({ confirmationSent: true })]
  if (kind !== 'reminder') return []
  const isSame = (sequence: number) =>
    row
      .set({ reminderSent: true })
      .where((one, { eq, notExists }) =>
        sequence === 0 ? `${notExists(one.sequence)} OR ${eq(one.sequence, 0)}` : eq(one.sequence, sequence),
      )
  return [isSame(sequenceOf(item))]
}
