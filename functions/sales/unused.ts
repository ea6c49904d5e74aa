import { addMonths, type LocalDate, monthsBetween } from '../../shared/time.ts'
import { readAll } from '../platform/data/rows.ts'
import { type SaleRow, Sales } from './entity.ts'
import { lastUseOf } from './erasing.ts'

/** Number of months before the retention in which sales are looked for. */
const MONTHS_BACK = 120

/** Lists the settled sales that were of use until before a day, and of which more than the name is left. */
export async function listUnusedSales(before: LocalDate): Promise<{ id: string; date: string }[]> {
  const found = []
  for (const month of monthsBetween(addMonths(before, -MONTHS_BACK), before)) {
    for (const row of await readAll<SaleRow>(Sales.query.byMonth({ month }))) {
      const isSettled = row.status === 'uitbetaald' || row.status === 'rejected'
      if (isSettled && lastUseOf(row) < before && row.customerPhone !== '')
        found.push({ id: row.id, date: row.saleDate })
    }
  }
  return found
}
