import { FileText } from 'lucide-react'
import * as z from 'zod'
import { invoices } from '../../../../shared/api/invoices.ts'
import { invoiceStatuses, invoiceStatusLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { OVERDUE_LABEL } from '../../../../shared/invoices/choices.ts'
import { sumInvoices } from '../../../../shared/invoicing/invoice-sums.ts'
import { cents } from '../../../../shared/money.ts'
import { TotalsText } from '../../../domains/invoices/invoice-totals.tsx'
import { useUrlFilter } from '../../../lib/url-filter.ts'
import { ExportMenu } from '../../../records/list/export-menu.tsx'
import { RecordCards } from '../../../records/list/record-cards.tsx'
import { Screen } from '../../../ui/frame/screen.tsx'
import { FilterTabs } from '../../../ui/table/filter-bar.tsx'
import { useAssignedInvoices } from '../api.ts'
import { InvoiceCard } from './invoice-card.tsx'

const statuses = [...invoiceStatuses, 'overdue'] as const
const Chosen = z.object({ status: z.enum(statuses) })

const hasStatus = (status: (typeof statuses)[number] | undefined) => (invoice: Invoice) =>
  status === undefined || (status === 'overdue' ? invoice.isOverdue : invoice.status === status)

/**
 * Shows the screen 'Mijn Facturen': invoices of the last twelve months that are assigned to the user, or whose partner
 * has the user as agent (rulings 50).
 */
export function OwnInvoicesScreen() {
  const {
    filter: { status },
    setFilter,
    resetFilter,
  } = useUrlFilter(Chosen)
  const list = useAssignedInvoices()
  const shown = list.data?.filter(hasStatus(status))
  return (
    <Screen
      title="Mijn Facturen"
      kind="list"
      actions={<ExportMenu name="facturen" endpoint={invoices.exportAssigned} query={{ status }} />}
      toolbar={
        <FilterTabs
          label="Status"
          value={status ?? 'alle'}
          onChange={(next) => setFilter({ status: next === 'alle' ? '' : next })}
          options={[
            { value: 'alle', label: 'Alle', count: list.data?.length },
            ...statuses.map((value) => ({
              value,
              label: value === 'overdue' ? OVERDUE_LABEL : invoiceStatusLabels[value],
              count: list.data?.filter(hasStatus(value)).length,
            })),
          ]}
        />
      }
    >
      <RecordCards
        list={{ ...list, data: shown }}
        noun={{ one: 'factuur', many: 'facturen' }}
        label="Mijn Facturen"
        least={340}
        card={(invoice, isMarked) => <InvoiceCard key={invoice.id} invoice={invoice} isMarked={isMarked} />}
        empty={{
          icon: <FileText />,
          title: 'Geen facturen gevonden',
          text: 'Facturen die aan jou zijn toegewezen staan hier.',
        }}
        notFound="Geen facturen gevonden"
        filtered={status !== undefined}
        onReset={resetFilter}
        summary={shown && <TotalsText totals={totalsOf(shown)} />}
      />
    </Screen>
  )
}

/** Returns the totals of invoices, in euros. */
const totalsOf = (invoices: readonly Invoice[]) =>
  sumInvoices(
    invoices.map(({ type, status, paymentFileId, ...invoice }) => ({
      ...{ type, status, isInPaymentFile: paymentFileId !== null },
      amount: cents(invoice.amount),
      vatAmount: cents(invoice.vatAmount),
      totalAmount: cents(invoice.totalAmount),
      open: cents(invoice.openAmount),
      payableToday: cents(invoice.payableToday),
    })),
  )
