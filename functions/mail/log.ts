import { addSeconds, now } from '../../shared/time.ts'
import { Outbox, type OutboxItem, type OutboxRow } from '../platform/data/outbox.ts'
import { kindOf, type NamedMails } from './kinds.ts'

/** Maximum number of mails shown per record, newest first. */
const SHOWN = 50

/** Seconds after which an attempt under way counts as lost. */
const SENDING_SECONDS = 15 * 60
/** Seconds after which a waiting item counts as given up. */
const WAITING_SECONDS = 60 * 60

/** Returns the state of a mail and its error. A lost attempt counts as unknown, and an item given up as failed. */
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

/** Lists the mails among the 50 latest outbox items of a record, newest first, with their states. */
export async function readMailLog<Kind extends string>(mails: NamedMails<Kind>, recordId: string) {
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

/** Returns the log entry of a mail that was requested just now. */
export const newMailEntry = <Kind extends string>(kind: Kind, id: string) => ({
  id,
  kind,
  state: 'waiting' as const,
  error: null,
  createdAt: now(),
  settledAt: null,
})

/**
 * Returns the log entries of mails that a change has just requested, from its outbox items; leaves out items without an
 * id.
 */
export const newMailEntries = <Kind extends string>(mails: NamedMails<Kind>, items: readonly OutboxItem[]) =>
  items.flatMap((item) => {
    const kind = kindOf(mails, item)
    return kind && item.id ? [newMailEntry(kind, item.id)] : []
  })
