import { remindOfContracts } from '../functions/contracts/retention/reminding.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Queues the mails about contracts that end soon or have ended; every day at 07:30 in Amsterdam. */
export const handler = () => runWithLog('contract-reminders', remindOfContracts)
