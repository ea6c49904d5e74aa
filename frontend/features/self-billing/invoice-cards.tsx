import { FileText, Pencil } from 'lucide-react'
import type { Invoice } from '../../../shared/contract/invoices.ts'
import { RecordCards } from '../../records/record-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { useInvoices, useInvoiceTotals } from './api.ts'
import type { InvoiceAddress } from './invoice-address.ts'
import { InvoiceCard } from './invoice-card.tsx'
import { TotalsText } from './totals-text.tsx'

interface InvoiceCardsProps {
  readonly address: InvoiceAddress
  readonly onEdit: (invoice: Invoice) => void
}

/** The invoices that the filters let through; at first the concepts (spec §2). */
export function InvoiceCards({ address, onEdit }: InvoiceCardsProps) {
  const { wanted, isAll, filtered, resetFilter, setFilter } = address
  const totals = useInvoiceTotals(wanted)
  return (
    <RecordCards
      list={useInvoices(wanted)}
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
        ...(!isAll && { action: <Button onClick={() => setFilter({ status: 'alle' })}>Alle facturen</Button> }),
      }}
      notFound="Geen facturen gevonden voor je zoekopdracht"
      filtered={filtered}
      onReset={resetFilter}
      summary={totals.data && <TotalsText totals={totals.data} />}
    />
  )
}
