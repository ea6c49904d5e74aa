import { measures } from '../../shared/measures.ts'
import { reportPeriod } from '../platform/data/counters.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows, type Partition } from '../records/source.ts'
import { type SaleRow, Sales, TO_CORRECT } from './entity.ts'
import { contributionsOf, correctionContributions, lateContributions } from './rules.ts'

const queryWithdrawn = (withdrawalKey: string) => Sales.query.byWithdrawal({ withdrawalKey })
const rowsIn = (...partitions: readonly Partition<SaleRow>[]) =>
  iterateRows(inOrder<SaleRow>({ saleDate: isText, id: isText }, partitions))

/** Measures of sales, and how a recount computes them from sales. */
export const countedSales: RecountedDomain = {
  measures: measures.sales,
  contributionsIn: async function* (month) {
    const isIn = ({ date }: { readonly date: string }) => !date.startsWith('report-') || date === reportPeriod(month)
    for await (const row of rowsIn(Sales.query.byMonth({ month }))) yield contributionsOf(row).filter(isIn)
    // Sales of closed months count in the month of their withdrawal too.
    for await (const row of rowsIn(queryWithdrawn(month), queryWithdrawn(TO_CORRECT))) {
      yield lateContributions(row).filter(isIn)
    }
  },
  standing: async function* () {
    for await (const row of rowsIn(queryWithdrawn(TO_CORRECT))) yield correctionContributions(row)
  },
}
