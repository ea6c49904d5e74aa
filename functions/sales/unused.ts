import { addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { MONTHS_BACK } from '../records/findable.ts'
import { type SaleRow, Sales, waitsForCorrection } from './entity.ts'
import { lastUseOf } from './erasing.ts'

/** Lists the settled sales that were of use until before a day, and of which more than the name is left. */
export async function listUnusedSales(before: LocalDate): Promise<{ id: string; date: string }[]> {
  const found = []
  for (const month of monthsBetween(addMonths(before, -MONTHS_BACK), before)) {
    for (const row of await readAll<SaleRow>(Sales.query.byMonth({ month }))) {
      const isPaid = row.status === 'uitbetaald' && !waitsForCorrection(row)
      const isSettled = (isPaid || row.status === 'rejected') && row.openQuestions === 0
      if (isSettled && lastUseOf(row) < before && row.customerPhone !== '')
        found.push({ id: row.id, date: row.saleDate })
    }
  }
  return found
}
