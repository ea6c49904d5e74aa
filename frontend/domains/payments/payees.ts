import type { PaymentFileDetails } from '../../../shared/api/schemas/payment-files.ts'
import { monthText } from '../../../shared/time.ts'
import { formatMoney, formatPercent } from '../../lib/format.ts'

type Compared = Pick<PaymentFileDetails, 'payees' | 'previousMonth'>

/**
 * Returns how much more or less a waiting payment file pays than its partners got in the month before; null for others.
 */
export function describeChange({ payees, previousMonth }: Compared): string | null {
  if (payees.length === 0) return null
  const [paid, before] = [
    payees.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0),
    payees.reduce((sum, { paidBefore }) => sum + Math.round(paidBefore * 100), 0),
  ]
  const month = monthText(previousMonth)
  if (before <= 0) return `In ${month} ${payees.length === 1 ? 'kreeg deze partner' : 'kregen deze partners'} niets`
  const change = paid / before - 1
  const words =
    change === 0 ? 'Evenveel als' : `${formatPercent(Math.abs(change))} ${change > 0 ? 'meer' : 'minder'} dan`
  return `${words} in ${month} (${formatMoney(before / 100)})`
}

/** Returns what a partner got in the month before a waiting payment file, in words; null for a partner who got nothing. */
export function describeBefore({ payees, previousMonth }: Compared, partnerId: string | null): string | null {
  const payee = payees.find((one) => one.partnerId === partnerId)
  return payee && payee.paidBefore > 0 ? `${monthText(previousMonth)}: ${formatMoney(payee.paidBefore)}` : null
}
