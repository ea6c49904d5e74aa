import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/**
 * Starts or resumes the month's run that announces old contract data to admins, and runs that clear announced data;
 * every night at 04:00 in Amsterdam.
 */
export const handler = () => runWithLog('contract-retention', runContractRetention)
