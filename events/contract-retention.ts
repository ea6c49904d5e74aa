import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/**
 * Starts or resumes the run of the month, which announces to admins what contract data is old. Also starts or resumes
 * runs that clear announced data. Every night at 04:00 in Amsterdam.
 */
export const handler = () => runWithLog('contract-retention', runContractRetention)
