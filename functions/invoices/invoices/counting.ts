import { type InvoiceStatus, invoiceStatuses } from '../../../shared/api/parts/billing.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { type AcceptanceFilter, acceptanceFilters } from '../../../shared/invoices/choices.ts'
import { measures } from '../../../shared/measures.ts'
import { addMonths, localDateOf, monthsBetween, now } from '../../../shared/time.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../../platform/data/counters.ts'
import type { RecountedDomain } from '../../records/recount.ts'
import { inOrder, isText, iterateRows } from '../../records/source.ts'
import { answerOf } from './acceptance-rules.ts'
import { type InvoiceRow, Invoices, openStatuses } from './entity.ts'
import { castInvoiceQuery, readRowsToCount } from './list.ts'
import { contributionsOf, DAYS_AHEAD, daysOverdue } from './rules.ts'

/**
 * Counts the filtered invoices: by status, by the partner's answer, overdue, credit notes, and all. A count is null where the list is
 * too long to read. The counters then still give the open statuses, unless a filter other than `status` is set.
 */
export async function countInvoices(actor: Caller, query: InvoiceFilter) {
  const { status, acceptance: _, ...others } = query
  const [byStatus, byAnswer] = await Promise.all([
    readRowsToCount(actor, query),
    query.acceptance === undefined ? null : readRowsToCount(actor, others),
  ])
  const answered = byAnswer ?? byStatus
  const standing = await standingCounts(actor)
  const isFiltered = Object.keys(query).some((name) => name !== 'status')
  const counts = invoiceStatuses.map((one) => {
    const counted = countOf(isOpen(one) ? byStatus.open : byStatus.all, (row) => row.status === one)
    return [one, counted ?? (isOpen(one) && !isFiltered ? standing[one] : null)]
  })
  const ofStatus = status && (status === 'overdue' || isOpen(status)) ? answered.open : answered.all
  const answers = acceptanceFilters.map((one) => [
    one,
    countOf(ofStatus, (row) => isAt(row, status) && answerOf(row) === one),
  ])
  return {
    statuses: Object.fromEntries(counts) as Record<InvoiceStatus, number | null>,
    overdue: countOf(byStatus.open, (row) => daysOverdue(row) > 0),
    all: countOf(byStatus.all, () => true),
    creditNotes: countOf(byStatus.all, ({ type }) => type === 'credit_note'),
    acceptance: Object.fromEntries(answers) as Record<AcceptanceFilter, number | null>,
  }
}

/** Counts all invoices of each status, from the counters. */
async function standingCounts(actor: Caller): Promise<Record<InvoiceStatus, number>> {
  const counters = await readCountersWithin(STANDING, requireReach(actor, 'self-billing:manage'))
  const counts = invoiceStatuses.map((status) => [status, sumMeasures(counters, [`invoice-${status}`])])
  return Object.fromEntries(counts) as Record<InvoiceStatus, number>
}

const isOpen = (status: InvoiceStatus) => openStatuses.includes(status)

const isAt = (row: InvoiceRow, status: InvoiceFilter['status']) =>
  status === undefined || (status === 'overdue' ? daysOverdue(row) > 0 : row.status === status)

interface CountedRows {
  readonly rows: readonly InvoiceRow[]
  readonly isComplete: boolean
}

const countOf = ({ rows, isComplete }: CountedRows, matches: (row: InvoiceRow) => boolean): number | null =>
  isComplete ? rows.filter(matches).length : null

/** Number of months to count back; no invoice is older yet. */
const MONTHS_BACK = 60

/** Counters of invoices by status, with a generator that counts all invoices again. */
export const countedInvoices: RecountedDomain = {
  measures: measures.invoices,
  standing: async function* () {
    const today = localDateOf(now())
    const months = monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, Math.ceil(DAYS_AHEAD / 28)))
    for (const month of months) {
      const source = inOrder<InvoiceRow>({ invoiceDate: isText, id: isText }, [
        castInvoiceQuery(Invoices.query.byMonth({ month })),
      ])
      for await (const row of iterateRows(source)) yield contributionsOf(row)
    }
  },
}
