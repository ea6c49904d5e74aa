import type { Actor } from '../../shared/access.ts'
import { euros, wholeCents } from '../../shared/money.ts'

/** Of a row: its amounts in cents. */
interface Amounts {
  readonly agentCommission: number
  readonly callerCommission: number
}

/** Which amounts somebody sees (rulings 37): an agent the agent's, a caller the caller's, others both. */
export const seenBy = ({ role }: Pick<Actor, 'role'>) => ({
  agentCommission: role !== 'caller',
  callerCommission: role !== 'agent',
})

/**
 * The amounts of a row in euros as somebody may see them (rulings 37), null where not; the total is of what they see. Every
 * reply, file and statement takes them from here.
 */
export function amountsFor(actor: Pick<Actor, 'role'>, row: Amounts) {
  const seen = seenBy(actor)
  const agent = seen.agentCommission ? wholeCents(row.agentCommission) : null
  const caller = seen.callerCommission ? wholeCents(row.callerCommission) : null
  return {
    agentCommission: agent === null ? null : euros(agent),
    callerCommission: caller === null ? null : euros(caller),
    totalCommission: euros(wholeCents((agent ?? 0) + (caller ?? 0))),
  }
}

/** What rows add up to, in euros, as somebody may see it. */
export const amountsOf = (actor: Pick<Actor, 'role'>, rows: readonly Amounts[]) =>
  amountsFor(actor, {
    agentCommission: rows.reduce((sum, row) => sum + row.agentCommission, 0),
    callerCommission: rows.reduce((sum, row) => sum + row.callerCommission, 0),
  })
