import type { CoolingOff, CoolingSale } from '../../../shared/cooling-off/cooling-off.ts'
import { determineCoolingOff } from '../../../shared/cooling-off/determining.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { readCoolingOffSettings } from '../commissions/commission-settings.ts'

/**
 * Computes the bedenktijd of a sale by the settings of today. Throws 422 for a written yes, or an explanation of the
 * bedenktijd, in the future.
 */
export async function readCoolingOff(sale: CoolingSale): Promise<CoolingOff> {
  const today = localDateOf(now())
  const { confirmedAt = '', infoGivenAt = '' } = sale
  if (confirmedAt > today) throw unprocessable('Kies vandaag of een eerdere dag', 'confirmedAt')
  if (infoGivenAt > today) throw unprocessable('Kies vandaag of een eerdere dag', 'infoGivenAt')
  return determineCoolingOff(sale, await readCoolingOffSettings())
}
