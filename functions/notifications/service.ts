import type { NotificationSettings } from '../../shared/api/notifications.ts'
import { notFound, staleConflict } from '../../shared/errors.ts'
import { type NotificationKind, notificationKindNames } from '../../shared/notifications.ts'
import { type Instant, now } from '../../shared/time.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit, commitNothing, isWritten } from '../platform/data/commit.ts'
import {
  choiceOf,
  NotificationChoices,
  type NotificationChoicesRow,
  type NotificationRow,
  Notifications,
  readWrite,
  unreadWrite,
} from '../platform/data/notifications.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from '../records/list.ts'
import { onlyItem } from '../records/only-item.ts'
import { records } from '../records/record.ts'
import { inOrder, isText, sourceInMemory } from '../records/source.ts'
import { findReadingState, NotificationReadings } from './entity.ts'
import { isUnread, maySee, readUnread, viewsOf } from './reading.ts'

const authoriseOwn = (actor: Caller) => authorise(actor, 'account:manage', { owners: [actor.id] })

const newestFirst = {
  positionOf: ({ unreadSince = '', id }: NotificationRow) => [unreadSince, id],
  parts: [isText, isText],
  compare: (one: readonly unknown[], other: readonly unknown[]) => (one.join('#') < other.join('#') ? 1 : -1),
}

/**
 * Returns a page of the actor's notifications of the last 90 days, newest first; with `unread` only the newest unread
 * ones.
 */
export async function listNotifications(
  actor: Caller,
  { unread, ...paging }: Paging & { readonly unread?: 'true' | undefined },
) {
  const { readUntil } = await findReadingState(actor.id)
  return listWithin(actor, 'account:manage', paging, {
    own: async (userId) =>
      unread
        ? sourceInMemory(await readUnread(actor, readUntil), newestFirst)
        : inOrder<NotificationRow>(
            { at: isText, id: isText },
            [Notifications.query.byTime({ userId }) as never],
            'desc',
          ),
    ownersOf: ({ userId }: NotificationRow) => ({ owners: [userId] }),
    matches: (row) => maySee(actor, row),
    show: (rows) => viewsOf(actor, rows, readUntil),
  })
}

/** Counts the actor's unread notifications, at most a hundred. `latest` is the moment of the newest one, or null. */
export async function countUnread(actor: Caller) {
  authoriseOwn(actor)
  const { readUntil } = await findReadingState(actor.id)
  const rows = await readUnread(actor, readUntil)
  return { count: rows.length, latest: rows[0]?.unreadSince ?? null }
}

/** Marks the actor's notifications until a moment as read; does nothing when a later moment is marked already. */
export async function markAllRead(actor: Caller, { until }: { readonly until: string }) {
  const permit = authoriseOwn(actor)
  const { readUntil } = await findReadingState(actor.id)
  // A moment in the future would hide notifications that nobody has seen, so the present replaces it.
  const to = [until, now()].sort()[0] as Instant
  if (readUntil !== undefined && readUntil >= to) return commitNothing(permit, undefined)
  const write = NotificationReadings.upsert({ userId: actor.id, readUntil: to }).where(
    (row, { lt, notExists }) => `${notExists(row.readUntil)} OR ${lt(row.readUntil, to as string)}`,
  )
  const change = {
    action: 'notification.read-all' as const,
    entity: { type: 'notification', id: actor.id },
    before: { readUntil },
    after: { readUntil: to },
    write: [{ write, onFailure: staleConflict }],
  }
  // When another tab has marked more notifications as read, nothing is left to do.
  await isWritten(commit(permit, change))
  return commitNothing(permit, undefined)
}

/**
 * Marks a notification as read or unread, and returns it. Throws 404 when it no longer exists or the actor may no
 * longer see it.
 */
export async function markNotification(actor: Caller, id: string, { isRead }: { readonly isRead: boolean }) {
  const permit = authoriseOwn(actor)
  const { data } = await Notifications.get({ userId: actor.id, id }).go({ consistent: true })
  const row = data as NotificationRow | null
  if (!row || !maySee(actor, row)) throw notFound()
  const { readUntil } = await findReadingState(actor.id)
  const view = { ...onlyItem(await viewsOf(actor, [row], readUntil)), isRead }
  if (isUnread(row, readUntil) !== isRead) return commitNothing(permit, view)
  const change = {
    action: 'notification.mark' as const,
    entity: { type: 'notification', id },
    before: { isRead: !isRead },
    after: { isRead },
    write: [
      isRead
        ? { write: readWrite(row, now()), onFailure: staleConflict }
        : { write: unreadWrite(row, now()), onFailure: notFound },
    ],
  }
  // When another tab has marked it as read, nothing is left to do.
  await isWritten(commit(permit, change))
  return commitNothing(permit, view)
}

/** Returns the record functions of one person's choices. The choices are empty until the person makes one. */
const choicesOf = (id: string) =>
  records<NotificationChoicesRow>({
    type: 'notification-settings',
    entity: NotificationChoices,
    called: 'de instellingen',
    ownersOf: () => ({ owners: [id] }),
    actions: {
      ...{ read: 'account:manage', create: 'account:manage' },
      ...{ edit: 'account:manage', remove: 'account:manage' },
    },
    byDefault: { id, version: 0, choices: {} },
  })

const settingsView = (row: NotificationChoicesRow) => ({
  version: row.version,
  ...(Object.fromEntries(notificationKindNames.map((kind) => [kind, choiceOf(row, kind)])) as Record<
    NotificationKind,
    ReturnType<typeof choiceOf>
  >),
})

/** Returns the actor's choice for each kind of notification, with the version. */
export const readNotificationSettings = async (actor: Caller) =>
  settingsView((await choicesOf(actor.id).within(actor, actor.id)).row)

/**
 * Stores the actor's choice for each kind of notification, and returns them. Throws 409 when they were changed since
 * `If-Match`.
 */
export const changeNotificationSettings = (actor: Caller, choices: NotificationSettings) =>
  choicesOf(actor.id).edit(actor, actor.id, settingsView, (before) => ({ after: { ...before, choices } }))
