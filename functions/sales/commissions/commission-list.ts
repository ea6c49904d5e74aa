import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { type Cents, euros, wholeCents } from '../../../shared/money.ts'
import { type CommissionStep, openSteps } from '../../../shared/sales/commission-steps.ts'
import { addMonths, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../../platform/data/counters.ts'
import { readAll } from '../../platform/data/rows.ts'
import type { Paging } from '../../platform/http/page.ts'
import { isApiKey } from '../../platform/identity/api-key.ts'
import { fullName } from '../../platform/identity/user.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import { type Bounds, listWithin, readAllWithin, readFirstWithin } from '../../records/list.ts'
import { byMonth, dates } from '../../records/months.ts'
import { inOrder, isText, type Partition } from '../../records/source.ts'
import { dueFor, sumCommissions } from '../amounts/amounts.ts'
import { ownersOf, paymentContributionsOf, payoutStepKey, stepContributionsOf } from '../amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { commissionViews } from './commission-view.ts'

/** Months in the past that a list without a period shows. */
const MONTHS_BACK = 12

/** Months in the future that a list without a period shows. */
const MONTHS_AHEAD = 3

/** Maximum number of commissions that are added up, and of rows that are read to find them. */
const MOST_ADDED = { rows: 5_000, read: 10_000 }

/**
 * Lists commissions within reach, newest first: of sales, and of held appointments without a sale (rulings 36). An API
 * key gets no number without the state of its calls (market 67h); people read that at the commission.
 */
export const listCommissions = (actor: Caller, query: CommissionFilter & Paging) =>
  listWithin(actor, 'commission:read', query, {
    ...sourcesFor(query),
    matches: filterOf(query),
    show: (rows) => commissionViews(actor, rows, isApiKey(actor)),
  })

/**
 * Adds up the commissions of a filter in euros, as far as the actor sees them; at most 5,000. `isComplete` tells
 * whether these are all.
 */
export async function totalCommissions(actor: Caller, query: CommissionFilter) {
  const list = { ...sourcesFor(query), matches: filterOf(query) }
  const { rows, isComplete } = await readFirstWithin(actor, 'commission:read', MOST_ADDED, list)
  const due = rows.reduce((sum, row) => sum + dueFor(actor, row), 0)
  const toConfirm = rows.filter((row) => row.toConfirm).length
  return {
    ...sumCommissions(actor, rows),
    dueCommission: euros(wholeCents(due)),
    count: rows.length,
    toConfirm,
    isComplete,
  }
}

/** Reads all commissions within reach that match a filter; throws when there are more than `bounds` allows. */
export const readAllCommissions = (actor: Caller, query: CommissionFilter, bounds: Bounds) =>
  readAllWithin(actor, 'commission:read', bounds, { ...sourcesFor(query), matches: filterOf(query) })

/**
 * Returns the sources of the list of commissions, one for each reach: all, a team's, and a person's. With a `step` each
 * source reads everybody's commissions at that step, of which the list shows those within reach.
 */
export function sourcesFor(query: CommissionFilter) {
  const { from, to } = spanOf(query)
  const span = { first: from, last: to }
  const { agentId, step } = query
  if (step) {
    const partitions = stepsOf(step).map((one) => Commissions.query.byStep({ step: stepKeyOf(one) }))
    const standing = () => inOrder<CommissionRow>({ date: isText, id: isText }, partitions, 'desc')
    return { all: standing, team: standing, own: standing, ownersOf }
  }
  const source = (partitions: (month: string) => Partition<CommissionRow>[]) =>
    byMonth<CommissionRow>({ by: 'date', calendar: dates, span, order: 'desc', partitions })
  const ofPerson = (userId: string) => () => source((month) => monthQueriesOfPerson(userId, month))
  return {
    all: agentId ? ofPerson(agentId) : () => source((month) => [Commissions.query.byMonth({ month })]),
    team: agentId
      ? ofPerson(agentId)
      : (teamId: number) => source((month) => [Commissions.query.byTeam({ teamId, month })]),
    own: (userId: string) => ofPerson(userId)(),
    ownersOf,
  }
}

/** Returns the steps that a filter by step finds. */
const stepsOf = (step: CommissionStep | 'open'): readonly CommissionStep[] => (step === 'open' ? openSteps : [step])

/** Returns the index key of the commissions that the summary card of a step counts. */
const stepKeyOf = (step: CommissionStep) => (step === 'uitbetaald' ? payoutStepKey(monthOf(localDateOf(now()))) : step)

/** Tells whether the summary card of a step counts a commission that has the index key of that step. */
const isCounted = (step: CommissionStep, row: CommissionRow) =>
  (step === 'uitbetaald' ? paymentContributionsOf(row) : stepContributionsOf(row)).some(
    ({ measure }) => measure !== 'toConfirm',
  )

/** First and last possible date. */
const ALWAYS = { from: '0001-01-01', to: '9999-12-31' } as const

/**
 * Returns the first and last day of a filter. Where the filter names none, they are twelve months ago and three months
 * ahead or, with a `step`, the first and last possible date.
 */
export function spanOf({ from, to, step }: CommissionFilter) {
  const today = localDateOf(now())
  return {
    from: (from ?? (step ? ALWAYS.from : addMonths(today, -MONTHS_BACK))) as LocalDate,
    to: (to ?? (step ? ALWAYS.to : addMonths(today, MONTHS_AHEAD))) as LocalDate,
  }
}

/** Returns the queries for the commissions of a month with a person as agent, or as paid caller. */
const monthQueriesOfPerson = (userId: string, month: string) => [
  Commissions.query.byAgent({ agentId: userId, month }),
  Commissions.query.byCaller({ callerPayee: userId, month }),
]

/**
 * Returns a function that tells whether a commission matches a filter. Without a `step` in the filter it ignores the
 * dates: `sourcesFor` then reads only those.
 */
export function filterOf(query: CommissionFilter): (row: CommissionRow) => boolean {
  const { status, type, agentId, toConfirm, step } = query
  const { from, to } = spanOf(query)
  const isFound = buildTextMatcher<CommissionRow>(query.search ?? '', (row) => ({
    texts: [row.customerName, row.companyName, row.salesDockId, row.originalId, fullName(row.agent)],
    codes: [],
    phones: [row.customerPhone],
  }))
  return (row) =>
    (!status || row.status === status) &&
    (!type || row.type === type) &&
    (!toConfirm || row.toConfirm === true) &&
    (!step || (stepsOf(step).some((one) => isCounted(one, row)) && from <= row.date && row.date <= to)) &&
    (!agentId || row.agentId === agentId || row.callerPayee === agentId) &&
    isFound(row)
}

/**
 * Returns number and unpaid euros of the commissions within reach at each open step, and number and euros of those paid
 * this month. Also counts open questions and fees to be confirmed. Reads counters, so that the cost does not grow with
 * the commissions.
 */
export async function readCommissionSummary(actor: Caller) {
  const reach = requireReach(actor, 'commission:read')
  const [standing, month] = await Promise.all([
    readCountersWithin(STANDING, reach),
    readCountersWithin(monthOf(localDateOf(now())), reach),
  ])
  const [rows, amount] = reach.scope === 'own' ? (['payee', 'due'] as const) : (['rows', 'sum'] as const)
  const [nieuw, inAfwachting, klaar] = openSteps.map((step) => ({
    count: sumMeasures(standing, [`${rows}-${step}`]),
    amount: euros(sumMeasures(standing, [`${amount}-${step}`]) as Cents),
  })) as [Sum, Sum, Sum]
  const paidRows = reach.scope === 'own' ? 'paidPayee' : 'paidRows'
  return {
    nieuw,
    in_afwachting: inAfwachting,
    klaar_voor_uitbetaling: klaar,
    uitbetaald: { count: sumMeasures(month, [paidRows]), amount: euros(sumMeasures(month, ['paid']) as Cents) },
    openQuestions: sumMeasures(standing, ['openQuestions']),
    toConfirm: sumMeasures(standing, ['toConfirm']),
  }
}

interface Sum {
  readonly count: number
  readonly amount: number
}

/** Reads the commissions dated in a month `yyyy-mm` that pay a person, by date. */
export async function readCommissionsPaying(userId: string, month: string): Promise<CommissionRow[]> {
  const parts = await Promise.all(monthQueriesOfPerson(userId, month).map((query) => readAll<CommissionRow>(query)))
  const once = new Map(parts.flat().map((row) => [row.id, row]))
  return [...once.values()]
    .filter((row) => ownersOf(row).owners?.includes(userId))
    .sort((one, other) => one.date.localeCompare(other.date) || one.id.localeCompare(other.id))
}
