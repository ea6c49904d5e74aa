import { attributes, kept, stored, yesOrNo } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, number } = attributes
const whole = 'Vul een heel aantal maanden in, van 1 tot en met 120'

/** Settings of retention and reminders of expiring contracts. */
export const contractSettings = record(
  {
    noun: { the: 'de', one: 'contractinstellingen', many: 'contractinstellingen' },
    groups: ['settings'],
    cards: [],
  },
  {
    id: stored(must),
    /** 0 until somebody changes the settings. */
    version: kept(z.int(), number),
    /** Months after its end date in which a contract keeps its sheet columns, account number and EAN codes. */
    contractRetentionMonths: {
      ...{ typed: z.int(whole).min(1, whole).max(120, whole), stored: number, shown: z.int() },
      field: {
        ...{ label: 'Bewaartermijn', format: 'count', unit: 'maanden', form: 'settings', card: null },
        hint: 'Zo lang na de einddatum bewaren we rekeningnummer, EAN-codes en overige kolommen. Beheerders krijgen een maand ervoor bericht.',
      },
    },
    /** True when people are mailed about contracts that near their end. */
    sendReminders: {
      ...yesOrNo('switch', {
        ...{ label: 'Herinneringen', form: 'settings', card: null },
        hint: 'Bericht bij 6, 3 en 1 maand voor het einde, en daarna. Het gaat naar de agent van het contract. Zonder agent gaat het naar de beheerders.',
      }),
      typed: z.boolean(),
    },
  },
)

export const ContractSettings = z.object(contractSettings.typed)
export type ContractSettings = z.output<typeof ContractSettings>

/** The settings in force. */
export const StandingContractSettings = z.object(contractSettings.shown)
