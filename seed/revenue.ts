import { pickExpectedRevenue } from '../functions/sales/revenue/revenue.ts'
import {
  type RevenueRateRow,
  RevenueRates,
  type RevenueTable,
  RevenueTables,
} from '../functions/sales/revenue/revenue-entity.ts'
import { type EnergyType, energyTypes, type Provider, providers } from '../shared/api/parts/trade.ts'
import { addMonths, instantIn, type LocalDate } from '../shared/time.ts'
import { createChance } from './random.ts'
import { storeAll } from './writing.ts'

const euros: Record<Provider, number> = {
  vattenfall: 1_040,
  engie: 960,
  next_energy: 910,
  greenchoice: 990,
  eneco: 1_090,
  serviceconnect: 740,
}
const parts: Record<EnergyType, number> = { gas_stroom: 1, stroom: 0.6, gas: 0.5 }

/** Returns the demo's revenue rates: one per provider and product, and a rise of two providers five months ago. */
function revenueRates(today: LocalDate): RevenueRateRow[] {
  const createdAt = instantIn(addMonths(today, -15), '09:00')
  return providers.flatMap((provider) =>
    energyTypes.flatMap((productType) => {
      const rate = (monthsAgo: number, more: number) => ({
        id: `demo-revenue-${provider}-${productType}-${monthsAgo}`,
        version: 1,
        ...{ provider, productType, description: undefined, createdAt, updatedAt: createdAt },
        amount: Math.round((euros[provider] + more) * parts[productType]) * 100,
        validFrom: `${addMonths(today, -monthsAgo).slice(0, 7)}-01`,
      })
      const rises = provider === 'eneco' || provider === 'engie'
      return rises ? [rate(15, 0), rate(5, 40)] : [rate(15, 0)]
    }),
  )
}

function revenueTables(today: LocalDate): RevenueTable[] {
  const rates = revenueRates(today)
  return providers.flatMap((provider) =>
    energyTypes.map((productType) => ({
      ...{ provider, productType, version: 1 },
      rates: rates
        .filter((rate) => rate.provider === provider && rate.productType === productType)
        .map(({ id, amount, validFrom, createdAt }) => ({ id, amount, validFrom, createdAt })),
    })),
  )
}

/** Stores the demo's rates of revenue per provider and product. */
export const storeRevenueRates = (today: LocalDate) =>
  storeAll([
    ...revenueRates(today).map((rate) => RevenueRates.put(rate)),
    ...revenueTables(today).map((table) => RevenueTables.put(table)),
  ])

/**
 * Returns the expected revenue of a demo sale by its rate, in cents; for some paid sales also the received revenue.
 * `number` is the number of the sale's appointment, which decides the random values.
 */
export function buildDemoRevenue(
  {
    provider,
    productType,
    saleDate,
    isPaid,
  }: Pick<RevenueTable, 'provider' | 'productType'> & {
    readonly saleDate: LocalDate
    readonly isPaid: boolean
  },
  { number, today }: { readonly number: number; readonly today: LocalDate },
) {
  const chance = createChance(number * 7001 + 3)
  const table = revenueTables(today).find((one) => one.provider === provider && one.productType === productType)
  const expectedRevenue = table && pickExpectedRevenue(table, saleDate)
  const isReceived = isPaid && expectedRevenue !== undefined && chance.maybe(0.6)
  return {
    expectedRevenue,
    receivedRevenue: isReceived ? expectedRevenue + (chance.below(5) - 2) * 500 : undefined,
  }
}
