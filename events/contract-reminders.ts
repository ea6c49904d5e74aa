import { remindOfContracts } from '../functions/contracts/retention/reminding.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Queues the mails about contracts that just expired, or came within six, three or one month of their end. Does nothing
 * when the settings switch them off. Runs every day at 07:30 in Amsterdam.
 */
export const handler = () => runWithLog('contract-reminders', remindOfContracts)
