import { type RetentionSettings, retentionSettings } from '../../shared/erasures/settings.ts'
import type { Caller } from '../platform/actor.ts'
import { defineEntity, primary, type RowOf } from '../platform/data/table.ts'
import { mapFormFields } from '../records/form.ts'
import { settingsOf } from '../records/settings.ts'

/**
 * Months after which unused records are erased, by their kind; absent until somebody chooses them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const RetentionSettingsRows = defineEntity('retentionsettings', {
  attributes: retentionSettings.stored,
  indexes: { primary: primary('settings#${id}', 'settings') },
})

type SettingsRow = RowOf<typeof RetentionSettingsRows>

/** Id of the only row of these settings. */
export const RETENTION_SETTINGS_ID = 'retention'
/** Nothing is erased by itself until an admin says after how many months. */
const byDefault: SettingsRow = {
  ...{ id: RETENTION_SETTINGS_ID, version: 0 },
  leadMonths: undefined,
  appointmentMonths: undefined,
  saleMonths: undefined,
  userMonths: undefined,
}

const settings = settingsOf<SettingsRow>({
  ...{ type: 'retention-settings', entity: RetentionSettingsRows, action: 'erasure:manage', byDefault },
})
/**
 * Functions that read the settings: `findRetentionSettings` without checking rights, `readRetentionSettings` for an
 * actor who may erase.
 */
export const { inForce: findRetentionSettings, read: readRetentionSettings } = settings

const stored = mapFormFields<SettingsRow>()()

/** Stores the settings and returns them. Throws 409 when somebody else changed them since `If-Match`. */
export const changeRetentionSettings = (actor: Caller, wanted: RetentionSettings) =>
  settings.change(actor, stored.changed(wanted))
