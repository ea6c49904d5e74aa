import { mailNotifications } from '../functions/notifications/daily.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** On weekdays at 08:00 in Amsterdam. */
export const handler = () => runWithLog('notification-mails', mailNotifications)
