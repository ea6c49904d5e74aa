import { useNavigate } from 'react-router-dom'
import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { invoiceAddress } from '../../../domains/addresses.ts'
import { useCommand } from '../../../lib/query.ts'
import { showFailure } from '../../../records/failure.ts'
import { today } from '../../../ui/dates/calendar-days.ts'
import { Confirm } from '../../../ui/dialogs/alert-dialog.tsx'
import { FailedPart } from '../../../ui/messages/failed-part.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { useSettings } from '../api.ts'
import { descriptionOf, dueDateOf, InvoiceForm, valuesOf } from '../form/invoice-form.ts'

/** Dutch text of the button that confirms. */
const REPLACE = 'Crediteren en nieuw concept'

interface ReplaceInvoiceProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/**
 * Asks whether to credit an invoice in full and to make a concept with the same lines, dated today. Opens that concept;
 * the user sends both documents.
 */
export function ReplaceInvoice({ invoice, onClose }: ReplaceInvoiceProps) {
  const { data: settings, isError, refetch } = useSettings()
  const credit = useCommand(invoices.createCreditNote)
  const create = useCommand(invoices.create)
  const navigate = useNavigate()

  async function replace(): Promise<void> {
    if (!settings) return
    try {
      const dates = { invoiceDate: today(), dueDate: dueDateOf(today(), invoice.has48HourDiscount) }
      const body = InvoiceForm.parse({ ...valuesOf(invoice, settings, today()), ...dates })
      const note = await credit.mutateAsync({ params: { id: invoice.id }, body: {} })
      const made = await create.mutateAsync({ body: { ...body, description: descriptionOf(body, null) } })
      toast({
        title: `Concept ${made.invoiceNumber} gemaakt`,
        description: `Verstuur ook creditfactuur ${note.invoiceNumber}.`,
      })
      navigate(invoiceAddress(made.id))
    } catch (error) {
      showFailure(error, { fallback: 'De factuur kon niet worden vervangen.' })
    }
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`${REPLACE}?`}
      description={
        isError ? (
          <FailedPart onRetry={refetch}>De instellingen konden niet worden geladen.</FailedPart>
        ) : (
          [
            `${invoice.invoiceNumber} wordt geheel gecrediteerd. Het nieuwe concept krijgt dezelfde regels en de datum van vandaag.`,
            ...(invoice.acceptance?.disputedLines ?? []).map(
              ({ lineOrder, remark }) => `Corrigeer daarna regel ${lineOrder}: ${remark}`,
            ),
          ].join(' ')
        )
      }
      confirmText={REPLACE}
      tone="primary"
      waiting={!settings}
      onConfirm={replace}
    />
  )
}
