import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'

/**
 * Shows a button that, after confirmation, revokes the links in earlier mails about an invoice. A mail sent again has a
 * new link.
 */
export function RevokeLinks({ invoice: { id, invoiceNumber } }: { readonly invoice: InvoiceDetails }) {
  const [isAsked, setAsked] = useState(false)
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
    <>
      <Button icon={<Link2Off />} onClick={() => setAsked(true)}>
        Links intrekken
      </Button>
      <Confirm
        open={isAsked}
        onOpenChange={setAsked}
        title={`Links naar ${invoiceNumber} intrekken?`}
        description="Links in eerdere mails werken dan niet meer. Verstuur de mail opnieuw voor een nieuwe link."
        confirmText="Links intrekken"
        onConfirm={revoke}
      />
    </>
  )
}
