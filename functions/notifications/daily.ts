import { staleConflict } from '../../shared/errors.ts'
import { notificationKindNames } from '../../shared/notifications.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { peopleInState } from '../people/service.ts'
import { asSystem } from '../platform/actor.ts'
import { commit, isWritten } from '../platform/data/commit.ts'
import { choiceOf, NotificationChoices, type NotificationChoicesRow } from '../platform/data/notifications.ts'
import { getRows, splitIntoBatches } from '../platform/data/rows.ts'
import { actorOf, type User } from '../platform/identity/user.ts'
import { readAllRows } from '../records/source.ts'
import { findReadingState, NotificationReadings } from './entity.ts'
import { MOST_NAMED } from './mails.ts'
import { readUnread } from './reading.ts'

/** Number of people whose choices are read together. */
const TOGETHER = 100

/**
 * Queues a mail for each person with unread notifications of the kinds that they want in the daily mail. Returns the
 * number of mails. A person gets at most one such mail a day, however often this runs.
 */
export async function mailNotifications(): Promise<{ queued: number }> {
  let queued = 0
  for (const people of splitIntoBatches(await readAllRows(peopleInState('active')), TOGETHER)) {
    const rows = await getRows(
      NotificationChoices,
      people.map(({ id }) => ({ id })),
    )
    const choices = new Map((rows as NotificationChoicesRow[]).map((row) => [row.id, row]))
    for (const user of people) if (await queueMail(user, choices.get(user.id))) queued += 1
  }
  return { queued }
}

/**
 * Queues the daily mail of one person. Returns false when there is no unread notification for it, or when today's mail
 * was queued before.
 */
async function queueMail(user: User, choices: NotificationChoicesRow | undefined): Promise<boolean> {
  const daily = notificationKindNames.filter((kind) => choiceOf(choices, kind) === 'daily')
  if (daily.length === 0) return false
  const at = now()
  const today = localDateOf(at)
  const { readUntil, mailedOn, mailedUntil = '' } = await findReadingState(user.id)
  if (mailedOn === today) return false
  const unread = await readUnread(actorOf(user), [readUntil ?? '', mailedUntil].sort()[1])
  const ids = unread.filter(({ kind }) => daily.includes(kind)).map(({ id }) => id)
  if (ids.length === 0) return false
  const write = NotificationReadings.upsert({ userId: user.id, mailedOn: today, mailedUntil: at }).where(
    (row, { notExists, ne }) => `${notExists(row.mailedOn)} OR ${ne(row.mailedOn, today as string)}`,
  )
  const change = {
    action: 'notification.daily' as const,
    entity: { type: 'notification', id: user.id },
    after: { daily: 'waiting', count: ids.length },
    write: [{ write, onFailure: staleConflict }],
    outbox: [
      {
        kind: 'notification-daily' as const,
        subject: user.id,
        id: `notifications-${today}-${user.id}`,
        facts: { ids: ids.slice(0, MOST_NAMED) },
      },
    ],
  }
  return isWritten(commit(asSystem('notification-mails'), change))
}
