import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'

interface RevokeLinksProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/**
 * Asks whether to revoke the links in earlier mails about an invoice, and does so. A mail sent again has a new link.
 */
export function RevokeLinks({ invoice: { id, invoiceNumber }, onClose }: RevokeLinksProps) {
  const { mutateAsync } = useCommand(invoices.revokeLinks)

  async function revoke(): Promise<void> {
    try {
      await mutateAsync({ params: { id } })
      toast({ title: 'Links ingetrokken' })
    } catch (error) {
      showFailure(error, { title: 'Links intrekken mislukt' })
    }
  }

  return (
    <Confirm
      onOpenChange={onClose}
      title={`Links naar ${invoiceNumber} intrekken?`}
      description="Links in eerdere mails werken dan niet meer. Verstuur de mail opnieuw voor een nieuwe link."
      confirmText="Links intrekken"
      onConfirm={revoke}
    />
  )
}
