import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Starts or resumes this month's run, which announces to the admins how many old contracts will lose personal data.
 * Also starts or resumes the clearing of data announced at least 30 days ago. Runs every night at 04:00 in Amsterdam.
 */
export const handler = () => runWithLog('contract-retention', runContractRetention)
