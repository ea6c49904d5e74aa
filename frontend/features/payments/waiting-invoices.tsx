import { FileDown, FileText } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { invoiceTypeLabels } from '../../../shared/api/parts/billing.ts'
import { type Invoice, InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import type { PaymentFile } from '../../../shared/api/schemas/payment-files.ts'
import { acceptanceLabels, creditedLabels } from '../../../shared/invoices/choices.ts'
import { cents, euros, sumOf } from '../../../shared/money.ts'
import { invoiceAddress } from '../../domains/addresses.ts'
import { AcceptanceChips } from '../../domains/invoices/acceptance-chips.tsx'
import { describeAcceptance } from '../../domains/invoices/invoice-standing.ts'
import { FilterTotals, useInvoiceTotals } from '../../domains/invoices/invoice-totals.tsx'
import {
  describeReversedPayment,
  isPartPaid,
  isPayable,
  OVERDUE_TITLE,
  overdueText,
  partPaidText,
  statusText,
} from '../../domains/invoices/invoices.ts'
import { readInvoicesToPay } from '../../domains/invoices-to-pay.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { BulkAction, BulkAmount } from '../../ui/table/bulk-bar.tsx'
import { CardRow } from '../../ui/table/data-table-card.tsx'
import type { Column } from '../../ui/table/data-table-types.ts'
import { FilterToggle } from '../../ui/table/filter-bar.tsx'
import { useUnpaidCounts, useUnpaidInvoices } from './api.ts'
import styles from './payments.module.css'

const PaymentDialog = onDemand(() => import('./payment-dialog.tsx').then((m) => m.PaymentDialog))

/** Shows the payment state of an invoice or credit note as badges. */
function PaymentBadges({ invoice }: { readonly invoice: Invoice }) {
  const { type, credited, acceptance, isOverdue, daysOverdue, takenBack } = invoice
  const isRefused = acceptance?.state === 'refused'
  if (type === 'credit_note') {
    return (
      <Row as="span" gap={4} wrap className={styles.standing}>
        <Badge tone="purple" dot={false}>
          {invoiceTypeLabels.credit_note}
        </Badge>
        {isRefused ? (
          <Badge tone="bad">{acceptanceLabels.refused}</Badge>
        ) : (
          <Badge tone="info">{statusText(invoice, 'in_behandeling')}</Badge>
        )}
        {isPartPaid(invoice) && <Badge tone="warn">{partPaidText(invoice)}</Badge>}
      </Row>
    )
  }
  return (
    <Row as="span" gap={4} wrap className={styles.standing}>
      {isOverdue && (
        <Badge tone="bad" tip={OVERDUE_TITLE}>
          {overdueText(daysOverdue)}
        </Badge>
      )}
      {takenBack && <Badge tone="warn">{describeReversedPayment(takenBack)}</Badge>}
      {isRefused && <Badge tone="bad">{acceptanceLabels.refused}</Badge>}
      {isPartPaid(invoice) && <Badge tone="warn">{partPaidText(invoice)}</Badge>}
      {credited !== 'none' && <Badge tone="purple">{creditedLabels[credited]}</Badge>}
      {!isOverdue && isPayable(invoice) && <Badge tone="neutral">Te betalen</Badge>}
    </Row>
  )
}

const columns: readonly Column<Invoice>[] = [
  {
    id: 'number',
    header: 'Factuur',
    width: 150,
    cell: ({ invoiceNumber }) => <span className="pv-strong">{invoiceNumber}</span>,
  },
  { id: 'partner', header: 'Partner', cell: ({ partnerName }) => partnerName },
  {
    id: 'due',
    header: 'Vervaldatum',
    width: 120,
    dropOrder: 1,
    cell: ({ type, dueDate }) => (type === 'credit_note' ? '–' : formatDate(dueDate)),
  },
  { id: 'standing', header: 'Status', least: 200, cell: (invoice) => <PaymentBadges invoice={invoice} /> },
  {
    id: 'acceptance',
    header: 'Akkoord van de partner',
    width: 212,
    dropOrder: 2,
    cell: ({ acceptance, status }) => describeAcceptance({ acceptance, status }).text,
  },
  {
    id: 'amount',
    header: 'Vandaag te betalen',
    width: 150,
    align: 'end',
    cell: ({ payableToday }) => formatMoney(payableToday),
  },
]

const dueToday = (invoices: readonly Invoice[]) =>
  formatMoney(euros(sumOf(invoices.map(({ payableToday }) => cents(payableToday)))))

const Chosen = InvoiceFilter.pick({ acceptance: true, dueBy: true })

/** Keeps the invoices for which a payment file is created: selected here, or passed on by the invoice list. */
function useInvoicesToPay() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const [paying, setPaying] = useState<{ invoices: readonly Invoice[]; clear: () => void } | null>(() => {
    const invoices = readInvoicesToPay(state)
    return invoices && { invoices, clear: () => {} }
  })

  function close(): void {
    setPaying(null)
    // Removes the passed invoices from the history, so that going back later does not open the dialog again.
    if (readInvoicesToPay(state)) navigate(pathname + search, { replace: true })
  }

  return { paying, setPaying, close }
}

interface WaitingInvoicesProps {
  readonly onMade: (file: PaymentFile) => void
}

/** Lists the invoices to pay that are in no payment file. The selected ones go into a new payment file. */
export function WaitingInvoices({ onMade }: WaitingInvoicesProps) {
  const navigate = useNavigate()
  const { filter, setFilter, resetFilter, filtered } = useUrlFilter(Chosen)
  const totals = useInvoiceTotals({ ...filter, status: 'in_behandeling' })
  const waiting = { ...filter, isInPaymentFile: 'false' } as const
  const counts = useUnpaidCounts(waiting)
  const { paying, setPaying, close } = useInvoicesToPay()
  const list = useUnpaidInvoices(waiting)
  const payable = list.data?.filter(isPayable) ?? []
  useActionFromAddress('betalen', () => setPaying({ invoices: payable, clear: () => {} }), payable.length > 0)
  return (
    <>
      <Strip>
        <AcceptanceChips
          value={filter.acceptance}
          onChange={(acceptance) => setFilter({ acceptance })}
          counts={counts.data?.acceptance}
        />
        {filter.dueBy !== undefined && (
          <FilterToggle value onChange={() => setFilter({ dueBy: '' })}>
            {`Te betalen t/m ${formatDate(filter.dueBy)}`}
          </FilterToggle>
        )}
      </Strip>
      <RecordList
        address={{ filtered, resetFilter, sort: undefined, setSort: () => {} }}
        list={list}
        columns={columns}
        noun={{ one: 'factuur', many: 'facturen' }}
        label="Te betalen facturen"
        card={(invoice) => (
          <CardRow
            title={invoice.invoiceNumber}
            meta={
              invoice.type === 'credit_note'
                ? invoice.partnerName
                : `${invoice.partnerName} · vervalt ${formatDate(invoice.dueDate)}`
            }
            end={formatMoney(invoice.payableToday)}
            badge={<PaymentBadges invoice={invoice} />}
          />
        )}
        onOpen={({ id }) => navigate(invoiceAddress(id))}
        selectable={isPayable}
        bulk={(selected, clear) => (
          <>
            <BulkAmount>{dueToday(selected)}</BulkAmount>
            <BulkAction icon={<FileDown />} onClick={() => setPaying({ invoices: selected, clear })}>
              Betaalbestand maken
            </BulkAction>
          </>
        )}
        summary={() => <FilterTotals totals={totals} isOfPayments />}
        empty={{
          icon: <FileText />,
          title: 'Geen facturen te betalen',
          text: 'Een verstuurde factuur komt hier te staan.',
        }}
      />
      {paying && (
        <PaymentDialog
          invoices={paying.invoices}
          onMade={(file) => {
            paying.clear()
            close()
            onMade(file)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
