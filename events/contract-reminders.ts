import { remindOfContracts } from '../functions/contracts/retention/reminding.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Runs every morning at 07:30 in Amsterdam. */
export const handler = () => runWithLog('contract-reminders', remindOfContracts)
