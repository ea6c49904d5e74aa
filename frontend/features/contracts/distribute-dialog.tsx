import { useState } from 'react'
import { UNDO_MINUTES } from '../../../shared/api/parts/bulk.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import { personOptionsOf, useAgents, useTeamOptions } from '../../domains/people.ts'
import { formatNumber, fullNameOf } from '../../lib/format.ts'
import { describeBulkChange } from '../../records/runs/bulk-run.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { contractNoun, useOpenLeadCounts } from './api.ts'
import { divideContracts } from './division.ts'

interface DealDialogProps {
  readonly selected: readonly Contract[]
  /** Starts the run that gives the contracts to these people in turn; somebody may be named several times. */
  readonly onDistribute: (rows: readonly Contract[], agentIds: readonly string[]) => Promise<unknown>
  readonly onClose: () => void
}

const kinds = [
  { value: 'agent', label: 'Eén collega' },
  { value: 'team', label: 'Verdelen over een team' },
] as const

/**
 * Asks which agent gets the selected contracts, or which team's agents share them by load. For a team, shows the number
 * of open leads of each agent before and after; agents can be left out.
 */
export function DistributeDialog({ selected, onDistribute, onClose }: DealDialogProps) {
  const agents = useAgents()
  const teams = useTeamOptions()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('agent')
  const [chosen, setChosen] = useState('')
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const isTeam = kind === 'team'
  const loads = useOpenLeadCounts(isTeam ? chosen : '')
  const one = isTeam ? undefined : agents.data?.find(({ id }) => id === chosen)
  const members = isTeam && chosen !== '' ? (loads.data?.agents ?? []) : []
  const people = one ? [{ ...one, openLeads: 0 }] : members.filter(({ id }) => !leftOut.has(id))
  const dealing = divideContracts(selected, people)
  const count = formatNumber(selected.length)
  const next = one ? fullNameOf(one) : people.length === 1 ? '1 agent' : `${people.length} agents`

  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={selected.length === 1 ? '1 contract toewijzen' : `${count} contracten toewijzen`}
      description={
        <>
          <p>Elk contract wordt een lead van de agent. Bestaande leads krijgen een nieuwe eigenaar.</p>
          {people.length > 0 && <p>{describeBulkChange(selected, contractNoun, ownerOf, next)}</p>}
          {people.length > 0 && <p>Je kunt dit tot {UNDO_MINUTES} minuten na afloop ongedaan maken.</p>}
        </>
      }
      confirmText={isTeam ? 'Verdelen' : 'Toewijzen'}
      tone="primary"
      waiting={people.length === 0 || dealing.rows.length === 0}
      onConfirm={() => onDistribute(dealing.rows, dealing.turns)}
    >
      <SegmentedControl
        label="Toewijzen aan"
        value={kind}
        onChange={(next) => {
          setKind(next)
          setChosen('')
        }}
        options={kinds}
      />
      <Field label={isTeam ? 'Team' : 'Agent'} required>
        <Combobox
          key={kind}
          value={chosen}
          onChange={setChosen}
          options={isTeam ? teams.options : personOptionsOf(agents.data)}
          source={isTeam ? teams.source : agents}
          placeholder={isTeam ? 'Kies een team' : 'Kies een agent'}
          searchPlaceholder={isTeam ? 'Zoek een team' : 'Zoek een agent'}
        />
      </Field>
      {isTeam && chosen !== '' && loads.data?.agents.length === 0 && (
        <p role="alert">Dit team heeft geen agents met toegang tot leads.</p>
      )}
      {members.length > 0 && (
        <Division members={members} gets={dealing.gets} leftOut={leftOut} onLeaveOut={setLeftOut} />
      )}
      {dealing.staying > 0 && people.length > 0 && (
        <p className="pv-soft">
          {dealing.staying === 1 ? '1 contract blijft' : `${formatNumber(dealing.staying)} contracten blijven`} bij de
          huidige agent.
        </p>
      )}
    </Confirm>
  )
}

interface DivisionProps {
  readonly members: NonNullable<ReturnType<typeof useOpenLeadCounts>['data']>['agents']
  /** Number of contracts that each agent gets, by id. */
  readonly gets: ReadonlyMap<string, number>
  /** Ids of the agents who get nothing. */
  readonly leftOut: ReadonlySet<string>
  readonly onLeaveOut: (ids: ReadonlySet<string>) => void
}

/** Shows the open leads of each agent before and after the contracts are divided, and who takes part. */
const Division = ({ members, gets, leftOut, onLeaveOut }: DivisionProps) => (
  <PlainTable amounts={2}>
    <caption className="pv-hidden">Open leads voor en na het verdelen</caption>
    <thead>
      <tr>
        <th scope="col">Agent</th>
        <th scope="col">Open leads</th>
        <th scope="col">Krijgt</th>
        <th scope="col">Daarna</th>
      </tr>
    </thead>
    <tbody>
      {members.map((person) => {
        const more = gets.get(person.id) ?? 0
        return (
          <tr key={person.id}>
            <th scope="row">
              <Checkbox
                label={fullNameOf(person)}
                value={!leftOut.has(person.id)}
                onChange={(joins) => {
                  const others = [...leftOut].filter((id) => id !== person.id)
                  onLeaveOut(new Set(joins ? others : [...others, person.id]))
                }}
              />
            </th>
            <td>{formatNumber(person.openLeads)}</td>
            <td>{formatNumber(more)}</td>
            <td>{formatNumber(person.openLeads + more)}</td>
          </tr>
        )
      })}
    </tbody>
  </PlainTable>
)

const ownerOf = ({ assignedTo }: Contract): string => (assignedTo ? fullNameOf(assignedTo) : 'van niemand')
