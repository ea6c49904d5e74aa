import { can } from '../../shared/access.ts'
import { staleConflict } from '../../shared/errors.ts'
import { notificationKinds } from '../../shared/notifications.ts'
import { type Instant, localDateOf } from '../../shared/time.ts'
import { closingsOn, findProvisionalClosings } from '../known-customers/service.ts'
import { peopleInState } from '../people/service.ts'
import { isWritten, writeDerivedRows } from '../platform/data/commit.ts'
import { type AskingKind, noticeId, readWrite } from '../platform/data/notifications.ts'
import { actorOf } from '../platform/identity/user.ts'
import { readAllRows } from '../records/source.ts'

/**
 * Marks a notification as read for everybody who may see its kind, once somebody did what it asks. Leaves out
 * notifications that became unread after `until`: these ask again, or their reader wants to keep them.
 */
export async function endNotification(kind: AskingKind, id: string, until: Instant): Promise<void> {
  for (const user of await readAllRows(peopleInState('active'))) {
    if (!can(actorOf(user), notificationKinds[kind].action)) continue
    await isWritten(writeDerivedRows([{ write: readWrite({ userId: user.id, id }, until), onFailure: staleConflict }]))
  }
}

/** Marks the notification about a day's provisional closings as read, once none of these waits to be judged. */
export async function endClosings(day: string, until: Instant): Promise<void> {
  const { rows, isComplete } = await findProvisionalClosings()
  if (!isComplete || rows.some(({ createdAt }) => localDateOf(createdAt as Instant) === day)) return
  await endNotification('closing-waits', noticeId('closing-waits', closingsOn(day)), until)
}
