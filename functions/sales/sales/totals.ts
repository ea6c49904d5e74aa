import type { SaleFilter } from '../../../shared/api/schemas/sales.ts'
import type { Caller } from '../../platform/actor.ts'
import { readFirstWithin } from '../../records/list.ts'
import { sumCommissions } from '../amounts/amounts.ts'
import { sumRevenue } from '../amounts/revenue-amounts.ts'
import type { SaleRow } from '../entity.ts'
import { withMoney } from '../records.ts'
import { commissionOf } from '../rules.ts'
import { matcherOf, selectSales } from './list.ts'

/** Maximum number of sales that are added up, and of rows that are read to find them. */
const MOST_ADDED = { rows: 5_000, read: 10_000 }

/**
 * Adds up at most 5,000 sales of a filter: the amounts that the actor may see, in euros. `isComplete` tells whether
 * these are all sales of the filter.
 */
export async function totalSales(actor: Caller, query: SaleFilter) {
  const { rows, isComplete } = await readFirstWithin(actor, 'sale:list', MOST_ADDED, selectSales(query))
  const sumOf = async (some: readonly SaleRow[]) => sumCommissions(actor, (await withMoney(some)).map(commissionOf))
  const running = rows.filter(matcherOf('running'))
  return {
    ...(await sumOf(rows)),
    running: { count: running.length, totalCommission: (await sumOf(running)).totalCommission },
    unproven: rows.filter(matcherOf('unproven')).length,
    revenue: sumRevenue(actor, rows),
    count: rows.length,
    isComplete,
  }
}
