import { FileText, Pencil } from 'lucide-react'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { FilterTotals, useInvoiceTotals } from '../../../domains/invoices/invoice-totals.tsx'
import { RecordCards } from '../../../records/list/record-cards.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useInvoices } from '../api.ts'
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
        title: isAll ? 'Nog geen facturen aangemaakt' : 'Geen concept facturen',
        ...(!isAll && {
          action: <Button onClick={() => setFilter({ status: 'alle' })}>Alle facturen</Button>,
        }),
      }}
      notFound="Geen facturen gevonden voor je zoekopdracht"
      filtered={filtered}
      onReset={resetFilter}
      summary={<FilterTotals totals={totals} />}
    />
  )
}
