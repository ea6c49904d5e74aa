import type { Actor } from '../../../shared/access.ts'
import { euros, wholeCents } from '../../../shared/money.ts'
import { readCalls } from '../../numbers/shown.ts'
import { namesOf } from '../../people/service.ts'
import { fullName } from '../../platform/identity/user.ts'
import { onlyItem } from '../../records/only-item.ts'
import { type Names, settersOf } from '../amounts/amount-facts.ts'
import { amountsFor, dueFor, explanationFor } from '../amounts/amounts.ts'
import type { CommissionRow } from '../commission-entity.ts'
import { viewChangeAfterApproval } from '../views.ts'

type Viewer = Pick<Actor, 'id' | 'role'>

/**
 * Returns commissions as the API shows them to a viewer, with only the amounts that they may see (rulings 37). Without
 * `hasCallStates` does not tell whether their numbers may be called, which costs a read for each.
 */
export async function commissionViews(actor: Viewer, rows: readonly CommissionRow[], hasCallStates = true) {
  const [callsOf, names] = await Promise.all([
    readCalls(
      rows.map(({ customerPhone }) => customerPhone),
      hasCallStates,
    ),
    namesOf(
      rows.flatMap((row) => [...settersOf(row), ...(row.changedAfterApproval ? [row.changedAfterApproval.by] : [])]),
    ),
  ])
  return rows.map((row) => ({
    ...viewOf(actor, row, names),
    ...callsOf(row.customerPhone),
  }))
}

/** Returns one commission as the API shows it to a viewer. */
export const commissionView = async (actor: Viewer, row: CommissionRow) => onlyItem(await commissionViews(actor, [row]))

/** Returns a commission as a viewer may see it, without telling whether its customer's number may be called. */
const viewOf = (actor: Viewer, row: CommissionRow, names: Names) => ({
  ...row,
  ...amountsFor(actor, row),
  dueCommission: euros(wholeCents(dueFor(actor, row))),
  explanation: explanationFor(actor, row, names),
  changedAfterApproval: viewChangeAfterApproval(row, names),
  toConfirm: row.toConfirm ?? false,
  agentName: fullName(row.agent),
  ownerName: row.caller && fullName(row.caller),
  teamName: row.team.name,
  isOverridden: row.commissionOverride !== undefined,
  overrideReason: row.commissionOverride?.reason,
  hasOpenQuestion: row.openQuestions > 0,
})
