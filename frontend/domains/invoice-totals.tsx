import type { InvoiceTotals } from '../../../shared/contract/invoices.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'

/** What a list adds up to, in its foot. */
export function TotalsText({ totals }: { readonly totals: Omit<InvoiceTotals, 'isWhole'> & { isWhole?: boolean } }) {
  const { count, amount, vatAmount, totalAmount, payableToday, isWhole = true } = totals
  if (!isWhole) return `Meer dan ${formatNumber(count)} facturen: kies een kortere periode voor een totaal`
  const parts = [
    `Excl. ${formatMoney(amount)}`,
    `BTW ${formatMoney(vatAmount)}`,
    `Incl. ${formatMoney(totalAmount)}`,
    `Vandaag te betalen ${formatMoney(payableToday)}`,
  ]
  return (
    <span className="billing-totals-line">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}
