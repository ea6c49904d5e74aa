import { mailNotifications } from '../functions/notifications/daily.ts'
import { runWithLog } from '../functions/platform/event.ts'

/** Queues the daily mails about unread notifications; on weekdays at 08:00 in Amsterdam. */
export const handler = () => runWithLog('notification-mails', mailNotifications)
