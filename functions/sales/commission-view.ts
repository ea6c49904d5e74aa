import type { Actor } from '../../shared/access.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { doNotCallsOf } from '../customers/service.ts'
import { fullName } from '../platform/user.ts'
import { amountsFor, dueFor } from './amounts.ts'
import type { CommissionRow } from './entity.ts'

/** Commissions as the API shows them to somebody: the amounts that they may see alone (rulings 37). */
export async function commissionViews(actor: Pick<Actor, 'id' | 'role'>, rows: readonly CommissionRow[]) {
  const closed = await doNotCallsOf(rows.map(({ customerPhone }) => customerPhone))
  return rows.map((row) => ({ ...viewOf(actor, row), doNotCallSince: closed.get(row.customerPhone) ?? null }))
}

/** One commission as the API shows it to somebody. */
export async function commissionView(actor: Pick<Actor, 'id' | 'role'>, row: CommissionRow) {
  const [view] = await commissionViews(actor, [row])
  if (!view) throw new Error('A row has a view')
  return view
}

const viewOf = (actor: Pick<Actor, 'id' | 'role'>, row: CommissionRow) => ({
  ...row,
  ...amountsFor(actor, row),
  dueCommission: euros(wholeCents(dueFor(actor, row))),
  agentName: fullName(row.agent),
  ownerName: row.caller && fullName(row.caller),
  teamName: row.team.name,
  isOverridden: row.override !== undefined,
  overrideReason: row.override?.reason,
  hasOpenQuestion: row.openQuestions > 0,
})
