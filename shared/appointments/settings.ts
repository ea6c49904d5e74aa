import { attributes, email, kept, phone, stored, text, yesOrNo } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, number } = attributes
const chosen = { typed: z.boolean() }

/** Settings of mails to customers (rulings 28): which are sent, in whose name, and how an office is reached. */
export const mailSettings = record(
  {
    noun: { the: 'de', one: 'mailinstellingen', many: 'mailinstellingen' },
    groups: ['mails', 'roermond', 'nieuwVennep'],
    cards: [],
  },
  {
    id: stored(must),
    /** 0 until somebody changes the settings. */
    version: kept(z.int(), number),
    sendConfirmations: {
      ...yesOrNo('switch', {
        label: 'Bevestigingen',
        hint: 'Bij het inplannen, verplaatsen en annuleren van een afspraak',
        ...{ form: 'mails', card: null },
      }),
      ...chosen,
    },
    sendReminders: {
      ...yesOrNo('switch', { label: 'Herinneringen', hint: '24 uur voor de afspraak', form: 'mails', card: null }),
      ...chosen,
    },
    senderName: text({ label: 'Afzender', hint: 'Leeg = Partnerview', form: 'mails', card: null }, 80),
    roermondPhone: phone({ label: 'Telefoon Roermond', form: 'roermond', card: null }),
    roermondEmail: email({ label: 'E-mail Roermond', form: 'roermond', card: null }),
    nieuwVennepPhone: phone({ label: 'Telefoon Nieuw-Vennep', form: 'nieuwVennep', card: null }),
    nieuwVennepEmail: email({ label: 'E-mail Nieuw-Vennep', form: 'nieuwVennep', card: null }),
  },
)

export const AppointmentSettings = z.object(mailSettings.typed)
export type AppointmentSettings = z.output<typeof AppointmentSettings>

/** The settings in force. */
export const StandingSettings = z.object(mailSettings.shown)
