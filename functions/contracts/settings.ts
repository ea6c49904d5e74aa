import type { EntityItem } from 'electrodb'
import type { ContractSettings } from '../../shared/contract/schemas/contract-settings.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Caller } from '../platform/actor.ts'
import { Entity, model, primary, store } from '../platform/data/table.ts'
import { mapFormFields } from '../records/form.ts'
import { settingsOf } from '../records/settings.ts'

/**
 * Retention period of contracts, and whether reminders are sent; absent until somebody changes it.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const ContractSettingsRows = new Entity(
  {
    model: model('contractsettings'),
    attributes: {
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      contractRetentionMonths: { type: 'number', required: true },
      sendReminders: { type: 'boolean', required: true },
    },
    indexes: {
      primary: primary('settings#${id}', 'settings'),
    },
  },
  store,
)

type SettingsRow = Whole<EntityItem<typeof ContractSettingsRows>>

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
 * `contractSettings` returns the settings in force, or the defaults; `readContractSettings` returns them for an actor.
 */
export const { inForce: contractSettings, read: readContractSettings } = settings

const stored = mapFormFields<SettingsRow>()()

/** Stores the settings of contracts and returns them. Throws 409 when somebody else changed them since `If-Match`. */
export const changeContractSettings = (actor: Caller, wanted: ContractSettings) =>
  settings.change(actor, stored.created(wanted))
