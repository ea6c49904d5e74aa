import type { Notice } from '../platform/data/notifications.ts'
import { commissionShareOf, isPaidTo, payeesOf } from './amounts/commission-rules.ts'
import type { CommissionRow, Sale } from './commission-entity.ts'
import { commissionOf } from './rules.ts'

/**
 * Returns the notifications of a changed sale. Agent and caller are notified of its approval or rejection, payees of a
 * change or payment of their commission.
 */
export function saleNotices(before: Sale | null, after: Sale | null): Notice[] {
  if (!before || !after) return []
  const { id: subject, agentId, callerId, status } = after
  const isJudged = before.status !== status && (status === 'approved' || status === 'rejected')
  const kind = status === 'approved' ? 'sale-approved' : 'sale-rejected'
  const people = new Set([agentId, ...(callerId === undefined ? [] : [callerId])])
  return [
    ...(isJudged ? [...people].map((to): Notice => ({ kind, to, subject, facts: {} })) : []),
    ...commissionNotices(commissionOf(before), commissionOf(after)),
  ]
}

/**
 * Returns the notifications of a changed commission, to payees who were paid or whose amount changed; none for new
 * payees or a replaced fee.
 */
export function commissionNotices(before: CommissionRow | null, after: CommissionRow | null): Notice[] {
  if (!before || !after || after.replacedBy) return []
  const stayed = payeesOf(before).map(({ userId }) => userId)
  const payees = payeesOf(after).filter(({ userId }) => stayed.includes(userId))
  return payees.flatMap(({ userId: to, amount }): Notice[] => {
    const about = { to, subject: after.id, facts: {} }
    if (amount > 0 && isPaidTo(to, after) && !isPaidTo(to, before)) return [{ ...about, kind: 'commission-paid' }]
    return commissionShareOf(to, before).amount === amount ? [] : [{ ...about, kind: 'commission-changed' }]
  })
}
