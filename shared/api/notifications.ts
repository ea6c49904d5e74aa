import { type NotificationKind, notificationChoices, notificationKindNames } from '../notifications.ts'
import * as z from '../zod.ts'
import { domain, get, none, ok, page, paging, post, put } from './parts/endpoint.ts'
import { instant, orNull, person } from './parts/fields.ts'

/** A notification as its reader sees it. */
export const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKindNames),
  /** Id of the record that the notification opens; of several records, the latest. */
  subject: z.string(),
  /** List to which the upload belongs; null when the notification is not about an upload. */
  list: orNull(z.enum(['contracts', 'leads'])),
  asks: orNull(z.enum(['columns', 'confirmation'])),
  /** Decision about what the reader made, or `failed` for an upload; null without either. */
  outcome: orNull(z.enum(['approved', 'rejected', 'withdrawn', 'failed'])),
  count: z.int(),
  title: z.string(),
  text: z.string(),
  by: orNull(person),
  at: instant,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

const choice = z.enum(notificationChoices)

/** Choices of the user: how they get each kind of notification, such as in the app or by mail. */
export const NotificationSettings = z.object(
  Object.fromEntries(notificationKindNames.map((name) => [name, choice])) as Record<NotificationKind, typeof choice>,
)
export type NotificationSettings = z.output<typeof NotificationSettings>

export const notifications = domain({
  list: get('/api/notifications', {
    summary: 'Notifications of this user of the last 90 days, newest first; does not extend the session',
    allow: 'account:manage',
    shows: ['appointment', 'commission', 'lead', 'notification', 'sale'],
    // The app repeats this request by itself while the list is open.
    unattended: true,
    query: z.object({ ...paging, unread: z.literal('true').optional() }),
    result: page(Notification),
  }),
  unread: get('/api/notifications/unread', {
    summary: 'Number of unread notifications, at most a hundred; does not extend the session',
    allow: 'account:manage',
    shows: ['notification'],
    later: ['notification'],
    unattended: true,
    result: ok(z.object({ count: z.int(), latest: orNull(instant) })),
  }),
  readAll: post('/api/notifications', {
    summary: 'Mark all notifications until a moment as read',
    allow: 'account:manage',
    changes: ['notification'],
    body: z.object({ until: instant.meta({ 'x-not-stored': true }) }),
    result: none,
  }),
  mark: put('/api/notifications/{id}', {
    summary: 'Mark a notification as read or unread',
    allow: 'account:manage',
    changes: ['notification'],
    body: z.object({ isRead: z.boolean() }),
    result: ok(Notification),
  }),
  settings: get('/api/notification-settings', {
    summary: 'Choice of this user for each kind of notification',
    allow: 'account:manage',
    shows: ['notification'],
    result: ok(NotificationSettings.extend({ version: z.int() })),
  }),
  changeSettings: put('/api/notification-settings', {
    summary: 'Change the choice for each kind of notification',
    allow: 'account:manage',
    changes: ['notification'],
    ifMatch: true,
    body: NotificationSettings,
    result: ok(NotificationSettings.extend({ version: z.int() })),
  }),
})
