import { earningDays } from '../../cooling-off/cooling-off.ts'
import { HOLIDAY_FORMAT, holidayPattern } from '../../cooling-off/holidays.ts'
import { isEuros } from '../../money.ts'
import { NewCommissionRate } from '../../sales/rates.ts'
import * as z from '../../zod.ts'
import { localDate, orNull, text } from '../parts/fields.ts'
import { markets, providers } from '../parts/trade.ts'

/** Body of a preview of a rate: the rate as it would be saved, and the id of the one that it changes. */
export const RateToPreview = NewCommissionRate.extend({
  rateId: text(128, { 'x-refers-to': '/api/commission-rates' }),
  isActive: z.boolean().optional(),
})
export type RateToPreview = z.output<typeof RateToPreview>

/** Meaning of a rate, from the commissions of the last three whole months to which it would apply. */
export const RatePreview = z.object({
  /** First day on which it holds, today at the earliest. */
  from: z.iso.date(),
  /** Number of commissions. */
  count: z.int(),
  /** Number of people who earn them in the role of the rate. */
  people: z.int(),
  /** Euros more per month; below 0 when less. */
  perMonth: z.number(),
  /** Margin as a share of the revenue of these sales, before and after; null without revenue. */
  margin: orNull(z.object({ before: z.number(), after: z.number() })),
  /** False when there are more commissions than are added up: these are the newest. */
  isComplete: z.boolean(),
})
export type RatePreview = z.output<typeof RatePreview>

const DAYS = 'Vul 0 tot en met 90 dagen in'

/** Bedenktijd (cooling-off period) of a market in days; without a provider of all providers without a row. */
const CoolingOffDays = z.object({
  market: z.enum(markets),
  provider: z.enum(providers).optional(),
  days: z.int(DAYS).min(0, DAYS).max(90, DAYS),
})

/** Limits for people who set amounts by hand, and values of the law about the bedenktijd; absent values stay. */
export const CommissionSettings = z.object({
  /** Largest multiple of the rate that a team leader may set; an admin may set more (decision 78). */
  commissionCeiling: z
    .number('Vul een getal van 1 tot en met 100 in')
    .min(1, 'Vul een getal van 1 tot en met 100 in')
    .max(100, 'Vul een getal van 1 tot en met 100 in')
    .refine(isEuros, 'Vul een getal met hoogstens 2 decimalen in')
    .meta({ examples: [3, 2.5] }),
  /** First day of selling of sales that are held during their bedenktijd; null holds none. */
  coolingOffFrom: z.union([z.literal('').transform(() => null), localDate()]).nullish(),
  earnedAt: z.enum(earningDays).optional(),
  coolingOffDays: z.array(CoolingOffDays).max(30, 'Vul hoogstens 30 regels in').optional(),
  /** Legal holidays as `25-12`, `24-12-2027`, `Pasen+39` or `Koningsdag`; a bedenktijd ends on none of them. */
  legalHolidays: z
    .array(
      z
        .string()
        .trim()
        .regex(holidayPattern, HOLIDAY_FORMAT)
        .meta({ examples: ['25-12', 'Pasen+39'] }),
    )
    .max(60, 'Vul hoogstens 60 feestdagen in')
    .optional(),
})
export type CommissionSettings = z.output<typeof CommissionSettings>

/** Settings in force; version 0 until somebody changes them. */
export const StandingCommissionSettings = CommissionSettings.extend({
  version: z.int(),
  coolingOffFrom: orNull(z.iso.date()),
  earnedAt: z.enum(earningDays),
  coolingOffDays: z.array(CoolingOffDays),
  legalHolidays: z.array(z.string()),
})
export type StandingCommissionSettings = z.output<typeof StandingCommissionSettings>
