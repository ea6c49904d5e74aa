import { addSeconds, now } from '../../shared/time.ts'
import { Outbox, type OutboxItem, type OutboxRow } from '../platform/outbox.ts'
import { kindOf, type NamedMails } from './kinds.ts'

/** The most mails about one record that are shown, newest first. */
const SHOWN = 50

/** An attempt that takes longer than any function runs has died, and an item that waits longer was given up. */
const SENDING_SECONDS = 15 * 60
const WAITING_SECONDS = 60 * 60

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

/** The mails about a record with what became of each, newest first. */
export async function mailLog<Kind extends string>(mails: NamedMails<Kind>, recordId: string) {
  const { data } = await Outbox.query.bySubject({ subject: recordId }).go({ limit: SHOWN, order: 'desc' })
  const newestFirst = data.sort(
    (one, other) => other.createdAt.localeCompare(one.createdAt) || (other.sequence ?? 0) - (one.sequence ?? 0),
  )
  return newestFirst.flatMap((item) => {
    const kind = kindOf(mails, item)
    return kind
      ? [{ id: item.id, kind, createdAt: item.createdAt, settledAt: item.settledAt ?? null, ...stateOf(item) }]
      : []
  })
}

/** A mail as its record's page shows it that was asked for just now. */
export const askedMail = <Kind extends string>(kind: Kind, id: string) => ({
  id,
  kind,
  state: 'waiting' as const,
  error: null,
  createdAt: now(),
  settledAt: null,
})

/** Those that a change asks for, as the page of its record shows them before they are read. */
export const askedMails = <Kind extends string>(mails: NamedMails<Kind>, items: readonly OutboxItem[]) =>
  items.flatMap((item) => {
    const kind = kindOf(mails, item)
    return kind && item.id ? [askedMail(kind, item.id)] : []
  })
