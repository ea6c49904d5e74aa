import { useState } from 'react'
import { UNDO_MINUTES } from '../../shared/api/parts/bulk.ts'
import { fullNameOf } from '../lib/format.ts'
import { describeBulkChange } from '../records/runs/bulk-run.tsx'
import { Combobox } from '../ui/choices/combobox.tsx'
import { Confirm } from '../ui/dialogs/alert-dialog.tsx'
import { Field } from '../ui/fields/field.tsx'
import { personOptionsOf, useAgents } from './people.ts'

interface AssignManyProps<Row> {
  readonly selected: readonly Row[]
  readonly noun: { readonly one: string; readonly many: string }
  /** Returns the name of the person who has a record now. */
  readonly nowOf: (row: Row) => string
  /** Starts the run that gives the records to this person. */
  readonly onAssign: (personId: string) => unknown
  readonly onClose: () => void
}

/** Asks which agent gets the selected records, and calls `onAssign` with the id of that agent. */
export function AssignMany<Row>({ selected, noun, nowOf, onAssign, onClose }: AssignManyProps<Row>) {
  const agents = useAgents()
  const [agentId, setAgentId] = useState('')
  const count = selected.length
  const next = agents.data?.find(({ id }) => id === agentId)
  return (
    <Confirm
      onOpenChange={onClose}
      title={count === 1 ? `1 ${noun.one} toewijzen` : `${count} ${noun.many} toewijzen`}
      description={
        next && (
          <>
            <p>{describeBulkChange(selected, noun, nowOf, fullNameOf(next))}</p>
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
