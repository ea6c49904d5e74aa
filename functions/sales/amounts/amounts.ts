import { type Actor, can } from '../../../shared/access.ts'
import type { Explanation } from '../../../shared/contract/schemas/sales.ts'
import { euros, inEuros, wholeCents } from '../../../shared/money.ts'
import { type CommissionRow, NOBODY, type SaleRow } from '../entity.ts'
import { explanationOf, type Names } from './amount-facts.ts'
import { dueOf } from './commission-rules.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/** Amounts of a row in cents, and their payees. */
interface Paid {
  readonly agentCommission: number
  readonly callerCommission: number
  readonly agentPayee: string
  readonly callerPayee: string
}

/** Amounts of a row; null for one that the viewer may not see. */
interface Seen {
  readonly agentCommission: number | null
  readonly callerCommission: number | null
}

/**
 * Returns the amounts of a row in cents for a viewer: agents and callers see only their own, others both (rulings 37).
 */
function centsFor(viewer: Viewer, { agentPayee, callerPayee, agentCommission, callerCommission }: Paid): Seen {
  const sees = (payee: string) => !seesOwnAlone(viewer) || payee === viewer.id
  return {
    agentCommission: sees(agentPayee) ? agentCommission : null,
    callerCommission: sees(callerPayee) ? callerCommission : null,
  }
}

const inEurosOrNull = (amount: number | null) => (amount === null ? null : inEuros(amount))

const withTotal = ({ agentCommission, callerCommission }: Seen) => ({
  agentCommission: inEurosOrNull(agentCommission),
  callerCommission: inEurosOrNull(callerCommission),
  totalCommission: euros(wholeCents((agentCommission ?? 0) + (callerCommission ?? 0))),
})

/**
 * Returns the amounts of a row in euros for a viewer, and their total; null for amounts that they may not see (rulings
 * 37). Every reply, file and statement takes them from here.
 */
export const amountsFor = (viewer: Viewer, row: Paid) => withTotal(centsFor(viewer, row))

/** Explains each amount that the viewer may see and that has a payee (rulings 37). */
export function explanationFor(viewer: Viewer, row: CommissionRow, names: Names): Explanation {
  const seen = centsFor(viewer, row)
  const text = (as: 'agent' | 'caller', payee: string, amount: number | null) =>
    amount === null || payee === NOBODY ? null : explanationOf(row, as, amount, names)
  return {
    agent: text('agent', row.agentPayee, seen.agentCommission),
    caller: text('caller', row.callerPayee, seen.callerCommission),
  }
}

/** Tells whether a viewer sees only the amounts paid to them (rulings 37). */
export const seesOwnAlone = ({ role }: Pick<Viewer, 'role'>) => role === 'agent' || role === 'caller'

/** Returns the cents of a commission still to be paid out: for agents and callers their own part, for others all. */
export const dueFor = (viewer: Viewer, row: CommissionRow): number =>
  dueOf(row, seesOwnAlone(viewer) ? viewer.id : undefined)

/** Tells which of both amounts a list shows a viewer: that of their role, and the other where a row shows it. */
export const amountsIn = ({ role }: Viewer, rows: readonly Seen[]) => ({
  agentCommission: role !== 'caller' || rows.some(({ agentCommission }) => agentCommission !== null),
  callerCommission: role !== 'agent' || rows.some(({ callerCommission }) => callerCommission !== null),
})

/**
 * Adds up rows in euros, as the viewer may see them; leaves out rejected rows and fees to be confirmed (rulings 36).
 */
export function amountsOf(viewer: Viewer, rows: readonly CommissionRow[]) {
  const shown = amountsIn(
    viewer,
    rows.map((row) => centsFor(viewer, row)),
  )
  const earned = rows.filter(({ status, toConfirm }) => status !== 'rejected' && !toConfirm)
  const seen = earned.map((row) => centsFor(viewer, row))
  const sum = (name: keyof Seen) => (shown[name] ? seen.reduce((total, row) => total + (row[name] ?? 0), 0) : null)
  return withTotal({ agentCommission: sum('agentCommission'), callerCommission: sum('callerCommission') })
}

/** Returns the revenue of a sale in cents: the received amount once entered, otherwise the expected one. */
export const revenueOf = ({ receivedRevenue, expectedRevenue }: Pick<SaleRow, 'receivedRevenue' | 'expectedRevenue'>) =>
  receivedRevenue ?? expectedRevenue ?? 0

/** Adds up the revenue of sales in euros, without rejected ones; undefined for anybody but admins. */
export const revenueSum = (actor: Actor, rows: readonly SaleRow[]) =>
  can(actor, 'revenue:manage')
    ? inEurosOrNull(rows.reduce((sum, row) => (row.status === 'rejected' ? sum : sum + revenueOf(row)), 0))
    : undefined

/** Returns the expected and received revenue of a sale in euros; undefined for anybody but admins. */
export function revenueFor(actor: Actor, row: Pick<SaleRow, 'expectedRevenue' | 'receivedRevenue'>) {
  if (!can(actor, 'revenue:manage')) return undefined
  return { expected: inEurosOrNull(row.expectedRevenue ?? null), received: inEurosOrNull(row.receivedRevenue ?? null) }
}
