import { measures } from '../../shared/measures.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { inOrder, isText, iterateRows } from '../records/source.ts'
import { type SaleRow, Sales } from './entity.ts'
import { contributionsOf, correctionContributions } from './rules.ts'

/** Measures of sales, and how a recount computes them from sales. */
export const countedSales: RecountedDomain = {
  measures: measures.sales,
  contributionsIn: async function* (month) {
    const source = inOrder<SaleRow>({ saleDate: isText, id: isText }, [Sales.query.byMonth({ month })])
    for await (const row of iterateRows(source)) yield contributionsOf(row)
  },
  standing: async function* () {
    const source = inOrder<SaleRow>({ saleDate: isText, id: isText }, [Sales.query.toCorrect({})])
    for await (const row of iterateRows(source)) yield correctionContributions(row)
  },
}
