import { useState } from 'react'
import { contracts } from '../../../shared/api/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { personOptionsOf, useAgents } from '../../domains/people.ts'
import { useCommand } from '../../lib/query.ts'
import { showFailure } from '../../records/failure.ts'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { toast } from '../../ui/messages/toast.ts'

interface AssignDialogProps {
  readonly contract: Contract
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks which agent gets a contract, and assigns it to that agent as a lead (rulings 58). */
export function AssignDialog({ contract, onDone, onClose }: AssignDialogProps) {
  const assign = useCommand(contracts.assign)
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
      showFailure(error, { fallback: 'Het contract kon niet worden toegewezen.' })
      throw error
    }
  }

  return (
    <Confirm
      onOpenChange={onClose}
      title={contract.lead ? 'Lead toewijzen' : 'Lead maken'}
      description={
        <p>
          {contract.customerName}: de agent krijgt {contract.lead ? 'de lead' : 'een nieuwe lead'} van dit contract.
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
          options={personOptionsOf(agents.data)}
          source={agents}
          placeholder="Kies een agent"
          searchPlaceholder="Zoek een agent"
        />
      </Field>
    </Confirm>
  )
}
