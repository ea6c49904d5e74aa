import { type Actor, can } from '../../shared/access.ts'
import {
  MOST_UNREAD,
  NOTIFICATION_DAYS,
  type NotificationFacts,
  notificationKinds,
  notificationWords,
} from '../../shared/notifications.ts'
import { addSeconds, type Instant, now } from '../../shared/time.ts'
import { namesOf } from '../people/service.ts'
import { type NotificationRow, Notifications } from '../platform/data/notifications.ts'
import { takeRows } from '../platform/data/rows.ts'
import { fullName } from '../platform/identity/user.ts'
import { customersOf } from './customers.ts'

/**
 * Tells whether a notification is unread: it became unread after the moment until which its reader has read everything.
 */
export const isUnread = ({ unreadSince }: NotificationRow, readUntil: string | undefined): boolean =>
  unreadSince !== undefined && unreadSince > (readUntil ?? '')

/** Tells whether a person may see a notification: at most 90 days old, and of a kind that their rights allow. */
export function maySee(actor: Actor, { kind, at }: NotificationRow): boolean {
  const { action } = notificationKinds[kind]
  return at >= oldest() && can(actor, action)
}

const oldest = (): Instant => addSeconds(now(), -NOTIFICATION_DAYS * 86_400)

/** Reads the latest hundred unread notifications of a person, newest first; leaves out those that they may not see. */
export async function readUnread(actor: Actor, readUntil: string | undefined): Promise<NotificationRow[]> {
  const all = Notifications.query.unread({ userId: actor.id })
  const query = readUntil === undefined ? all : all.gt({ unreadSince: readUntil })
  const { rows } = await takeRows<NotificationRow>(query as never, MOST_UNREAD, { order: 'desc' })
  return rows.filter((row) => isUnread(row, readUntil) && maySee(actor, row))
}

/** Facts that readers get as fields of their own. */
type ShownFacts = Partial<
  NotificationFacts<'upload-asks'> & NotificationFacts<'upload-done'> & NotificationFacts<'payment-file-decided'>
>

/**
 * Returns notifications as the API shows them, with Dutch texts and current names. They name a customer only while the
 * actor reaches the record, so that name is never stored in them. `list` (contracts or leads) is null
 * unless the notification is about an upload. `asks` is null unless an upload waits for the reader, `outcome` unless
 * something was decided or failed.
 */
export async function viewsOf(actor: Actor, rows: readonly NotificationRow[], readUntil: string | undefined) {
  const [names, customerOf] = await Promise.all([namesOf(rows.flatMap(({ by }) => by ?? [])), customersOf(actor, rows)])
  return rows.map((row) => {
    const { id, kind, subject, count, at, facts } = row
    const by = row.by === undefined ? null : names(row.by)
    const words = notificationWords(kind, { count, by: by && fullName(by), facts }, customerOf(row))
    const { list = null, asks = null, outcome = null, hasFailed } = facts as ShownFacts
    const known = { list, asks, outcome: hasFailed ? ('failed' as const) : outcome }
    return { ...{ id, kind, subject, count, at, by }, ...known, ...words, isRead: !isUnread(row, readUntil) }
  })
}
