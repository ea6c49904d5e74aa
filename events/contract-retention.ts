import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/**
 * Starts or resumes this month's run, which announces to admins whose old contracts will lose personal data. Also
 * starts or resumes runs that clear the announced data. Every night at 04:00 in Amsterdam.
 */
export const handler = () => runWithLog('contract-retention', runContractRetention)
