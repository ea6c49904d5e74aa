import { energyTypes, providers } from '../../../shared/api/parts/trade.ts'
import { revenueRate } from '../../../shared/sales/rates.ts'
import { defineEntity, gsi1, must, number, primary, type RowOf } from '../../platform/data/table.ts'

/**
 * Expected revenue per sale, by provider and product, from a day on; integer cents. The rates are few, because an
 * admin makes them by hand.
 *
 * | Read                    | Index   | Key             |
 * | one rate                | primary | id              |
 * | all rates, newest first | gsi1    | · validFrom, id |
 */
export const RevenueRates = defineEntity('revenuerate', {
  attributes: revenueRate.stored,
  indexes: {
    primary: primary('revenuerate#${id}', 'revenuerate'),
    all: gsi1('revenuerates', '${validFrom}#${id}'),
  },
})
export type RevenueRateRow = RowOf<typeof RevenueRates>

/**
 * All rates of a provider and product in one row, which each change of a rate also writes. A sale is written on
 * condition that this row is unchanged, so that no sale keeps the amount of a replaced rate.
 *
 * | Read                             | Index   | Key                   |
 * | rates of a provider and product  | primary | provider, productType |
 */
export const RevenueTables = defineEntity('revenuetable', {
  attributes: {
    provider: { type: providers, required: true },
    productType: { type: energyTypes, required: true },
    version: number,
    rates: {
      type: 'list',
      required: true,
      items: { type: 'map', properties: { id: must, amount: number, validFrom: must, createdAt: must } },
    },
  },
  indexes: { primary: primary('revenuetable#${provider}#${productType}', 'revenuetable') },
})
export type RevenueTable = RowOf<typeof RevenueTables>
