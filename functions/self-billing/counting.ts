import { type InvoiceStatus, invoiceStatuses } from '../../shared/contract/invoices.ts'
import { measures } from '../../shared/measures.ts'
import { addMonths, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { type Caller, covers } from '../platform/actor.ts'
import { countersIn, STANDING, sum } from '../platform/counters.ts'
import { type Query, take } from '../platform/rows.ts'
import type { Counted } from '../records/recount.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { contributionsOf, DAYS_AHEAD } from './invoice-rules.ts'

/** How many invoices there are of each status, credit notes too; from the counters, however many there are. */
export async function countInvoices(actor: Caller) {
  const counters = await countersIn(STANDING, covers(actor, 'self-billing:manage'))
  const counts = invoiceStatuses.map((status) => [status, sum(counters, [`invoice-${status}`])])
  return { statuses: Object.fromEntries(counts) as Record<InvoiceStatus, number> }
}

const READ_BATCH = 500

/** No invoice is older than the product. */
const MONTHS_BACK = 60

/** What invoices count. */
export const countedInvoices: Counted = {
  measures: measures.invoices,
  standing: async function* () {
    const today = localDateOf(now())
    const months = monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, Math.ceil(DAYS_AHEAD / 28)))
    for (const month of months)
      for await (const rows of rowsOf(month)) for (const row of rows) yield contributionsOf(row)
  },
}

async function* rowsOf(month: string): AsyncIterable<readonly InvoiceRow[]> {
  for (let after = { invoiceDate: '', id: '' }, more = true; more; ) {
    const query = Invoices.query.byMonth({ month }).gt(after) as unknown as Query<InvoiceRow>
    const { rows, isOver } = await take<InvoiceRow>(query, READ_BATCH)
    yield rows
    const last = rows.at(-1)
    after = last ? { invoiceDate: last.invoiceDate, id: last.id } : after
    more = !isOver
  }
}
