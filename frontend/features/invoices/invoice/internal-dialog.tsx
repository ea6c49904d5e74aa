import { invoices } from '../../../../shared/api/invoices.ts'
import type { InvoiceDetails } from '../../../../shared/api/schemas/invoices.ts'
import { invoice as card } from '../../../../shared/invoices/record.ts'
import { NewInvoice } from '../../../../shared/invoices/schemas.ts'
import { personOptionsOf, useAgents } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { FormCombobox } from '../../../records/form-controls.tsx'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { fieldLabels, findChangedFields } from '../form/invoice-form.ts'

const InternalForm = NewInvoice.pick({ notes: true, assignedUserId: true, autoSendEnabled: true })

interface InternalDialogProps {
  readonly invoice: InvoiceDetails
  readonly onClose: () => void
}

/**
 * Shows the form for the internal fields of an invoice. They are on none of its documents and can always be changed
 * (rulings 45).
 */
export function InternalDialog({ invoice, onClose }: InternalDialogProps) {
  const update = useCommand(invoices.update)
  const agents = useAgents()
  return (
    <RecordDialog
      card={card}
      kind="invoice-internal"
      record={invoice}
      schema={InternalForm}
      valuesOf={(record) => ({
        notes: record?.notes ?? '',
        assignedUserId: record?.assignedUserId ?? '',
        autoSendEnabled: record?.autoSendEnabled ?? true,
      })}
      title="Interne gegevens"
      description={invoice.invoiceNumber}
      save={(body, base) =>
        update.mutateAsync({ params: { id: invoice.id }, body, version: (base ?? invoice).version })
      }
      saved="Factuur bijgewerkt"
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de factuur.' }}
      conflict={{ newest: invoices.get, changes: findChangedFields }}
      onClose={onClose}
    >
      {(form, base) => (
        <>
          <FormField form={form} name="notes" label={fieldLabels.notes} hint="Alleen intern zichtbaar">
            {(field) => <TextArea {...field} rows={4} maxLength={4000} />}
          </FormField>
          <FormCombobox
            form={form}
            name="assignedUserId"
            label={fieldLabels.assignedUserId}
            hint="Leeg = agent van de partner"
            options={personOptionsOf(agents.data)}
            chosen={
              base?.assignedUser
                ? { value: base.assignedUser.id, label: fullNameOf(base.assignedUser), person: true }
                : undefined
            }
            source={agents}
            placeholder="Niemand"
            searchPlaceholder="Zoek een agent"
            clearable
          />
          <FormField form={form} name="autoSendEnabled">
            {(field) => <Switch {...field} label={fieldLabels.autoSendEnabled} />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}
