import { useState } from 'react'
import {
  type Contract,
  MAX_CONTRACTS,
  type SalesStatus,
  salesStatuses,
  salesStatusLabels,
} from '../../../shared/contract/contracts.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter, useUnsaved } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useSetStatus } from './api.ts'

interface StatusDialogProps {
  readonly contracts: readonly Contract[]
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Refusal {
  readonly contract: Contract | undefined
  readonly message: string
}

const options = salesStatuses.map((value) => ({ value, label: salesStatusLabels[value] }))

/** Sets the sales status of one contract or a selection, with a note (spec §2); what could not be changed is told. */
export function StatusDialog({ contracts, onDone, onClose }: StatusDialogProps) {
  const setStatus = useSetStatus()
  const one = contracts.length === 1 ? contracts[0] : undefined
  const [salesStatus, setSalesStatus] = useState<SalesStatus | ''>(one?.salesStatus ?? '')
  const [notes, setNotes] = useState(one?.notes ?? '')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null)
  const isBusy = done !== null && refused === null

  async function submit(): Promise<void> {
    if (salesStatus === '') {
      setError('Geen status: kies de nieuwe status')
      return
    }
    const refusals: Refusal[] = []
    setDone(0)
    try {
      for (let at = 0; at < contracts.length; at += MAX_CONTRACTS) {
        const ids = contracts.slice(at, at + MAX_CONTRACTS).map(({ id }) => id)
        const { failed } = await setStatus.mutateAsync({ body: { ids, salesStatus, notes } })
        for (const { id, message } of failed) {
          refusals.push({ contract: contracts.find((contract) => contract.id === id), message })
        }
        setDone(at + ids.length)
      }
    } catch (failure) {
      tellFailure(failure, { fallback: 'De status kon niet worden gewijzigd' })
      setDone(null)
      return
    }
    const count = contracts.length - refusals.length
    if (count > 0) toast({ title: count === 1 ? 'Contract bijgewerkt' : `${count} contracten bijgewerkt` })
    if (refusals.length === 0) onDone()
    else setRefused(refusals)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={one ? 'Status wijzigen' : `Status van ${contracts.length} contracten wijzigen`}
      description={one?.customerName}
    >
      <DialogBody>
        <KeepsNotes isDirty={refused === null && notes !== (one?.notes ?? '')} />
        {refused === null ? (
          <>
            <Field label="Nieuwe status" required error={error}>
              <Select
                value={salesStatus}
                onChange={(status) => {
                  setSalesStatus(status)
                  setError(undefined)
                }}
                options={options}
                {...(!one && { placeholder: 'Kies een status' })}
                disabled={isBusy}
              />
            </Field>
            <Field
              label="Notities"
              hint={one ? undefined : 'Vervangt de notities van alle gekozen contracten; leeg laat ze staan.'}
            >
              <TextArea value={notes} onChange={setNotes} maxLength={2000} disabled={isBusy} />
            </Field>
          </>
        ) : (
          <Refusals refused={refused} />
        )}
        {isBusy && contracts.length > MAX_CONTRACTS && (
          <Progress
            label={`${done} van ${contracts.length} contracten bijgewerkt`}
            value={(100 * (done ?? 0)) / contracts.length}
          />
        )}
      </DialogBody>
      <DialogFooter>
        {refused === null ? (
          <>
            <DialogClose />
            <Button tone="primary" busy={isBusy} onClick={submit}>
              Opslaan
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={onDone}>
            Sluiten
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

const nothing = () => {}

/** The dialog asks before a note is thrown away. */
function KeepsNotes({ isDirty }: { readonly isDirty: boolean }) {
  useUnsaved(isDirty, nothing)
  return null
}

function Refusals({ refused }: { readonly refused: readonly Refusal[] }) {
  return (
    <div role="alert">
      <p>
        {refused.length === 1 ? '1 contract is niet bijgewerkt:' : `${refused.length} contracten zijn niet bijgewerkt:`}
      </p>
      <ul className="contracts-refusals">
        {refused.map(({ contract, message }) => (
          <li key={contract?.id ?? message}>
            {contract?.customerName}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
