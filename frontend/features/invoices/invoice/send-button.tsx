import { Mail } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import { invoiceTypeLabels } from '../../../../shared/api/parts/billing.ts'
import {
  type Invoice,
  type InvoiceDetails,
  type InvoiceMailKind,
  invoiceMailLabels,
} from '../../../../shared/api/schemas/invoices.ts'
import { formatMoney, fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { MAIL_FAILED } from './invoice-mails.tsx'

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
  readonly invoice: Invoice | InvoiceDetails
  /** Kind of a mail that was not sent yet; the mail to the partner unless given, which may be sent again. */
  readonly kind?: InvoiceMailKind | undefined
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/**
 * Asks whether to mail an invoice, with its amount and who gets the mail; mails the invoice when confirmed. The first
 * mail to the partner also issues a concept, so that its contents cannot change any more.
 */
export function SendQuestion({ invoice, kind, open, onOpenChange }: SendQuestionProps) {
  const { id, type, invoiceNumber, totalAmount, sentAt } = invoice
  const called = invoiceTypeLabels[type]
  const { mutateAsync } = useCommand(invoices.send)
  const isAgain = kind === undefined && sentAt !== null

  async function send(): Promise<void> {
    try {
      const { partnerEmail } = await mutateAsync({ body: { invoiceId: id, kind, unlessSent: !isAgain } })
      toast({
        title: 'E-mail wordt verstuurd',
        description: `${invoiceNumber} naar ${kind === undefined ? partnerEmail : recipientOf(invoice, kind)}`,
      })
    } catch (error) {
      showFailure(error, { title: MAIL_FAILED, fallback: 'De e-mail kon niet worden verzonden.' })
    }
  }

  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={
        kind === undefined
          ? `${called} ${invoiceNumber} ${isAgain ? 'opnieuw ' : ''}versturen?`
          : `${invoiceMailLabels[kind]} versturen?`
      }
      description={`${called} ${invoiceNumber} van ${formatMoney(totalAmount)} gaat per e-mail naar ${recipientOf(invoice, kind)}.${
        sentAt === null ? ' Daarna ligt de inhoud vast.' : isAgain ? ' Met dezelfde documenten.' : ''
      }`}
      confirmText="E-mail versturen"
      tone="primary"
      onConfirm={send}
    />
  )
}

/** Returns in Dutch who gets a mail about an invoice; names the mail address of the partner where it is known. */
function recipientOf(invoice: Invoice | InvoiceDetails, kind: InvoiceMailKind = 'partner-mail'): string {
  const { partner, partnerAgent } = { partner: null, partnerAgent: null, ...invoice }
  if (kind === 'accounting-mail') return 'de boekhouding'
  if (kind === 'agent-mail') return fullNameOf(invoice.assignedUser ?? partnerAgent)
  return partner ? `${invoice.partnerName} (${partner.email})` : invoice.partnerName
}
