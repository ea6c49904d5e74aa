import type { Actor } from '../../../shared/access.ts'
import { euros, inEurosOrNull, wholeCents } from '../../../shared/money.ts'
import type { Explanation } from '../../../shared/sales/choices.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { NOBODY } from '../entity.ts'
import { explanationOf, type Names } from './amount-facts.ts'
import { unpaidAmountOf } from './commission-rules.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/** Amounts of a commission in cents, and their payees. */
interface Paid {
  readonly agentCommission: number
  readonly callerCommission: number
  readonly agentPayee: string
  readonly callerPayee: string
}

/** Amounts of a commission; null for one that the viewer may not see. */
interface Seen {
  readonly agentCommission: number | null
  readonly callerCommission: number | null
}

/** Returns the amounts of a commission in cents. Agents and callers see only their own, others both (rulings 37). */
function centsFor(viewer: Viewer, { agentPayee, callerPayee, agentCommission, callerCommission }: Paid): Seen {
  const sees = (payee: string) => !canSeeOnlyOwnAmounts(viewer) || payee === viewer.id
  return {
    agentCommission: sees(agentPayee) ? agentCommission : null,
    callerCommission: sees(callerPayee) ? callerCommission : null,
  }
}

const withTotal = ({ agentCommission, callerCommission }: Seen) => ({
  agentCommission: inEurosOrNull(agentCommission),
  callerCommission: inEurosOrNull(callerCommission),
  totalCommission: euros(wholeCents((agentCommission ?? 0) + (callerCommission ?? 0))),
})

/** Returns the amounts of a commission and their total in euros; null for hidden ones (rulings 37). */
export const amountsFor = (viewer: Viewer, row: Paid) => withTotal(centsFor(viewer, row))

/**
 * Explains in Dutch the amounts of agent and caller; null without payee or when hidden from the viewer (rulings 37).
 */
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
export const canSeeOnlyOwnAmounts = ({ role }: Pick<Viewer, 'role'>) => role === 'agent' || role === 'caller'

/**
 * Returns the unpaid cents of a commission as the viewer sees them: agents and callers their own part, others the
 * whole.
 */
export const dueFor = (viewer: Viewer, row: CommissionRow): number =>
  unpaidAmountOf(row, canSeeOnlyOwnAmounts(viewer) ? viewer.id : undefined)

/**
 * Tells which columns of amounts a list shows a viewer: the agents' and the callers'. An agent sees the column of the
 * callers, and a caller that of the agents, only when it has an amount that they may see.
 */
export const amountColumnsOf = ({ role }: Viewer, rows: readonly Seen[]) => ({
  agentCommission: role !== 'caller' || rows.some(({ agentCommission }) => agentCommission !== null),
  callerCommission: role !== 'agent' || rows.some(({ callerCommission }) => callerCommission !== null),
})

/**
 * Adds up the amounts of commissions that the viewer may see, in euros; null for a column that `amountColumnsOf` hides.
 * Leaves out rejected commissions and fees to be confirmed.
 */
export function sumCommissions(viewer: Viewer, rows: readonly CommissionRow[]) {
  const shown = amountColumnsOf(
    viewer,
    rows.map((row) => centsFor(viewer, row)),
  )
  const earned = rows.filter(({ status, toConfirm }) => status !== 'rejected' && !toConfirm)
  const seen = earned.map((row) => centsFor(viewer, row))
  const sum = (name: keyof Seen) => (shown[name] ? seen.reduce((total, row) => total + (row[name] ?? 0), 0) : null)
  return withTotal({ agentCommission: sum('agentCommission'), callerCommission: sum('callerCommission') })
}
