import { useQuery } from '@tanstack/react-query'
import { invoices } from '../../../shared/api/invoices.ts'
import type { InvoiceFilter, InvoiceTotals } from '../../../shared/api/schemas/invoices.ts'
import { cents, euros, wholeCents } from '../../../shared/money.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { FailedPart } from '../../ui/messages/failed-part.tsx'

/** Fetches the totals of the invoices that match a filter. */
export const useInvoiceTotals = (filter: Partial<InvoiceFilter>) =>
  useQuery({ ...query(invoices.totals, { query: filter }), staleTime: 0 })

interface FilterTotalsProps {
  readonly totals: ReturnType<typeof useInvoiceTotals>
  /** Set for a list of payments: shows the amounts payable today and under way instead of all sums. */
  readonly isOfPayments?: boolean
}

/**
 * Shows the totals of a filtered list of invoices in its footer. With `isOfPayments` it shows the amounts payable today
 * and under way.
 */
export function FilterTotals({ totals: { data, isError, refetch }, isOfPayments = false }: FilterTotalsProps) {
  if (isError) return <FailedPart onRetry={refetch}>De totalen konden niet worden geladen.</FailedPart>
  return data && (isOfPayments ? <PayableText totals={data} /> : <TotalsText totals={data} />)
}

interface TotalsTextProps {
  readonly totals: Omit<InvoiceTotals, 'isComplete'> & { isComplete?: boolean }
}

/**
 * Shows the total of invoices as a sum: without VAT plus VAT. Invoices of several states have a second one: concepts plus
 * paid plus still to pay. For too many invoices, asks for a shorter period.
 */
export function TotalsText({ totals }: TotalsTextProps) {
  const { amount, vatAmount, totalAmount, concept, paid, toPay, isComplete = true } = totals
  if (!isComplete) return tooMany(totals)
  const isMixed = [concept, paid, toPay].filter((part) => part !== 0).length > 1
  return (
    <Row as="span" gap={12} wrap={2} align="stretch" justify="end">
      <span>
        Excl. {formatMoney(amount)} + btw {formatMoney(vatAmount)} = incl.{' '}
        <Text as="strong" color="default">
          {formatMoney(totalAmount)}
        </Text>
      </span>
      {isMixed && (
        <span>
          Concept {formatMoney(concept)} + betaald {formatMoney(paid)} + nog te betalen{' '}
          <Text as="strong" color="default">
            {formatMoney(toPay)}
          </Text>
        </span>
      )}
    </Row>
  )
}

/** Shows the amount payable today outside payment files, and the amount in these. */
function PayableText({ totals }: TotalsTextProps) {
  const { payableToday, inPaymentFile, isComplete = true } = totals
  if (!isComplete) return tooMany(totals)
  const left = euros(wholeCents(cents(payableToday) - cents(inPaymentFile)))
  const parts = [
    left < 0 ? `Van partners te ontvangen ${formatMoney(-left)}` : `Vandaag te betalen ${formatMoney(left)}`,
    ...(inPaymentFile > 0 ? [`Onderweg ${formatMoney(inPaymentFile)}`] : []),
  ]
  return (
    <Row as="span" gap={12} wrap={2} align="stretch" justify="end">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </Row>
  )
}

const tooMany = ({ count }: Pick<InvoiceTotals, 'count'>): string =>
  `Meer dan ${formatNumber(count)} facturen: kies een kortere periode voor een totaal`

/** Returns the numbers of invoices and credit notes in words: `10 facturen, 1 creditfactuur`. */
export function formatDocumentCounts({ count, creditNotes }: Pick<InvoiceTotals, 'count' | 'creditNotes'>): string {
  const invoices = count - creditNotes
  const parts = [
    ...(invoices > 0 || creditNotes === 0
      ? [`${formatNumber(invoices)} ${invoices === 1 ? 'factuur' : 'facturen'}`]
      : []),
    ...(creditNotes > 0
      ? [`${formatNumber(creditNotes)} ${creditNotes === 1 ? 'creditfactuur' : 'creditfacturen'}`]
      : []),
  ]
  return parts.join(', ')
}
