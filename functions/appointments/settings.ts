import type { EntityItem } from 'electrodb'
import type { AppointmentSettings } from '../../shared/contract/appointments.ts'
import { conflict } from '../../shared/errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/commit.ts'
import { Entity, key, model, store } from '../platform/table.ts'

/**
 * Which mails customers get about appointments; absent as long as nobody changed it.
 *
 * | Read         | Index   | Key |
 * | the settings | primary | ·   |
 */
const Settings = new Entity(
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

const ID = 'appointments'
const byDefault: EntityItem<typeof Settings> = { id: ID, version: 0, sendConfirmations: true, sendReminders: true }

/** The settings in force, strongly consistent; both on until somebody switches one off (rulings 28). */
export async function mailSettings(): Promise<EntityItem<typeof Settings>> {
  const { data } = await Settings.get({ id: ID }).go({ consistent: true })
  return data ?? byDefault
}

/** The settings, for whoever may change them. */
export async function readMailSettings(actor: Caller) {
  authorise(actor, 'appointment:settings')
  return mailSettings()
}

/** Switches the mails on or off; 409 when somebody else did so at the same moment. */
export async function changeMailSettings(actor: Caller, wanted: AppointmentSettings) {
  const permit = authorise(actor, 'appointment:settings')
  const before = await mailSettings()
  const after = { ...before, ...wanted, version: before.version + 1 }
  return commit(
    permit,
    {
      action: 'appointment-settings.update',
      entity: { type: 'appointment-settings', id: ID },
      before,
      after,
      write: [
        {
          write: Settings.put(after).where(({ version }, { eq, notExists }) =>
            before.version === 0 ? notExists(version) : eq(version, before.version),
          ),
          otherwise: () => conflict('Iemand anders heeft de instellingen intussen gewijzigd. Probeer het opnieuw.'),
        },
      ],
    },
    after,
  )
}
