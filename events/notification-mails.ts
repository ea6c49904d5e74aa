import { mailNotifications } from '../functions/notifications/daily.ts'
import { logged } from '../functions/platform/http/event.ts'

/** On weekdays at 08:00 in Amsterdam. */
export const handler = () => logged('notification-mails', mailNotifications)
