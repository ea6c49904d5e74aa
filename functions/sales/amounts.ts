import { type Actor, can } from '../../shared/access.ts'
import type { Explanation } from '../../shared/contract/sales.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { explanationOf, type Names } from './amount-facts.ts'
import { dueOf } from './commission-rules.ts'
import { type CommissionRow, NOBODY, type SaleRow } from './entity.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/** Of a row: its amounts in cents, and whom they are paid to. */
interface Paid {
  readonly agentCommission: number
  readonly callerCommission: number
  readonly agentPayee: string
  readonly callerPayee: string
}

/** Both amounts, null where they are not seen. */
interface Seen {
  readonly agentCommission: number | null
  readonly callerCommission: number | null
}

/** The amounts of a row in cents as somebody may see them (rulings 37): agents and callers what they are paid, others both. */
function centsFor(viewer: Viewer, { agentPayee, callerPayee, agentCommission, callerCommission }: Paid): Seen {
  const sees = (payee: string) => !seesOwnAlone(viewer) || payee === viewer.id
  return {
    agentCommission: sees(agentPayee) ? agentCommission : null,
    callerCommission: sees(callerPayee) ? callerCommission : null,
  }
}

const inEuros = (amount: number | null) => (amount === null ? null : euros(wholeCents(amount)))

const withTotal = ({ agentCommission, callerCommission }: Seen) => ({
  agentCommission: inEuros(agentCommission),
  callerCommission: inEuros(callerCommission),
  totalCommission: euros(wholeCents((agentCommission ?? 0) + (callerCommission ?? 0))),
})

/**
 * The amounts of a row in euros as somebody may see them (rulings 37), null where not; the total is of what they see. Every
 * reply, file and statement takes them from here.
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

/** Whether somebody sees of amounts what they are paid themselves alone (rulings 37). */
export const seesOwnAlone = ({ role }: Pick<Viewer, 'role'>) => role === 'agent' || role === 'caller'

/** What of a commission is still to be paid out in cents, as somebody may see it. */
export const dueFor = (viewer: Viewer, row: CommissionRow): number =>
  dueOf(row, seesOwnAlone(viewer) ? viewer.id : undefined)

/** Which of both amounts a list shows somebody: that of their role, and another that a row of it shows them. */
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

/** Returns what a sale brings, in cents: what was received once that is entered, else what is expected. */
export const revenueOf = ({ receivedRevenue, expectedRevenue }: Pick<SaleRow, 'receivedRevenue' | 'expectedRevenue'>) =>
  receivedRevenue ?? expectedRevenue ?? 0

/** Adds up in euros what sales bring, without rejected ones; undefined for anybody but admins. */
export const revenueSum = (actor: Actor, rows: readonly SaleRow[]) =>
  can(actor, 'revenue:manage')
    ? inEuros(rows.reduce((sum, row) => (row.status === 'rejected' ? sum : sum + revenueOf(row)), 0))
    : undefined

/** Returns the revenue of a sale in euros as somebody may see it; undefined for anybody but admins. */
export function revenueFor(actor: Actor, row: Pick<SaleRow, 'expectedRevenue' | 'receivedRevenue'>) {
  if (!can(actor, 'revenue:manage')) return undefined
  return { expected: inEuros(row.expectedRevenue ?? null), received: inEuros(row.receivedRevenue ?? null) }
}
