import { type InvoiceStatus, invoiceStatuses } from '../../shared/contract/invoices.ts'
import { measures } from '../../shared/measures.ts'
import { addMonths, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { type Caller, covers } from '../platform/actor.ts'
import { countersIn, STANDING, sum } from '../platform/counters.ts'
import type { Counted } from '../records/recount.ts'
import { everyRow, inOrder, text } from '../records/source.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { partition } from './invoice-list.ts'
import { contributionsOf, DAYS_AHEAD } from './invoice-rules.ts'

/** How many invoices there are of each status, credit notes too; from the counters, however many there are. */
export async function countInvoices(actor: Caller) {
  const counters = await countersIn(STANDING, covers(actor, 'self-billing:manage'))
  const counts = invoiceStatuses.map((status) => [status, sum(counters, [`invoice-${status}`])])
  return { statuses: Object.fromEntries(counts) as Record<InvoiceStatus, number> }
}

/** No invoice is older than the product. */
const MONTHS_BACK = 60

/** What invoices count. */
export const countedInvoices: Counted = {
  measures: measures.invoices,
  standing: async function* () {
    const today = localDateOf(now())
    const months = monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, Math.ceil(DAYS_AHEAD / 28)))
    for (const month of months) {
      const source = inOrder<InvoiceRow>({ invoiceDate: text, id: text }, [
        partition(Invoices.query.byMonth({ month })),
      ])
      for await (const row of everyRow(source)) yield contributionsOf(row)
    }
  },
}
