import type { EntityItem } from 'electrodb'
import { type AppointmentSettings, SENDER_NAME } from '../../shared/contract/appointments.ts'
import type { Office } from '../../shared/contract/fields.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import type { Whole } from '../../shared/whole.ts'
import type { Caller } from '../platform/actor.ts'
import { whole } from '../platform/rows.ts'
import { Entity, model, primary, store } from '../platform/table.ts'
import { storing } from '../records/form.ts'
import { managedBy, records } from '../records/record.ts'

/**
 * Settings of the mails to customers about appointments; absent until somebody changes them.
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
      senderName: { type: 'string' },
      roermondPhone: { type: 'string' },
      roermondEmail: { type: 'string' },
      nieuwVennepPhone: { type: 'string' },
      nieuwVennepEmail: { type: 'string' },
    },
    indexes: {
      primary: primary('settings#${id}', 'settings'),
    },
  },
  store,
)

type SettingsRow = Whole<EntityItem<typeof MailSettings>>

export const MAIL_SETTINGS_ID = 'appointments'
const byDefault: SettingsRow = {
  ...{ id: MAIL_SETTINGS_ID, version: 0, sendConfirmations: true, sendReminders: true },
  senderName: undefined,
  roermondPhone: undefined,
  roermondEmail: undefined,
  nieuwVennepPhone: undefined,
  nieuwVennepEmail: undefined,
}

/** Returns the current settings, strongly consistent; mails are on by default (rulings 28). */
export async function mailSettings(): Promise<SettingsRow> {
  const { data } = await MailSettings.get({ id: MAIL_SETTINGS_ID }).go({ consistent: true })
  return whole(data) ?? byDefault
}

/** Sender of mails to customers: our name, and phone and mail address of the office. */
export interface Sender {
  readonly name: string
  readonly office: Office | undefined
  readonly phone: string | undefined
  readonly email: string | undefined
}

/** Returns the sender of mails to customers of an office. */
export async function senderFor(office: Office | undefined): Promise<Sender> {
  const row = await mailSettings()
  const reached = {
    roermond: { phone: row.roermondPhone, email: row.roermondEmail },
    'nieuw-vennep': { phone: row.nieuwVennepPhone, email: row.nieuwVennepEmail },
  }
  return {
    name: row.senderName ?? SENDER_NAME,
    office,
    ...(office ? reached[office] : { phone: undefined, email: undefined }),
  }
}

const settingsRecords = records<SettingsRow>({
  type: 'appointment-settings',
  entity: MailSettings,
  called: 'de instellingen',
  ...managedBy('appointment:settings'),
  byDefault,
})

/** Returns the settings to a person who may change them. */
export const readMailSettings = async (actor: Caller) => (await settingsRecords.within(actor, MAIL_SETTINGS_ID)).row

const stored = storing<SettingsRow>()([], { roermondPhone: normalisePhone, nieuwVennepPhone: normalisePhone })

/** Changes the settings; absent fields stay. Throws 409 when somebody else did so at the same moment. */
export const changeMailSettings = (actor: Caller, wanted: AppointmentSettings) =>
  settingsRecords.edit(
    actor,
    MAIL_SETTINGS_ID,
    (before) => ({ after: { ...before, ...stored.changed(wanted) } }),
    (row) => row,
  )
