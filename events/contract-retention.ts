import { runContractRetention } from '../functions/contracts/retention/retention.ts'
import { runWithLog } from '../functions/platform/http/event.ts'

/** Starts the monthly announcement and the clearing of old contract data; runs every night at 04:00 in Amsterdam. */
export const handler = () => runWithLog('contract-retention', runContractRetention)
