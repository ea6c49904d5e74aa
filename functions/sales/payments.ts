import { type Instant, localDateOf, monthOf } from '../../shared/time.ts'
import type { Operation } from '../platform/commit.ts'
import { type Move, movesOf } from '../platform/counters.ts'
import { heldPayments, paymentContributions } from './commission-rules.ts'
import type { CommissionRow } from './entity.ts'
import { CommissionPayments, type PaymentRow } from './payment-entity.ts'

/**
 * What a change makes of the payments of a row: those it makes, and those that hold no more, of the month of the change,
 * which is that of the row's `updatedAt`, and of earlier ones.
 */
export function paymentsChanged(before: CommissionRow | null, after: CommissionRow | null) {
  const [was, is] = [before ? heldPayments(before) : [], after ? heldPayments(after) : []]
  const isIn = (rows: readonly PaymentRow[]) => (payment: PaymentRow) =>
    rows.some(({ userId, paidAt }) => userId === payment.userId && paidAt === payment.paidAt)
  const lost = after ? was.filter((payment) => !isIn(is)(payment)) : []
  const month = after && monthOf(localDateOf(after.updatedAt as Instant))
  return {
    made: is.filter((payment) => !isIn(was)(payment)),
    gone: lost.filter((payment) => payment.month === month),
    closed: lost.filter((payment) => payment.month !== month),
  }
}

/**
 * What is written with a commission that is paid out: a payment for each payee, once (rulings 39). One that turns out not
 * to hold goes, unless its month is over.
 */
export function paidWith(before: CommissionRow | null, after: CommissionRow | null): Operation[] {
  const { made, gone } = paymentsChanged(before, after)
  return [
    ...made.map((payment) => CommissionPayments.create(payment)),
    ...gone.map(({ userId, date, paidAt, rowId }) => CommissionPayments.delete({ userId, date, paidAt, rowId })),
  ]
}

/** What those payments move of the counters. */
export function paymentMoves(before: CommissionRow | null, after: CommissionRow | null): Move[] {
  const { made, gone } = paymentsChanged(before, after)
  return movesOf(gone.flatMap(paymentContributions), made.flatMap(paymentContributions))
}
