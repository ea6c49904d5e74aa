import { useState } from 'react'
import { MAX_ASSIGNED } from '../../../shared/api/leads.ts'
import type { Lead } from '../../../shared/leads/schemas.ts'
import { personOptionsOf, useAgents } from '../../domains/people.ts'
import { InPartsDialog } from '../../records/runs/in-parts.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { useAssignLeads } from './api.ts'

interface AssignDialogProps {
  readonly leads: readonly Lead[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks which agent gets the selected leads, and assigns them (spec §2: admin only). */
export function AssignDialog({ leads, onDone, onClose }: AssignDialogProps) {
  const agents = useAgents()
  const assign = useAssignLeads()
  const [ownerId, setOwnerId] = useState('')
  const [error, setError] = useState<string>()

  function validate(): boolean {
    if (ownerId === '') setError('Selecteer een agent om de lead toe te wijzen.')
    return ownerId !== ''
  }

  return (
    <InPartsDialog
      title={leads.length === 1 ? 'Lead toewijzen' : `${leads.length} leads toewijzen`}
      rows={leads}
      nameOf={({ customerName }) => customerName}
      mostAtOnce={MAX_ASSIGNED}
      nouns={['Lead', 'leads']}
      done="toegewezen"
      submit="Toewijzen"
      fallback="Er is een fout opgetreden"
      validate={validate}
      work={async (ids, part) => {
        const { results } = await assign.mutateAsync({ body: { ids: [...ids], ownerId }, ...part })
        return results.flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]))
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(isBusy) => (
        <Field label="Toewijzen aan agent" required error={error}>
          <Combobox
            value={ownerId}
            onChange={(id) => {
              setOwnerId(id)
              setError(undefined)
            }}
            options={personOptionsOf(agents.data)}
            source={agents}
            disabled={isBusy}
            placeholder="Kies een agent"
            searchPlaceholder="Zoek een agent"
          />
        </Field>
      )}
    </InPartsDialog>
  )
}
