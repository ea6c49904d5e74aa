import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Runs every night at 04:00 in Amsterdam. */
export const handler = () => runWithLog('contract-retention', runContractRetention)
