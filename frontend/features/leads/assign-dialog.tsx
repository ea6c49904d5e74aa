import { useState } from 'react'
import { type Lead, MAX_ASSIGNED } from '../../../shared/contract/leads.ts'
import { personOption, useAgents } from '../../domains/people.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.ts'
import { useAssignLeads } from './api.ts'

interface AssignDialogProps {
  readonly leads: readonly Lead[]
  readonly onDone: () => void
  readonly onClose: () => void
}

interface Refusal {
  readonly lead: Lead | undefined
  readonly message: string
}

/** Gives one lead or a selection to an agent (spec §2: admin only); more than fifty go in parts, each row told of. */
export function AssignDialog({ leads, onDone, onClose }: AssignDialogProps) {
  const agents = useAgents()
  const assign = useAssignLeads()
  const [ownerId, setOwnerId] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState<number | null>(null)
  const [refused, setRefused] = useState<readonly Refusal[] | null>(null)
  const one = leads.length === 1 ? leads[0] : undefined
  const isBusy = done !== null && refused === null

  async function submit(): Promise<void> {
    if (ownerId === '') {
      setError('Selecteer een agent om de lead toe te wijzen.')
      return
    }
    const refusals: Refusal[] = []
    setDone(0)
    try {
      for (let at = 0; at < leads.length; at += MAX_ASSIGNED) {
        const ids = leads.slice(at, at + MAX_ASSIGNED).map(({ id }) => id)
        const { results } = await assign.mutateAsync({ body: { ids, ownerId } })
        for (const { id, message } of results) {
          if (message !== null) refusals.push({ lead: leads.find((lead) => lead.id === id), message })
        }
        setDone(at + ids.length)
      }
    } catch (failure) {
      tellFailure(failure, { fallback: 'Er is een fout opgetreden' })
      setDone(null)
      return
    }
    const count = leads.length - refusals.length
    if (count > 0) toast({ title: count === 1 ? 'Lead toegewezen' : `${count} leads toegewezen` })
    if (refusals.length === 0) onDone()
    else setRefused(refusals)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      title={one ? 'Lead toewijzen' : `${leads.length} leads toewijzen`}
      description={one?.customerName}
    >
      <DialogBody>
        {refused === null ? (
          <Field label="Toewijzen aan agent" required error={error}>
            <Combobox
              value={ownerId}
              onChange={(id) => {
                setOwnerId(id)
                setError(undefined)
              }}
              options={(agents.data ?? []).map((person) => personOption(person))}
              loading={agents.isPending}
              disabled={isBusy}
              placeholder="Kies een agent"
              searchPlaceholder="Zoek een agent"
            />
          </Field>
        ) : (
          <Refusals refused={refused} />
        )}
        {isBusy && leads.length > MAX_ASSIGNED && (
          <Progress label={`${done} van ${leads.length} leads toegewezen`} value={(100 * (done ?? 0)) / leads.length} />
        )}
      </DialogBody>
      <DialogFooter>
        {refused === null ? (
          <>
            <DialogClose />
            <Button tone="primary" busy={isBusy} onClick={submit}>
              Toewijzen
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

function Refusals({ refused }: { readonly refused: readonly Refusal[] }) {
  return (
    <div role="alert">
      <p>{refused.length === 1 ? '1 lead is niet toegewezen:' : `${refused.length} leads zijn niet toegewezen:`}</p>
      <ul className="leads-refusals">
        {refused.map(({ lead, message }) => (
          <li key={lead?.id ?? message}>
            {lead?.customerName}: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
