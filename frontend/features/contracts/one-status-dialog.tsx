import { contracts } from '../../../shared/api/contracts.ts'
import { contract as card, contractFields } from '../../../shared/contracts/record.ts'
import { type Contract, ContractChange } from '../../../shared/contracts/schemas.ts'
import { useCommand } from '../../lib/query.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { FormSelect } from '../../records/form-controls.tsx'
import { RecordField } from '../../records/record-fields.tsx'
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
      card={card}
      kind="contract"
      record={contract}
      schema={ContractChange}
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
      onSaved={onDone}
      failure={{ title: 'Update mislukt', fallback: 'De status kon niet worden gewijzigd.' }}
      conflict={{ newest: contracts.get }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormSelect form={form} name="salesStatus" label="Nieuwe status" options={statusOptions} required />
          <RecordField form={form} name="notes" field={contractFields.notes} maxLength={2000} />
        </>
      )}
    </RecordDialog>
  )
}
