import { measures } from '../../shared/measures.ts'
import { take } from '../platform/rows.ts'
import type { Counted } from '../records/recount.ts'
import { type SaleRow, Sales } from './entity.ts'
import { contributionsOf } from './rules.ts'

const READ_BATCH = 500

/** What sales count. */
export const countedSales: Counted = {
  measures: measures.sales,
  contributionsIn: async function* (month) {
    for (let after = { saleDate: '', id: '' }, more = true; more; ) {
      const { rows, isOver } = await take<SaleRow>(Sales.query.byMonth({ month }).gt(after), READ_BATCH)
      for (const row of rows) yield contributionsOf(row)
      const last = rows.at(-1)
      after = last ? { saleDate: last.saleDate, id: last.id } : after
      more = !isOver
    }
  },
}
