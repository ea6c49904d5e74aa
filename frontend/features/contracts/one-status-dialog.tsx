import { type Contract, ContractChange, salesStatusLabels } from '../../../shared/contract/schemas/contracts.ts'
import { refreshContracts } from '../../domains/contracts.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { differencesOf } from '../../records/differences.ts'
import { Select } from '../../ui/choices/select.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { newestOf, useChangeContract } from './api.ts'
import { statusOptions } from './contract-texts.ts'

interface OneStatusDialogProps {
  readonly contract: Contract
  readonly onDone: () => void
  readonly onClose: () => void
}

const labels = { salesStatus: 'Verkoopstatus', notes: 'Notities' }

/**
 * Sets the sales status and notes of one contract. Sends only changed fields, so that it never overwrites changes of
 * others.
 */
export function OneStatusDialog({ contract, onDone, onClose }: OneStatusDialogProps) {
  const change = useChangeContract()
  return (
    <RecordDialog
      kind="contract"
      record={contract}
      schema={ContractChange}
      valuesOf={(row) => ({ salesStatus: (row ?? contract).salesStatus, notes: (row ?? contract).notes ?? '' })}
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
      failure={{ title: 'Update mislukt', fallback: 'De status kon niet worden gewijzigd' }}
      conflict={{
        newest: newestOf,
        changes: (before, after) =>
          differencesOf(labels, before, after, (name) =>
            name === 'notes' ? (after.notes ?? 'leeg') : salesStatusLabels[after.salesStatus],
          ),
        gone: 'Het contract is er niet meer.',
        refresh: refreshContracts,
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="salesStatus" label="Nieuwe status" required>
            {({ value, ...field }) => <Select {...field} value={value ?? ''} options={statusOptions} />}
          </FormField>
          <FormField form={form} name="notes" label={labels.notes}>
            {(field) => <TextArea {...field} maxLength={2000} />}
          </FormField>
        </>
      )}
    </RecordDialog>
  )
}
