import { type MailKind, mailKinds } from '../../shared/contract/appointments.ts'
import { addSeconds, now } from '../../shared/time.ts'
import { Outbox, type OutboxRow } from '../platform/outbox.ts'

/** The most mails about one appointment that are shown, newest first. */
const SHOWN = 50

/** An attempt that takes longer than any function runs has died, and an item that waits longer was given up. */
const SENDING_SECONDS = 15 * 60
const WAITING_SECONDS = 60 * 60

/** The kind of mail an outbox item asks for, or null when it is other work. */
export const kindOf = ({ kind }: Pick<OutboxRow, 'kind'>): MailKind | null =>
  mailKinds.find((one) => kind === `appointment-${one}`) ?? null

/** What has become of a mail: one that nobody works on any more has ended, whatever was last written. */
export function stateOf({ state, error, createdAt, claimedAt = createdAt }: OutboxRow) {
  const since = (moment: string, seconds: number) => moment < addSeconds(now(), -seconds)
  if (state === 'sending' && since(claimedAt, SENDING_SECONDS)) {
    return { state: 'unknown' as const, error: 'Het versturen is afgebroken.' }
  }
  if (state === 'waiting' && since(claimedAt, WAITING_SECONDS)) {
    return { state: 'failed' as const, error: 'De mail is niet verwerkt.' }
  }
  return { state, error: error ?? null }
}

/** An outbox item as the details of an appointment show it. */
const mailView = (item: OutboxRow, kind: MailKind) => ({
  id: item.id,
  kind,
  createdAt: item.createdAt,
  ...stateOf(item),
})

/** The mails about an appointment, newest first. */
export async function mailsAbout(appointmentId: string) {
  const { data } = await Outbox.query.bySubject({ subject: appointmentId }).go({ limit: SHOWN, order: 'desc' })
  const newestFirst = data.sort(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || (other.sequence ?? 0) - (one.sequence ?? 0),
  )
  return newestFirst.flatMap((item) => {
    const kind = kindOf(item)
    return kind ? [mailView(item, kind)] : []
  })
}
