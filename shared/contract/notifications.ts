import * as z from 'zod'
import { type NotificationKind, notificationChoices, notificationKindNames } from '../notifications.ts'
import { domain, idParam, none, ok, page, paging } from './parts/endpoint.ts'
import { instant, orNull, person } from './parts/fields.ts'

/** A notification as its reader sees it. */
export const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKindNames),
  /** Id of the record that it opens; the latest of several. */
  subject: z.string(),
  /** List to which an upload belongs. */
  list: orNull(z.enum(['contracts', 'leads'])),
  asks: orNull(z.enum(['columns', 'confirmation'])),
  count: z.int(),
  title: z.string(),
  text: z.string(),
  by: orNull(person),
  at: instant,
  isRead: z.boolean(),
})
export type Notification = z.output<typeof Notification>

const choice = z.enum(notificationChoices)

/** Channel of each kind of notification. */
export const NotificationSettings = z.object(
  Object.fromEntries(notificationKindNames.map((name) => [name, choice])) as Record<NotificationKind, typeof choice>,
)
export type NotificationSettings = z.output<typeof NotificationSettings>

export const notifications = domain({
  list: {
    summary: 'What concerns this user, newest first, of the last 90 days; reading it does not keep a session alive',
    method: 'GET',
    path: '/api/notifications',
    allow: 'account:manage',
    // The app reads it again by itself while the list is open.
    unattended: true,
    query: z.object({ ...paging, unread: z.literal('true').optional() }),
    result: page(Notification),
  },
  unread: {
    summary: 'How much of that is unread, a hundred at most; asking it does not keep a session alive',
    method: 'GET',
    path: '/api/notifications/unread',
    allow: 'account:manage',
    unattended: true,
    result: ok(z.object({ count: z.int(), latest: orNull(instant) })),
  },
  readAll: {
    summary: 'Mark everything as read up to the moment of the newest that was seen',
    method: 'POST',
    path: '/api/notifications',
    allow: 'account:manage',
    body: z.object({ until: instant.meta({ 'x-not-stored': true }) }),
    result: none,
  },
  mark: {
    summary: 'Mark one as read or unread',
    method: 'PUT',
    path: '/api/notifications/{id}',
    allow: 'account:manage',
    params: idParam,
    body: z.object({ isRead: z.boolean() }),
    result: ok(Notification),
  },
  settings: {
    summary: 'How this user wants to hear of each kind',
    method: 'GET',
    path: '/api/notification-settings',
    allow: 'account:manage',
    result: ok(NotificationSettings.extend({ version: z.int() })),
  },
  changeSettings: {
    summary: 'Choose how to hear of each kind',
    method: 'PUT',
    path: '/api/notification-settings',
    allow: 'account:manage',
    ifMatch: true,
    body: NotificationSettings,
    result: ok(NotificationSettings.extend({ version: z.int() })),
  },
})
