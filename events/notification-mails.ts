import { mailNotifications } from '../functions/notifications/daily.ts'
import { logged } from '../functions/platform/event.ts'

/** On weekdays at 08:00 in Amsterdam. */
export const handler = () => logged('notification-mails', mailNotifications)
