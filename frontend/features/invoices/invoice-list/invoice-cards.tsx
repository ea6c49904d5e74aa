import { FileText, Pencil } from 'lucide-react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { FilterTotals, useInvoiceTotals } from '../../../domains/invoices/invoice-totals.tsx'
import { RecordCards } from '../../../records/list/record-cards.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useInvoiceCounts, useInvoices } from '../api.ts'
import type { InvoiceAddress } from './invoice-address.ts'
import { InvoiceCard } from './invoice-card.tsx'

interface InvoiceCardsProps {
  readonly address: InvoiceAddress
  readonly onEdit: (invoice: Invoice) => void
}

/** Shows the invoices that match the filters in the address as cards (spec §2). */
export function InvoiceCards({ address, onEdit }: InvoiceCardsProps) {
  const { wanted, isAll, filtered, resetFilter, setFilter } = address
  const totals = useInvoiceTotals(wanted)
  const list = useInvoices(wanted)
  const counts = useInvoiceCounts({}, list.data?.length === 0)
  const isNone = counts.data !== undefined && Object.values(counts.data.statuses).every((count) => count === 0)
  return (
    <RecordCards
      list={list}
      noun={{ one: 'factuur', many: 'facturen' }}
      label="Facturen"
      least={340}
      card={(invoice, isMarked) => (
        <InvoiceCard
          key={invoice.id}
          invoice={invoice}
          isMarked={isMarked}
          actions={
            invoice.isEditable && (
              <Button
                icon={<Pencil />}
                aria-label={`Bewerken: ${invoice.invoiceNumber}`}
                onClick={() => onEdit(invoice)}
              >
                Bewerken
              </Button>
            )
          }
        />
      )}
      empty={{
        icon: <FileText />,
        title: isAll || isNone ? 'Nog geen facturen aangemaakt' : 'Geen concept facturen',
        ...(!(isAll || isNone) && {
          action: <Button onClick={() => setFilter({ status: 'alle' })}>Alle facturen</Button>,
        }),
      }}
      notFound="Geen facturen gevonden voor je zoekopdracht"
      filtered={filtered && !isNone}
      onReset={resetFilter}
      summary={<FilterTotals totals={totals} />}
    />
  )
}
