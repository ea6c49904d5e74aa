import { carryOutErasures } from '../functions/erasures/carrying-out.ts'
import { runWithLog } from '../functions/platform/event.ts'

/**
 * Erases the personal data of customers and people whose day has come, and looks again at what had to stay. Runs every
 * night at 03:15 in Amsterdam.
 */
export const handler = () => runWithLog('erasures', carryOutErasures)
