import type { Instant } from '../../shared/time.ts'
import { deliveryOf } from '../mail/deliver.ts'
import type { AskingKind } from '../platform/data/notifications.ts'
import { runForLatestOnly, type Workers } from '../platform/data/outbox.ts'
import { endClosings, endNotification } from './ends.ts'
import { dailyLetters, dailyMails, notificationLetters, notificationMails } from './mails.ts'

/** Mails about notifications. They wait until the request has ended, so that one covers all its changes (decision 91). */
export const waitingMails = deliveryOf(notificationMails, notificationLetters)

export const mails = { ...waitingMails, ...deliveryOf(dailyMails, dailyLetters) }

export const work = {
  'notification-end': ({ subject, facts, createdAt }) =>
    endNotification((facts as { kind: AskingKind }).kind, subject, createdAt as Instant),
  'closing-judged': runForLatestOnly(({ subject, createdAt }) => endClosings(subject, createdAt as Instant)),
} satisfies Workers
