import { waitingReasons } from '../../shared/api/ledger.ts'
import { inEuros } from '../../shared/money.ts'
import type { User } from '../platform/identity/user.ts'
import type { BookRecords } from './book-records.ts'
import { nameFor } from './people.ts'

/**
 * Lists by reason, in euros, open amounts that the next payroll or monthly run does not pay. The reasons are a partner
 * without an agreement, an open question about a commission in `questionedIds`, and a balance below zero.
 */
export function listWaitingAmounts(
  { accounts, partners, items }: BookRecords,
  users: ReadonlyMap<string, User>,
  questionedIds: ReadonlySet<string>,
) {
  const hasAgreement = new Set(partners.flatMap((partner) => (partner.hasAgreement ? (partner.userId ?? []) : [])))
  const isPartnered = new Set(partners.flatMap(({ userId }) => userId ?? []))
  const questioned = Map.groupBy(
    items.filter(({ commissionId = '' }) => questionedIds.has(commissionId)),
    ({ userId }) => userId,
  )
  const amountsOf = (userId: string, now: number) => ({
    'no-agreement': isPartnered.has(userId) && !hasAgreement.has(userId) ? Math.max(0, now) : 0,
    question: (questioned.get(userId) ?? []).reduce((sum, { amount }) => sum + amount, 0),
    'below-zero': Math.min(0, now),
  })
  const all = [...accounts.people].map(([userId, { now }]) => ({ userId, amounts: amountsOf(userId, now) }))
  return waitingReasons.flatMap((reason) => {
    const theirs = all.filter(({ amounts }) => amounts[reason] !== 0)
    if (theirs.length === 0) return []
    const people = theirs.map(({ userId, amounts }) => ({
      ...{ user: nameFor(userId, users.get(userId)), amount: inEuros(amounts[reason]) },
    }))
    const amount = inEuros(theirs.reduce((sum, { amounts }) => sum + amounts[reason], 0))
    return [{ reason, amount, people }]
  })
}
