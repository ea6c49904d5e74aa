import type { CallingSettings } from '../../shared/api/parts/number-endpoints.ts'
import type { Caller } from '../platform/actor.ts'
import { settingsOf } from '../records/settings.ts'
import { type CallingSettingsRow, CallingSettingsRows } from './entity.ts'

const byDefault: CallingSettingsRow = {
  id: 'calling',
  version: 0,
  gate: 'off',
  callGateFrom: undefined,
  consentMonths: 12,
  firstCallMonths: 6,
  keepYears: 5,
}

const settings = settingsOf<CallingSettingsRow>({
  ...{ type: 'calling-settings', entity: CallingSettingsRows, action: 'calling:manage', byDefault },
})

/** Functions that read the settings of calls; `findCallingSettings` checks no rights. */
export const { inForce: findCallingSettings, read: readCallingSettings } = settings

/** Stores the settings of calls and returns them. Throws 409 when somebody else changed them since `If-Match`. */
export const changeCallingSettings = (actor: Caller, { callGateFrom, ...values }: CallingSettings) =>
  settings.change(actor, { ...values, callGateFrom: callGateFrom ?? undefined })
