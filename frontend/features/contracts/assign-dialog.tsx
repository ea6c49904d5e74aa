import { useState } from 'react'
import { type Contract, MAX_CONTRACTS } from '../../../shared/contract/contracts.ts'
import { personOptions, useAgents, useTeamOptions } from '../../domains/people.ts'
import { InPartsDialog } from '../../records/in-parts.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useAssign } from './api.ts'

interface AssignDialogProps {
  readonly contracts: readonly Contract[]
  readonly onDone: () => void
  readonly onClose: () => void
}

const kinds = [
  { value: 'agent', label: 'Eén collega' },
  { value: 'team', label: 'Een team, gelijk verdeeld' },
] as const

/** Gives one contract or a selection to an agent, or evenly to a team; each becomes a lead of theirs (rulings 58). */
export function AssignDialog({ contracts, onDone, onClose }: AssignDialogProps) {
  const assign = useAssign()
  const agents = useAgents()
  const teams = useTeamOptions()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('agent')
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const one = contracts.length === 1 ? contracts[0] : undefined
  const people = personOptions(agents.data)
  const choose = (next: string) => {
    setChosen(next)
    setError(undefined)
  }

  return (
    <InPartsDialog
      title={one ? (one.lead ? 'Lead toewijzen' : 'Lead maken') : `${contracts.length} contracten toewijzen`}
      rows={contracts}
      nameOf={({ customerName }) => customerName}
      mostAtOnce={MAX_CONTRACTS}
      nouns={['Contract', 'contracten']}
      done="toegewezen"
      submit="Toewijzen"
      fallback="Het contract kon niet worden toegewezen"
      isComplete={() => {
        if (chosen === '') setError(kind === 'agent' ? 'Kies wie het krijgt' : 'Kies welk team het krijgt')
        return chosen !== ''
      }}
      work={async (ids) => {
        const offset = contracts.findIndex(({ id }) => id === ids[0])
        const whom = kind === 'agent' ? { agentId: chosen } : { teamId: Number(chosen) }
        return (await assign.mutateAsync({ body: { ids: [...ids], offset, ...whom } })).failed
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          <Field label="Toewijzen aan" hint="De agent krijgt een lead van dit contract. Een bestaande lead verhuist.">
            <Select
              value={kind}
              onChange={(next) => {
                setKind(next)
                choose('')
              }}
              options={kinds}
              disabled={isBusy}
            />
          </Field>
          <Field label={kind === 'agent' ? 'Agent' : 'Team'} required error={error}>
            <Combobox
              key={kind}
              value={chosen}
              onChange={choose}
              options={kind === 'agent' ? people : teams.options}
              source={kind === 'agent' ? agents : teams.source}
              disabled={isBusy}
              placeholder={kind === 'agent' ? 'Kies een agent' : 'Kies een team'}
              searchPlaceholder={kind === 'agent' ? 'Zoek een agent' : 'Zoek een team'}
            />
          </Field>
        </>
      )}
    </InPartsDialog>
  )
}
