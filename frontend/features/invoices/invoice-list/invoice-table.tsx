import { FileText } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { invoiceAddress, partnerAddress } from '../../../domains/addresses.ts'
import { FilterTotals, formatDocumentCounts, useInvoiceTotals } from '../../../domains/invoices/invoice-totals.tsx'
import { buildPayState } from '../../../domains/invoices-to-pay.ts'
import { paths } from '../../../domains/paths.ts'
import { RecordList } from '../../../records/list/record-list.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { useInvoices, usePaymentDays } from '../api.ts'
import { pdfUrl } from '../document-urls.ts'
import { SendQuestion } from '../invoice/send-button.tsx'
import { BulkInvoices } from './bulk-invoices.tsx'
import type { InvoiceAddress } from './invoice-address.ts'
import { buildInvoiceColumns, type InvoiceActionHandler } from './invoice-columns.tsx'
import { InvoiceRunBar } from './run-bar.tsx'

const SendMany = onDemand(() => import('./send-many.tsx').then((m) => m.SendMany))
const CreditOne = onDemand(() => import('../invoice/credit-dialog.tsx').then((m) => m.CreditDialogLoader))

/** Media query of the widths at which a row has its actions only in a menu. */
const NARROW = '(max-width: 899px)'

/** Number of rows fetched at a time; one tick selects them all. */
const PER_PAGE = '200'

interface InvoiceTableProps {
  readonly address: InvoiceAddress
  readonly onEdit: (invoice: Invoice) => void
}

/** Shows the invoices that match the filters in a table, with actions to send, pay or credit the selected ones. */
export function InvoiceTable({ address, onEdit }: InvoiceTableProps) {
  const { wanted, isAll, filtered, resetFilter, setFilter } = address
  const navigate = useNavigate()
  const list = useInvoices(wanted, PER_PAGE)
  const totals = useInvoiceTotals(wanted)
  const days = usePaymentDays(list.data?.some(({ paymentFileId }) => paymentFileId !== null) ?? false)
  const { asked, ask, close } = useAsked(onEdit)
  const isNarrow = useMedia(NARROW)
  const columns = useMemo(() => buildInvoiceColumns({ days, onAsk: ask, isNarrow }), [days, ask, isNarrow])
  const known = totals.data?.isComplete ? totals.data : undefined
  return (
    <>
      <InvoiceRunBar />
      <RecordList
        list={list}
        columns={columns}
        noun={{ one: 'document', many: 'documenten' }}
        label="Facturen"
        card={() => null}
        onOpen={({ id }) => navigate(invoiceAddress(id))}
        bulk={(selected, clear) => <BulkInvoices selected={selected} clear={clear} />}
        {...(known && { counted: formatDocumentCounts(known) })}
        summary={() => <FilterTotals totals={totals} />}
        empty={{
          icon: <FileText />,
          title: isAll ? 'Nog geen facturen aangemaakt' : 'Geen concept facturen',
          ...(!isAll && {
            action: <Button onClick={() => setFilter({ status: 'alle' })}>Alle facturen</Button>,
          }),
        }}
        notFound="Geen facturen gevonden voor je zoekopdracht"
        address={{ filtered, resetFilter, sort: undefined, setSort: () => {} }}
      />
      {asked?.what === 'send' && <SendMany invoices={[asked.invoice]} onDone={close} onClose={close} />}
      {asked?.what === 'remind' && <SendQuestion invoice={asked.invoice} open onOpenChange={close} />}
      {asked?.what === 'credit' && <CreditOne id={asked.invoice.id} onClose={close} />}
    </>
  )
}

type Asked = Parameters<InvoiceActionHandler>[0]

/**
 * Returns `ask`, which runs an action on an invoice at once or opens the dialog of the action. Also returns the action
 * of the open dialog (`asked`, null for none) and a function that closes it.
 */
function useAsked(onEdit: (invoice: Invoice) => void) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly invoice: Invoice } | null>(null)
  const ask = useCallback<InvoiceActionHandler>(
    (what, invoice) => {
      const { id, partnerCompanyId } = invoice
      if (what === 'open') return navigate(invoiceAddress(id))
      if (what === 'edit') return onEdit(invoice)
      if (what === 'pdf') return window.open(pdfUrl(id), '_blank', 'noopener')
      if (what === 'check-iban') return navigate(partnerAddress(partnerCompanyId))
      if (what === 'pay') return navigate(paths.payments, { state: buildPayState([invoice]) })
      return setAsked({ what, invoice })
    },
    [navigate, onEdit],
  )
  return { asked, ask, close: () => setAsked(null) }
}
