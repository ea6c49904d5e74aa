import { queueReminders } from '../functions/appointments/mails/reminders.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Queues the reminders of appointments within 24 hours, if the settings allow it. Runs every quarter of an hour, except
 * from 02:00 to 03:00, as clock changes skip or repeat that hour.
 */
export const handler = () => runWithLog('reminders', queueReminders)
