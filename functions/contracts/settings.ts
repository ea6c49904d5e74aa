import type { EntityItem } from 'electrodb'
import type { ContractSettings } from '../../shared/contract/contract-settings.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Caller } from '../platform/actor.ts'
import { Entity, model, primary, store } from '../platform/table.ts'
import { storing } from '../records/form.ts'
import { managedBy, records } from '../records/record.ts'

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

const settingsRecords = records<SettingsRow>({
  type: 'contract-settings',
  entity: ContractSettingsRows,
  called: 'de instellingen',
  ...managedBy('contract:manage'),
  byDefault,
})

/** Returns the current settings, strongly consistent; for callers that authorise in another way. */
export const contractSettings = (): Promise<SettingsRow> => settingsRecords.find(CONTRACT_SETTINGS_ID)

/** Returns the settings to a person who may change them. */
export const readContractSettings = async (actor: Caller) =>
  (await settingsRecords.within(actor, CONTRACT_SETTINGS_ID)).row

const stored = storing<SettingsRow>()()

/** Changes the settings. Throws 409 when somebody else did so at the same moment. */
export const changeContractSettings = (actor: Caller, wanted: ContractSettings) =>
  settingsRecords.edit(
    actor,
    CONTRACT_SETTINGS_ID,
    (before) => ({ after: { ...before, ...stored.created(wanted) } }),
    (row) => row,
  )
