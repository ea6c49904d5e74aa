import { Building2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { usePartners } from '../../../domains/invoices/invoices.ts'
import { UnknownRecord } from '../../../records/unknown-record.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { useInvoice, useSettings } from '../api.ts'
import { NEW } from '../use-opened.ts'
import { InvoiceDialog } from './invoice-dialog.tsx'

interface InvoiceDialogLoaderProps {
  /** Id of the invoice; `NEW` for a new one. */
  readonly id: string
  readonly returnFocus?: RefObject<HTMLElement | null>
  readonly onNewPartner: () => void
  readonly onClose: () => void
}

/**
 * Fetches the invoice with an id and shows the form that edits it; for the id `NEW` an empty form. As long as there is
 * no partner, `NEW` shows a button that calls `onNewPartner` instead.
 */
export function InvoiceDialogLoader({ id, ...rest }: InvoiceDialogLoaderProps) {
  return id === NEW ? <InvoiceFormLoader invoice={null} {...rest} /> : <ExistingInvoice id={id} {...rest} />
}

function ExistingInvoice({ id, ...rest }: InvoiceDialogLoaderProps) {
  const { data, error, refetch, isFetchedAfterMount } = useInvoice(id)
  if (data && isFetchedAfterMount) return <InvoiceFormLoader invoice={data} {...rest} />
  return (
    <UnknownRecord
      noun="Factuur"
      gone="De opgevraagde factuur bestaat niet of is verwijderd."
      error={error}
      onRetry={refetch}
      {...rest}
    />
  )
}

/** Fetches the partners and settings that the form needs, then shows the form. */
function InvoiceFormLoader({
  invoice,
  onNewPartner,
  ...rest
}: Omit<InvoiceDialogLoaderProps, 'id'> & { readonly invoice: InvoiceDetails | null }) {
  const partners = usePartners(undefined)
  const settings = useSettings()
  if (partners.data && settings.data) {
    if (!invoice && partners.data.length === 0) return <NoPartners onNewPartner={onNewPartner} {...rest} />
    return <InvoiceDialog invoice={invoice} partners={partners.data} settings={settings.data} {...rest} />
  }
  return (
    <UnknownRecord
      noun="Factuur"
      gone=""
      error={partners.error ?? settings.error}
      onRetry={() => Promise.all([partners.refetch(), settings.refetch()])}
      {...rest}
    />
  )
}

function NoPartners({ onNewPartner, onClose, returnFocus }: Omit<InvoiceDialogLoaderProps, 'id'>) {
  return (
    <Dialog onOpenChange={onClose} title="Nieuwe factuur" size="small" {...(returnFocus ? { returnFocus } : {})}>
      <DialogBody>
        <EmptyState
          icon={<Building2 />}
          title="Geen bedrijven gevonden"
          text="Maak eerst een partner bedrijf aan voordat je een factuur kunt maken."
        />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" onClick={onNewPartner}>
          Nieuwe partner
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
