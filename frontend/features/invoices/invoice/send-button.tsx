import { Mail } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import type { Invoice } from '../../../../shared/api/schemas/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { MAIL_FAILED } from './mails-card.tsx'

/** Shows a button that, after confirmation, mails an invoice to its partner, the first time or again (rulings 46). */
export function SendButton({ invoice }: { readonly invoice: Invoice }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button icon={<Mail />} aria-label={`E-mail versturen: ${invoice.invoiceNumber}`} onClick={() => setAsked(true)}>
        E-mail versturen
      </Button>
      <SendQuestion invoice={invoice} open={isAsked} onOpenChange={setAsked} />
    </>
  )
}

interface SendQuestionProps {
  readonly invoice: Invoice
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * Shows the question before an invoice is mailed to its partner; mails the invoice when confirmed. The first mail also
 * issues a concept, so that its contents cannot change any more.
 */
export function SendQuestion({ invoice, open, onOpenChange }: SendQuestionProps) {
  const { id, type, invoiceNumber, partnerName, sentAt } = invoice
  const called = invoiceTypeLabels[type]
  const { mutateAsync } = useCommand(invoices.send)

  async function send(): Promise<void> {
    try {
      const { partnerEmail } = await mutateAsync({ body: { invoiceId: id, unlessSent: sentAt === null } })
      toast({ title: 'E-mail wordt verstuurd', description: `${invoiceNumber} naar ${partnerEmail}` })
    } catch (error) {
      showFailure(error, { title: MAIL_FAILED })
    }
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`${called} ${invoiceNumber} ${sentAt === null ? '' : 'opnieuw '}versturen?`}
      description={
        sentAt === null
          ? `${partnerName} krijgt de ${called.toLowerCase()} per e-mail. Daarna ligt de inhoud vast.`
          : `${partnerName} krijgt de ${called.toLowerCase()} nog eens per e-mail, met dezelfde documenten.`
      }
      confirmText="E-mail versturen"
      tone="primary"
      onConfirm={send}
    />
  )
}
