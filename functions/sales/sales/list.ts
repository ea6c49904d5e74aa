import type { AgreementFilter, SaleFilter } from '../../../shared/api/schemas/sales.ts'
import { isCoolingOff } from '../../../shared/cooling-off/cooling-off.ts'
import { saleStatusesIn } from '../../../shared/sales/choices.ts'
import { addMonths, type LocalDate, localDateOf, monthsBetween, now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import type { Paging } from '../../platform/http/page.ts'
import { isApiKey } from '../../platform/identity/api-key.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import { type Bounds, listWithin, readAllWithin } from '../../records/list.ts'
import { byMonth, dates } from '../../records/months.ts'
import { inOrder, isText, type Partition } from '../../records/source.ts'
import { isCounted, type SaleRow, Sales, TO_CORRECT, waitsForCorrection } from '../entity.ts'
import { withMoney } from '../records.ts'
import { ownersOf } from '../rules.ts'
import { viewsOf } from '../views.ts'

/** Number of months that a list without a period goes back. */
const MONTHS = 12
/** Maximum number of months whose withdrawals from closed months are read: the last ones of the period, all at once. */
const MOST_MONTHS = 60

/**
 * Lists sales within reach that match a filter, newest first. An API key gets no number without the state of its calls
 * (market 67h); people read that at the sale.
 */
export const listSales = (actor: Caller, query: SaleFilter & Paging) =>
  listWithin(actor, 'sale:list', query, {
    ...selectSales(query),
    show: async (rows) => viewsOf(actor, await withMoney(rows), isApiKey(actor)),
  })

/** Reads all sales within reach that match a filter; throws when there are more than `bounds` allows. */
export const readAllSales = async (actor: Caller, query: SaleFilter, bounds: Bounds) =>
  withMoney(await readAllWithin(actor, 'sale:list', bounds, selectSales(query)))

/** Returns the sources of the sales that match a filter, with its test of a row. */
export const selectSales = (query: SaleFilter) => ({ ...sourcesFor(query), matches: filterOf(query) })

function sourcesFor({ from, to, agentId, teamId, agreement }: SaleFilter) {
  const today = localDateOf(now())
  const last = (to ?? today) as LocalDate
  const isLate = agreement === 'late'
  const span = { first: (from as LocalDate | undefined) ?? addMonths(last, -MONTHS), last }
  if (isLate || agreement === 'toCorrect') {
    // A withdrawal counts in the next month at most, when the present one is closed.
    const [end] = [last, addMonths(today, 1)].sort()
    const months = isLate ? monthsBetween(span.first, end as LocalDate).slice(-MOST_MONTHS) : []
    const partitions = [TO_CORRECT, ...months].map((withdrawalKey) => Sales.query.byWithdrawal({ withdrawalKey }))
    const withdrawn = () => inOrder<SaleRow>({ saleDate: isText, id: isText }, partitions, 'desc')
    return { all: withdrawn, team: withdrawn, own: withdrawn, ownersOf }
  }
  const source = (partitions: (month: string) => readonly Partition<SaleRow>[]) =>
    byMonth<SaleRow>({ by: 'saleDate', calendar: dates, span, order: 'desc', partitions })
  const ofAgent = agentId && source((month) => [Sales.query.byAgent({ agentId, month })])
  const ofTeam = (team: number) => source((month) => [Sales.query.byTeam({ teamId: team, month })])
  return {
    all: () => ofAgent || (teamId ? ofTeam(Number(teamId)) : source((month) => [Sales.query.byMonth({ month })])),
    team: (team: number) => ofAgent || ofTeam(team),
    own: (userId: string) =>
      source((month) => [
        Sales.query.byAgent({ agentId: userId, month }),
        Sales.query.byCaller({ callerKey: userId, month }),
      ]),
    ownersOf,
  }
}

/** Returns a function that tells whether a sale matches a filter about its bedenktijd and withdrawal. */
export function matcherOf(agreement: AgreementFilter): (row: SaleRow) => boolean {
  const today = localDateOf(now())
  const isStanding = ({ status, withdrawnAt }: SaleRow) => status !== 'rejected' && withdrawnAt === undefined
  const isRunning = (row: SaleRow) => isStanding(row) && row.status !== 'uitbetaald' && isCoolingOff(row, today)
  const matchers: Record<AgreementFilter, (row: SaleRow) => boolean> = {
    running: isRunning,
    unconfirmed: (row) => isRunning(row) && row.coolingOff === 'unconfirmed',
    unproven: (row) => isStanding(row) && row.coolingOff === 'unproven',
    withdrawn: ({ withdrawnAt }) => withdrawnAt !== undefined,
    toCorrect: waitsForCorrection,
    late: ({ withdrawal }) => withdrawal?.countsIn !== undefined,
    counted: isCounted,
  }
  return matchers[agreement]
}

/** Returns a function that tells whether a sale matches a filter. */
function filterOf(query: SaleFilter): (row: SaleRow) => boolean {
  const isFound = buildTextMatcher<SaleRow>(query.q ?? '', (row) => ({
    texts: [row.customerName, row.companyName, row.salesDockId],
    codes: [row.postalCode],
    phones: [row.customerPhone],
  }))
  const statuses = saleStatusesIn(query.status ?? '')
  const isAgreed = query.agreement && matcherOf(query.agreement)
  const { from = '', to = '9999' } = query
  const isWithin = (day: string) => from <= day && day <= to
  const dayOf = ({ saleDate, withdrawal }: SaleRow) =>
    query.agreement === 'late' ? `${withdrawal?.countsIn}-01` : saleDate
  return (row) =>
    (!isAgreed || (isAgreed(row) && isWithin(dayOf(row)))) &&
    (!query.status || statuses.includes(row.status)) &&
    (!query.provider || row.provider === query.provider) &&
    (!query.agentId || row.agentId === query.agentId) &&
    (!query.teamId || row.teamId === Number(query.teamId)) &&
    (!query.market || row.market === query.market) &&
    (!query.office || row.team.office === query.office) &&
    (!query.approved || (row.approvedAt !== undefined && isCounted(row))) &&
    isFound(row)
}
