import type { RateToPreview } from '../../../shared/api/schemas/rates.ts'
import { cents, inEuros } from '../../../shared/money.ts'
import { addDays, addMonths, type LocalDate, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { commitNothing } from '../../platform/data/commit.ts'
import { getRows } from '../../platform/data/rows.ts'
import { readFirstWithin } from '../../records/list.ts'
import { byMonth, dates } from '../../records/months.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { NOBODY, type SaleRow, Sales } from '../entity.ts'
import { isUnrated } from './amount-facts.ts'
import { allRates, type CommissionRateRow, rateFor } from './rates.ts'
import { revenueOf } from './revenue-amounts.ts'

/** Maximum number of commissions that are added up, and of rows that are read to find them. */
const MOST = { rows: 5_000, read: 10_000 }

/** Number of whole months of which the commissions are added up. */
const MONTHS = 3

/**
 * Returns what a rate would mean for the commissions of the last three whole months to which it applies: the difference
 * per month with the rates of its first day, and the margin before and after. Stores nothing.
 */
export async function previewRate(actor: Caller, form: RateToPreview) {
  const permit = authorise(actor, 'commission-rate:manage')
  const today = localDateOf(now())
  const from = (form.validFrom && form.validFrom > today ? form.validFrom : today) as LocalDate
  const rates = await allRates()
  const standing = rates.find(({ id }) => id === form.rateId)
  const changed = rateOf(form, standing, today)
  const effectOn = effectOf(changed, { before: rates, from })
  const { rows, isComplete } = await readFirstWithin(actor, 'commission-rate:manage', MOST, {
    all: () => commissionsBefore(today, teamOf(changed, standing)),
    matches: (row: CommissionRow) => isEarned(row) && effectOn(row) !== null,
  })
  const difference = rows.reduce((sum, row) => sum + (effectOn(row) ?? 0), 0)
  const sales = rows.filter(({ type }) => type === 'sale').map(({ originalId: id }) => ({ id }))
  const revenue = ((await getRows(Sales, sales, { consistent: false })) as SaleRow[]).reduce(
    (sum, row) => sum + revenueOf(row),
    0,
  )
  const margin = rows.reduce((left, row) => left - row.agentCommission - row.callerCommission, revenue)
  return commitNothing(permit, {
    ...{ from, isComplete, count: rows.length },
    people: new Set(rows.map((row) => payeeOf(changed, row))).size,
    perMonth: inEuros(Math.round(difference / MONTHS)),
    margin: revenue === 0 ? null : { before: margin / revenue, after: (margin - difference) / revenue },
  })
}

/** Returns the rate of the form as a row in cents, to compare it with the present rates. A new rate has the id ''. */
const rateOf = (form: RateToPreview, standing: CommissionRateRow | undefined, today: LocalDate) => ({
  ...{ id: standing?.id ?? '', createdAt: standing?.createdAt ?? now(), role: form.role },
  ...{ teamId: form.teamId ?? undefined, defaultRate: cents(form.defaultRate) as number },
  ...{ validFrom: form.validFrom ?? standing?.validFrom ?? today, isActive: form.isActive ?? true },
})

type Changed = ReturnType<typeof rateOf>

/**
 * Returns a function that gives the cents by which a commission would rise; null where neither the rate nor the one it
 * changes applies.
 */
function effectOf(changed: Changed, { before, from }: { before: readonly CommissionRateRow[]; from: LocalDate }) {
  const after = [...before.filter(({ id }) => id !== changed.id), changed as CommissionRateRow]
  return (row: CommissionRow): number | null => {
    if (payeeOf(changed, row) === NOBODY || (changed.role === 'caller' && isUnrated(row))) return null
    const rated = { role: changed.role, teamId: row.teamId, date: from }
    const [old, fresh] = [rateFor(before, rated), rateFor(after, rated)]
    const isConcerned = old?.id === changed.id || fresh?.id === changed.id
    return isConcerned ? (fresh?.defaultRate ?? 0) - (old?.defaultRate ?? 0) : null
  }
}

const payeeOf = ({ role }: Changed, { agentPayee, callerPayee }: CommissionRow) =>
  role === 'agent' ? agentPayee : callerPayee

/** Tells whether a commission counts as earned, as in reports. */
const isEarned = ({ status, toConfirm }: CommissionRow) => status !== 'rejected' && !toConfirm

/** Returns the only team that a change concerns; undefined when it concerns several. */
const teamOf = ({ teamId }: Changed, standing: CommissionRateRow | undefined) =>
  !standing || standing.teamId === teamId ? teamId : undefined

/** Returns a source of the commissions of the last whole months, newest first, of one team or of all. */
function commissionsBefore(today: LocalDate, teamId: number | undefined) {
  const end = `${monthOf(today)}-01` as LocalDate
  return byMonth<CommissionRow>({
    ...{ by: 'date', calendar: dates, order: 'desc' },
    span: { first: addMonths(end, -MONTHS), last: addDays(end, -1) },
    partitions: (month) => [
      teamId === undefined ? Commissions.query.byMonth({ month }) : Commissions.query.byTeam({ teamId, month }),
    ],
  })
}
