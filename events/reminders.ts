import { queueReminders } from '../functions/appointments/mails/reminders.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Runs every quarter of an hour, except in the hour that the clock change can skip or repeat. */
export const handler = () => runWithLog('reminders', queueReminders)
