import { useState } from 'react'
import { personOptions, useAgents } from '../../domains/people.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'

interface AssignDialogProps {
  readonly count: number
  readonly onAssign: (agentId: string) => unknown
  readonly onClose: () => void
}

/** Asks whom several appointments are for. */
export function AssignDialog({ count, onAssign, onClose }: AssignDialogProps) {
  const agents = useAgents()
  const [agentId, setAgentId] = useState('')
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={count === 1 ? '1 afspraak toewijzen' : `${count} afspraken toewijzen`}
      confirmText="Toewijzen"
      tone="primary"
      waiting={agentId === ''}
      onConfirm={() => onAssign(agentId)}
    >
      <Field label="Toewijzen aan agent">
        <Combobox
          value={agentId}
          onChange={setAgentId}
          options={personOptions(agents.data)}
          source={agents}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      </Field>
    </Confirm>
  )
}
