import type { Office } from '../../../shared/api/parts/fields.ts'
import { type AppointmentSettings, mailSettings } from '../../../shared/appointments/settings.ts'
import type { Caller } from '../../platform/actor.ts'
import { defineEntity, primary, type RowOf } from '../../platform/data/table.ts'
import { mapFormFields } from '../../records/form.ts'
import { settingsOf } from '../../records/settings.ts'

/** Name of the sender of mails to customers until somebody enters one. */
const SENDER_NAME = 'Partnerview'

/**
 * Settings of the mails to customers about appointments; absent until somebody changes them.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
export const MailSettings = defineEntity('appointmentsettings', {
  attributes: mailSettings.stored,
  indexes: { primary: primary('settings#${id}', 'settings') },
})

type SettingsRow = RowOf<typeof MailSettings>

/** Id of the only row of these settings. */
export const MAIL_SETTINGS_ID = 'appointments'
/** Mails are on by default (rulings 28). */
const byDefault: SettingsRow = {
  ...{ id: MAIL_SETTINGS_ID, version: 0, sendConfirmations: true, sendReminders: true },
  senderName: undefined,
  roermondPhone: undefined,
  roermondEmail: undefined,
  nieuwVennepPhone: undefined,
  nieuwVennepEmail: undefined,
}

const settings = settingsOf<SettingsRow>({
  ...{ type: 'appointment-settings', entity: MailSettings, action: 'appointment:settings', byDefault },
})
/**
 * Functions that read the settings: `loadMailSettings` without checking rights, `readMailSettings` for an actor who may
 * change them.
 */
export const { inForce: loadMailSettings, read: readMailSettings } = settings

const stored = mapFormFields<SettingsRow>()([], mailSettings.normal)

/**
 * Changes the settings of mails to customers, and returns them; absent fields stay. Throws 403 for others than admins,
 * 409 when somebody else changed them meanwhile.
 */
export const changeMailSettings = (actor: Caller, wanted: AppointmentSettings) =>
  settings.change(actor, stored.changed(wanted))

/** Sender of mails to customers: our name, and phone and mail address of the office. */
export interface Sender {
  readonly name: string
  readonly office: Office | undefined
  readonly phone: string | undefined
  readonly email: string | undefined
}

/**
 * Returns the sender of mails to an office's customers: our name, with the office's phone and mail address where
 * entered.
 */
export async function senderFor(office: Office | undefined): Promise<Sender> {
  const row = await loadMailSettings()
  const contacts = {
    roermond: { phone: row.roermondPhone, email: row.roermondEmail },
    'nieuw-vennep': { phone: row.nieuwVennepPhone, email: row.nieuwVennepEmail },
  }
  return {
    name: row.senderName ?? SENDER_NAME,
    office,
    ...(office ? contacts[office] : { phone: undefined, email: undefined }),
  }
}
