import { useState } from 'react'
import { type Contract, MAX_CONTRACTS, type SalesStatus } from '../../../shared/contract/contracts.ts'
import { InPartsDialog } from '../../records/in-parts.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useSetStatus } from './api.ts'
import { statusOptions } from './contract-texts.ts'
import { OneStatusDialog } from './one-status-dialog.tsx'

interface StatusDialogProps {
  readonly contracts: readonly Contract[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sets the sales status of one contract or a selection, with a note (spec §2). */
export function StatusDialog({ contracts, ...props }: StatusDialogProps) {
  const [first] = contracts
  if (first && contracts.length === 1) return <OneStatusDialog contract={first} {...props} />
  return <SelectionDialog contracts={contracts} {...props} />
}

function SelectionDialog({ contracts, onDone, onClose }: StatusDialogProps) {
  const setStatus = useSetStatus()
  const [salesStatus, setSalesStatus] = useState<SalesStatus | ''>('')
  const [notes, setNotes] = useState('')
  const [error, setError] = useState<string>()

  return (
    <InPartsDialog
      title={`Status van ${contracts.length} contracten wijzigen`}
      rows={contracts}
      nameOf={({ customerName }) => customerName}
      mostAtOnce={MAX_CONTRACTS}
      nouns={['Contract', 'contracten']}
      done="bijgewerkt"
      submit="Opslaan"
      fallback="De status kon niet worden gewijzigd"
      failureTitle="Update mislukt"
      dirty={notes !== ''}
      isComplete={() => {
        if (salesStatus === '') setError('Geen status: kies de nieuwe status')
        return salesStatus !== ''
      }}
      work={async (ids) => {
        if (salesStatus === '') return []
        const { failed } = await setStatus.mutateAsync({
          body: { ids: [...ids], salesStatus, ...(notes && { notes }) },
        })
        return failed
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <Field label="Nieuwe status" required error={error}>
            <Select
              value={salesStatus}
              onChange={(status) => {
                setSalesStatus(status)
                setError(undefined)
              }}
              options={statusOptions}
              placeholder="Kies een status"
              disabled={isBusy}
            />
          </Field>
          <Field label="Notities" hint="Vervangt de notities van alle gekozen contracten; leeg laat ze staan.">
            <TextArea value={notes} onChange={setNotes} maxLength={2000} disabled={isBusy} />
          </Field>
        </>
      )}
    </InPartsDialog>
  )
}
