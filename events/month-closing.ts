import { sealClosingMonth } from '../functions/ledger/closing/sealing.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Seals the month that is being closed, once no posting of it can be under way any more. Runs every ten minutes, except
 * from 02:00 to 03:00, as clock changes skip or repeat that hour.
 */
export const handler = () => runWithLog('month-closing', sealClosingMonth)
