import { useState } from 'react'
import type { Contract } from '../../../shared/contract/contracts.ts'
import { personOptions, useAgents } from '../../domains/people.ts'
import { tellFailure } from '../../records/failure.ts'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAssign } from './api.ts'

interface AssignDialogProps {
  readonly contract: Contract
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Assigns one contract to a colleague, who gets it as a lead (rulings 58). */
export function AssignDialog({ contract, onDone, onClose }: AssignDialogProps) {
  const assign = useAssign()
  const agents = useAgents()
  const [agentId, setAgentId] = useState('')

  async function give(): Promise<void> {
    try {
      const { failed } = await assign.mutateAsync({ body: { ids: [contract.id], agentId } })
      const [refused] = failed
      if (refused) toast({ title: 'Contract niet toegewezen', description: refused.message, tone: 'destructive' })
      else toast({ title: 'Contract toegewezen' })
      onDone()
    } catch (error) {
      tellFailure(error, { fallback: 'Het contract kon niet worden toegewezen' })
      throw error
    }
  }

  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={contract.lead ? 'Lead toewijzen' : 'Lead maken'}
      description={
        <p>
          {contract.customerName}: de agent krijgt een lead van dit contract.
          {contract.lead && ' De bestaande lead gaat mee.'}
        </p>
      }
      confirmText="Toewijzen"
      tone="primary"
      waiting={agentId === ''}
      onConfirm={give}
    >
      <Field label="Agent" required>
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
