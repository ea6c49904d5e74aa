import type { EntityItem } from 'electrodb'
import type { AppointmentSettings } from '../../shared/contract/appointments.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Caller } from '../platform/actor.ts'
import { Entity, key, model, store } from '../platform/table.ts'
import { storing } from '../records/form.ts'
import { managedBy, records } from '../records/record.ts'

/**
 * Which mails customers get about appointments; absent as long as nobody changed it.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const MailSettings = new Entity(
  {
    model: model('appointmentsettings'),
    attributes: {
      id: { type: 'string', required: true },
      version: { type: 'number', required: true },
      sendConfirmations: { type: 'boolean', required: true },
      sendReminders: { type: 'boolean', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['id'], template: 'settings#${id}' },
        sk: { ...key.primary.sk, composite: [], template: 'settings' },
      },
    },
  },
  store,
)

type SettingsRow = Whole<EntityItem<typeof MailSettings>>

export const MAIL_SETTINGS_ID = 'appointments'
const byDefault: SettingsRow = { id: MAIL_SETTINGS_ID, version: 0, sendConfirmations: true, sendReminders: true }

/** The settings in force, strongly consistent; both on until somebody switches one off (rulings 28). */
export async function mailSettings(): Promise<SettingsRow> {
  const { data } = await MailSettings.get({ id: MAIL_SETTINGS_ID }).go({ consistent: true })
  return data ?? byDefault
}

const settingsRecords = records<SettingsRow>({
  type: 'appointment-settings',
  entity: MailSettings,
  called: 'de instellingen',
  ...managedBy('appointment:settings'),
  byDefault,
})

/** The settings, for whoever may change them. */
export const readMailSettings = async (actor: Caller) => (await settingsRecords.within(actor, MAIL_SETTINGS_ID)).row

const stored = storing<SettingsRow>()()

/** Switches the mails on or off; 409 when somebody else did so at the same moment. */
export const changeMailSettings = (actor: Caller, wanted: AppointmentSettings) =>
  settingsRecords.edit(
    actor,
    MAIL_SETTINGS_ID,
    (before) => ({ after: { ...before, ...stored.created(wanted) } }),
    (row) => row,
  )
