import type { Operation } from '../platform/commit.ts'
import { paymentsOf } from './commission-rules.ts'
import type { CommissionRow } from './entity.ts'
import { CommissionPayments } from './payment-entity.ts'

/**
 * What is written with a commission that is paid out: a payment for each payee, once (rulings 39). They go when the invoice
 * that it was paid by turns out not to be.
 */
export function paidWith(before: CommissionRow | null, after: CommissionRow | null): Operation[] {
  const wasPaidOut = before?.status === 'uitbetaald'
  if (after?.status === 'uitbetaald') {
    return wasPaidOut ? [] : paymentsOf(after).map((payment) => CommissionPayments.create(payment))
  }
  return wasPaidOut && after ? paymentsOf(before).map((payment) => CommissionPayments.delete(payment)) : []
}
