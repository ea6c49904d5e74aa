import type * as z from 'zod'
import { contracts } from '../../../shared/api/contracts.ts'
import { contractFields } from '../../../shared/contracts/record.ts'
import { type Contract, ContractChange } from '../../../shared/contracts/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { changesIn } from '../../records/differences.ts'
import { formValuesOf } from '../../records/field-values.ts'
import { RecordField } from '../../records/record-fields.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { statusOptions } from './contract-texts.ts'

interface OneStatusDialogProps {
  readonly contract: Contract
  readonly onDone: () => void
  readonly onClose: () => void
}

/**
 * Shows the form for the sales status and notes of one contract. Sends only changed fields, so that it never overwrites
 * changes of others.
 */
export function OneStatusDialog({ contract, onDone, onClose }: OneStatusDialogProps) {
  const change = useCommand(contracts.update)
  return (
    <RecordDialog
      kind="contract"
      record={contract}
      schema={ContractChange}
      valuesOf={(row) => formValuesOf<z.input<typeof ContractChange>>(contractFields, row ?? contract)}
      size="small"
      title="Status wijzigen"
      description={contract.customerName}
      submit="Opslaan"
      save={({ salesStatus, notes = null }, base) => {
        const { id, version, ...before } = base ?? contract
        const body = {
          ...(salesStatus !== before.salesStatus && { salesStatus }),
          ...(notes !== before.notes && { notes }),
        }
        return change.mutateAsync({ params: { id }, body, version })
      }}
      onSaved={() => {
        toast({ title: 'Contract bijgewerkt' })
        onDone()
      }}
      failure={{ title: 'Update mislukt', fallback: 'De status kon niet worden gewijzigd.' }}
      conflict={{
        newest: contracts.get,
        changes: changesIn(contractFields),
        gone: 'Het contract is er niet meer.',
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="salesStatus" label="Nieuwe status" required>
            {({ value, ...field }) => <Select {...field} value={value ?? ''} options={statusOptions} />}
          </FormField>
          <RecordField form={form} name="notes" field={contractFields.notes} maxLength={2000} />
        </>
      )}
    </RecordDialog>
  )
}
