import { localDate, orNull, teamId } from '../api/parts/fields.ts'
import { energyTypeLabels, energyTypes, providerLabels, providers } from '../api/parts/trade.ts'
import { own } from '../values/field.ts'
import { attributes, money, requiredChoice, requiredDay, standard, text, yesOrNo } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { provider } from './choices.ts'
import { payees } from './commission-steps.ts'

const groups = ['scope', 'terms', 'description', 'state'] as const

/** Expected revenue of a sale, by provider and product, from a day on. */
export const revenueRate = record(
  { noun: { the: 'het', one: 'omzettarief', many: 'omzettarieven' }, groups, cards: [] },
  {
    provider: {
      ...requiredChoice(providers, providerLabels, '', { label: 'Leverancier', form: 'scope', card: null }),
      typed: provider,
    },
    productType: requiredChoice(energyTypes, energyTypeLabels, 'Kies een product', {
      ...{ label: 'Product', form: 'scope', card: null },
    }),
    amount: money('Bedrag moet positief zijn', { label: 'Omzet per sale', form: 'terms', card: null }),
    validFrom: requiredDay({ label: 'Geldig vanaf', hint: 'Eerste dag van de sale', form: 'terms', card: null }),
    description: text({ label: 'Omschrijving', form: 'description', card: null }),
    ...standard,
  },
)

export const RevenueRate = z.object(revenueRate.shown)
export type RevenueRate = z.output<typeof RevenueRate>

export const NewRevenueRate = z.object(revenueRate.typed)
export type NewRevenueRate = z.output<typeof NewRevenueRate>

/**
 * Euros that a role earns per sale from a day on, a caller also per held appointment. The rate of a team takes precedence
 * over the rate of the role.
 */
export const commissionRate = record(
  { noun: { the: 'het', one: 'tarief', many: 'tarieven' }, groups, cards: [] },
  {
    role: requiredChoice(payees, { agent: 'Agent', caller: 'Beller' }, 'Kies agent of caller', {
      ...{ label: 'Voor', form: own('scope'), card: null },
    }),
    /** Absent for a rate of all teams. */
    teamId: { typed: teamId.nullish(), stored: attributes.optionalNumber, shown: orNull(z.int()) },
    teamName: { shown: orNull(z.string()) },
    defaultRate: money('Vul een bedrag van 0 of meer in', { label: 'Bedrag', form: 'terms', card: null }),
    validFrom: {
      ...requiredDay({ label: 'Geldig vanaf', hint: 'Leeg = vandaag', form: 'terms', card: null }),
      typed: localDate().optional(),
    },
    description: text({ label: 'Omschrijving', form: 'description', card: null }),
    isActive: yesOrNo('switch', {
      ...{ label: 'Actief', hint: 'Uit: geldt niet voor nieuwe sales en afspraken.', form: 'state', card: null },
    }),
    ...standard,
  },
)

export const CommissionRate = z.object(commissionRate.shown)
export type CommissionRate = z.output<typeof CommissionRate>

export const CommissionRateChange = z.object(commissionRate.typed).partial()
/** Body of a new rate, which is always active. */
export const NewCommissionRate = z.object(commissionRate.typed).omit({ isActive: true })
export type NewCommissionRate = z.output<typeof NewCommissionRate>
