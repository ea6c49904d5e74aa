import { isEuros } from '../../money.ts'
import { provider } from '../../sales/choices.ts'
import * as z from '../../zod.ts'
import { localDate, orNull, text } from '../parts/fields.ts'
import { energyTypes, providers } from '../parts/trade.ts'

/** Expected revenue of a sale in euros, by provider and product, from a day on. */
export const RevenueRate = z.object({
  id: z.string(),
  version: z.int(),
  provider: z.enum(providers),
  productType: z.enum(energyTypes),
  amount: z.number(),
  validFrom: z.iso.date(),
  description: orNull(z.string()),
})
export type RevenueRate = z.output<typeof RevenueRate>

const euros = z
  .number('Bedrag moet positief zijn')
  .min(0, 'Bedrag moet positief zijn')
  .max(1_000_000, 'Vul een bedrag van hoogstens € 1.000.000 in')
  .refine(isEuros, 'Vul een bedrag met hoogstens 2 decimalen in')
  .meta({ examples: [210, 95.5] })

/** Revenue rate as it is entered. */
export const NewRevenueRate = z.object({
  provider,
  productType: z.enum(energyTypes, 'Kies een product'),
  amount: euros,
  validFrom: localDate('Kies een datum'),
  description: text(200),
})
export type NewRevenueRate = z.output<typeof NewRevenueRate>

/** Commission that a provider paid for a sale, in euros. Null removes the amount, so that the rate counts again. */
export const ReceivedRevenue = z.object({ received: euros.nullable() })
