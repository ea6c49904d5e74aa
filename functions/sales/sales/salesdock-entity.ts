import { defineEntity, must, primary } from '../../platform/data/table.ts'

/**
 * SalesDock IDs. Each belongs to one sale, also after the sale was rejected (rulings 33). Capitals and small letters
 * count as equal.
 *
 * | Read                 | Index   | Key         |
 * | sale of an ID        | primary | salesDockId |
 */
export const SalesDockIds = defineEntity('salesdock', {
  attributes: { salesDockId: must, saleId: must },
  indexes: { primary: primary('salesdock#${salesDockId}', 'salesdock') },
})
