import { isEuros } from '../../money.ts'
import * as z from '../../zod.ts'
import { instant, localDate, orNull, teamId, text } from '../parts/fields.ts'
import { payees } from './commissions.ts'
import { amount } from './sales.ts'

/**
 * Body of a commission rate from a day on, for a role, or for the people of one team in that role. The rate of a team
 * takes precedence over the rate of the role.
 */
export const NewCommissionRate = z.object({
  role: z.enum(payees, 'Kies agent of caller'),
  teamId: teamId.nullish(),
  /** Euros per sale; for a caller per sale or held appointment. */
  defaultRate: amount('Vul een bedrag van 0 of meer in'),
  /** First day of the rate; by default today. */
  validFrom: localDate().optional(),
  description: text(200),
})
export type NewCommissionRate = z.output<typeof NewCommissionRate>

export const CommissionRate = z.object({
  id: z.string(),
  version: z.int(),
  role: z.enum(payees),
  teamId: orNull(z.int()),
  teamName: orNull(z.string()),
  defaultRate: z.number(),
  validFrom: z.iso.date(),
  description: orNull(z.string()),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type CommissionRate = z.output<typeof CommissionRate>

/** Limits for people who set amounts by hand. */
export const CommissionSettings = z.object({
  /** Largest multiple of the rate that a team leader may set; an admin may set more (decision 78). */
  commissionCeiling: z
    .number('Vul een getal van 1 tot en met 100 in')
    .min(1, 'Vul een getal van 1 tot en met 100 in')
    .max(100, 'Vul een getal van 1 tot en met 100 in')
    .refine(isEuros, 'Vul een getal met hoogstens 2 decimalen in')
    .meta({ examples: [3, 2.5] }),
})
export type CommissionSettings = z.output<typeof CommissionSettings>

/** Settings in force; version 0 until somebody changes them. */
export const StandingCommissionSettings = CommissionSettings.extend({ version: z.int() })
export type StandingCommissionSettings = z.output<typeof StandingCommissionSettings>
