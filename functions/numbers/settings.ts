import { gateOn } from '../../shared/numbers/gate.ts'
import { today } from '../../shared/time.ts'
import { settingsOf } from '../records/settings.ts'
import { type CallingSettingsRow, CallingSettingsRows } from './entity.ts'

/** Settings of an office that has chosen nothing: it calls on (market 67e). */
export const callingByDefault: CallingSettingsRow = {
  id: 'calling',
  version: 0,
  gate: 'off',
  callGateFrom: undefined,
  warnReason: undefined,
  warnUntil: undefined,
  consentMonths: 12,
  firstCallMonths: 6,
  keepYears: 5,
}

/** Functions that read and change the settings of calls. */
export const callingSettings = settingsOf<CallingSettingsRow>({
  ...{ type: 'calling-settings', entity: CallingSettingsRows, action: 'calling:manage', byDefault: callingByDefault },
})

/** Returns the settings of calls in force, without checking rights. */
export const findCallingSettings = callingSettings.inForce

/** Returns what the office does today with calls without right, and the day from which it will do something. */
export async function findGate() {
  const row = await callingSettings.inForce()
  const inForce = gateOn(row, today())
  return { inForce, from: inForce === 'off' && row.gate !== 'off' ? row.callGateFrom : undefined }
}
