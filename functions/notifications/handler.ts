import { notifications } from '../../shared/api/notifications.ts'
import { serve } from '../platform/http/serve.ts'
import {
  changeNotificationSettings,
  countUnread,
  listNotifications,
  markAllRead,
  markNotification,
  readNotificationSettings,
} from './service.ts'

/** Lambda function that answers the API requests about notifications. */
export const handler = serve(notifications, {
  list: ({ actor, query }) => listNotifications(actor, query),
  unread: ({ actor }) => countUnread(actor),
  readAll: ({ actor, body }) => markAllRead(actor, body),
  mark: ({ actor, params, body }) => markNotification(actor, params.id, body),
  settings: ({ actor }) => readNotificationSettings(actor),
  changeSettings: ({ actor, body }) => changeNotificationSettings(actor, body),
})
