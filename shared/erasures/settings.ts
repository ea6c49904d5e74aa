import { orNull } from '../api/parts/fields.ts'
import { attributes, kept, stored } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, number, optionalNumber } = attributes
const whole = 'Vul een heel aantal maanden in, van 12 tot en met 120'

const months = (label: string, hint: string) =>
  ({
    ...{ typed: z.int(whole).min(12, whole).max(120, whole).nullish(), stored: optionalNumber },
    shown: orNull(z.int()),
    field: { label, hint, format: 'count', unit: 'maanden', form: 'settings', card: null },
  }) as const

/** Months after which unused leads, appointments, settled sales and former users are erased; null keeps them. */
export const retentionSettings = record(
  { noun: { the: 'de', one: 'bewaartermijnen', many: 'bewaartermijnen' }, groups: ['settings'], cards: [] },
  {
    id: stored(must),
    /** 0 until somebody changes the settings. */
    version: kept(z.int(), number),
    leadMonths: months('Leads', 'Na de laatste wijziging of het einde van het contract'),
    appointmentMonths: months('Afspraken', 'Na de dag van de afspraak'),
    saleMonths: months('Afgeronde sales', 'Na het einde van het contract. De naam blijft zeven jaar.'),
    userMonths: months('Oud-medewerkers', 'Na het deactiveren. Wie betaald is, houdt de naam zeven jaar.'),
  },
)

export const RetentionSettings = z.object(retentionSettings.typed)
export type RetentionSettings = z.output<typeof RetentionSettings>

/** The settings in force. */
export const StandingRetention = z.object(retentionSettings.shown)
