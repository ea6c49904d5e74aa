import { describeCoolingOff, isCoolingOff } from '../../../shared/cooling-off/cooling-off.ts'
import { conflict, unprocessable } from '../../../shared/errors.ts'
import { dateText, localDateOf, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { type CoolingOffSettings, readCoolingOffSettings, requireSameSettings } from './commission-settings.ts'

type Step = Pick<CommissionRow, 'status'>

/** Tells whether a commission becomes ready for payment, or is paid without being ready first. */
const isBecomingDue = ({ status: from }: Step, { status: to }: Step): boolean =>
  from !== to && (to === 'klaar_voor_uitbetaling' || (to === 'uitbetaald' && from !== 'klaar_voor_uitbetaling'))

/** Tells whether the sale of a commission has a bedenktijd that did not end yet; the settings say whether it is held. */
const isRunning = (row: CommissionRow): boolean => isCoolingOff(row, localDateOf(now()))

/** Tells whether sales of a day are held during their bedenktijd. */
const isHolding = ({ coolingOffFrom }: CoolingOffSettings, { date }: Pick<CommissionRow, 'date'>): boolean =>
  coolingOffFrom !== undefined && date >= coolingOffFrom

/** Reason for which a bedenktijd holds a commission: it did not start, as the written yes is missing, or did not end. */
export type Hold = 'unconfirmed' | 'coolingOff'

/**
 * Returns why the bedenktijd of a sale keeps its commission from becoming ready for payment; null where it does not.
 */
export function findHold(row: CommissionRow, settings: CoolingOffSettings): Hold | null {
  if (!isRunning(row) || !isHolding(settings, row)) return null
  return row.coolingOff === 'unconfirmed' ? 'unconfirmed' : 'coolingOff'
}

/** Returns the Dutch text about the bedenktijd that holds a commission. */
export const holdText = ({ coolingOffUntil }: Pick<CommissionRow, 'coolingOffUntil'>): string =>
  describeCoolingOff(coolingOffUntil)

/** Step that passes the bedenktijd: the commission after it, and the conditions of its transaction. */
interface Passed {
  readonly after: CommissionRow
  readonly conditions: readonly GuardedWrite[]
}

/**
 * Returns the step of a commission that its bedenktijd lets through; an admin releases a held one with a reason. While
 * the bedenktijd runs and nothing is held, that nothing is held is a condition. Throws 422 for a held one, 409 for a
 * withdrawn sale.
 */
export async function passCoolingOff(
  actor: Caller,
  before: CommissionRow,
  after: CommissionRow,
  reason?: string | null,
): Promise<Passed> {
  if (!isBecomingDue(before, after)) return { after, conditions: [] }
  if (after.withdrawnAt !== undefined) throw conflict(`Deze sale is herroepen op ${dateText(after.withdrawnAt)}`)
  if (!isRunning(after)) return { after, conditions: [] }
  const settings = await readCoolingOffSettings()
  if (!isHolding(settings, after)) return { after, conditions: [requireSameSettings(settings)] }
  if (reason && actor.role === 'admin') {
    return { after: { ...after, earlyRelease: { by: actor.id, at: now(), reason } }, conditions: [] }
  }
  throw unprocessable(holdText(after), 'coolingOffReason')
}
