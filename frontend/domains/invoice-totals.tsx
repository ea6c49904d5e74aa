import { useQuery } from '@tanstack/react-query'
import type { InvoiceFilter, InvoiceTotals } from '../../shared/contract/invoices.ts'
import { selfBilling } from '../../shared/contract/self-billing.ts'
import { formatMoney, formatNumber } from '../lib/format.ts'
import { query } from '../lib/query.ts'
import { FailedPart } from '../ui/failed-part.tsx'
import './invoice-totals.css'

/** What the filter shows, added up. */
export const useInvoiceTotals = (filter: Partial<InvoiceFilter>) =>
  useQuery({ ...query(selfBilling.invoiceTotals, { query: filter }), staleTime: 0 })

/** What a filter adds up to, in the foot of its list. */
export function FilterTotals({
  totals: { data, isError, refetch },
}: {
  readonly totals: ReturnType<typeof useInvoiceTotals>
}) {
  if (isError) return <FailedPart onRetry={refetch}>De totalen konden niet worden geladen</FailedPart>
  return data && <TotalsText totals={data} />
}

/** What a list adds up to, in its foot. */
export function TotalsText({ totals }: { readonly totals: Omit<InvoiceTotals, 'isWhole'> & { isWhole?: boolean } }) {
  const { count, amount, vatAmount, totalAmount, payableToday, inPaymentFile, isWhole = true } = totals
  if (!isWhole) return `Meer dan ${formatNumber(count)} facturen: kies een kortere periode voor een totaal`
  const parts = [
    `Excl. ${formatMoney(amount)}`,
    `BTW ${formatMoney(vatAmount)}`,
    `Incl. ${formatMoney(totalAmount)}`,
    payableToday < 0
      ? `Van partners tegoed ${formatMoney(-payableToday)}`
      : `Vandaag te betalen ${formatMoney(payableToday)}`,
    ...(inPaymentFile > 0 ? [`waarvan in betaalbestand ${formatMoney(inPaymentFile)}`] : []),
  ]
  return (
    <span className="invoice-totals">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}
