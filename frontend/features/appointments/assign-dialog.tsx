import { useState } from 'react'
import { UNDO_MINUTES } from '../../../shared/api/parts/bulk.ts'
import type { Appointment } from '../../../shared/appointments/schemas.ts'
import { personOptionsOf, useAgents } from '../../domains/people.ts'
import { fullNameOf } from '../../lib/format.ts'
import { describeBulkChange } from '../../records/runs/bulk-run.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { appointmentNoun } from './api.ts'

interface AssignDialogProps {
  readonly selected: readonly Appointment[]
  readonly onAssign: (agentId: string) => unknown
  readonly onClose: () => void
}

/** Asks which agent gets the selected appointments, and calls `onAssign` with the id of that agent. */
export function AssignDialog({ selected, onAssign, onClose }: AssignDialogProps) {
  const agents = useAgents()
  const [agentId, setAgentId] = useState('')
  const count = selected.length
  const next = agents.data?.find(({ id }) => id === agentId)
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={count === 1 ? '1 afspraak toewijzen' : `${count} afspraken toewijzen`}
      description={
        next && (
          <>
            <p>{describeBulkChange(selected, appointmentNoun, ({ agent }) => fullNameOf(agent), fullNameOf(next))}</p>
            <p>Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.</p>
          </>
        )
      }
      confirmText="Toewijzen"
      tone="primary"
      waiting={agentId === ''}
      onConfirm={() => onAssign(agentId)}
    >
      <Field label="Toewijzen aan agent">
        <Combobox
          value={agentId}
          onChange={setAgentId}
          options={personOptionsOf(agents.data)}
          source={agents}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      </Field>
    </Confirm>
  )
}
