import type { Operation } from '../platform/commit.ts'
import { paymentsOf } from './commission-rules.ts'
import type { CommissionRow } from './entity.ts'
import { CommissionPayments } from './payment-entity.ts'

/** What is written with a commission that is paid out: a payment for each payee, once (rulings 39). */
export function paidWith(before: CommissionRow | null, after: CommissionRow | null): Operation[] {
  const isPaidOut = after?.status === 'uitbetaald' && before?.status !== 'uitbetaald'
  return isPaidOut ? paymentsOf(after).map((payment) => CommissionPayments.create(payment)) : []
}
