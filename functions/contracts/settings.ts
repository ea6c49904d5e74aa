import { type ContractSettings, contractSettings } from '../../shared/contracts/settings.ts'
import type { Caller } from '../platform/actor.ts'
import { defineEntity, primary, type RowOf } from '../platform/data/table.ts'
import { mapFormFields } from '../records/form.ts'
import { settingsOf } from '../records/settings.ts'

/**
 * Retention period of contracts, and whether reminders are sent; absent until somebody changes it.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const ContractSettingsRows = defineEntity('contractsettings', {
  attributes: contractSettings.stored,
  indexes: { primary: primary('settings#${id}', 'settings') },
})

type SettingsRow = RowOf<typeof ContractSettingsRows>

/** Id of the only row of these settings. */
export const CONTRACT_SETTINGS_ID = 'contracts'
const byDefault: SettingsRow = {
  id: CONTRACT_SETTINGS_ID,
  version: 0,
  contractRetentionMonths: 24,
  sendReminders: true,
}

const settings = settingsOf<SettingsRow>({
  ...{ type: 'contract-settings', entity: ContractSettingsRows, action: 'contract:manage', byDefault },
})
/**
 * Functions that read the settings, or the defaults until somebody changes them. `findContractSettings` checks no
 * rights; `readContractSettings` is for an actor who may manage contracts.
 */
export const { inForce: findContractSettings, read: readContractSettings } = settings

const stored = mapFormFields<SettingsRow>()()

/** Stores the settings of contracts and returns them. Throws 409 when somebody else changed them since `If-Match`. */
export const changeContractSettings = (actor: Caller, wanted: ContractSettings) =>
  settings.change(actor, stored.created(wanted))
