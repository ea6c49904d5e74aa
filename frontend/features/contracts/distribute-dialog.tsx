import { useState } from 'react'
import { UNDO_MINUTES } from '../../../shared/api/parts/bulk.ts'
import { MOST_AGENTS } from '../../../shared/api/schemas/contracts.ts'
import type { Contract } from '../../../shared/contracts/schemas.ts'
import type { LocalDate } from '../../../shared/time.ts'
import { personOptionsOf, useAgents, useTeamOptions } from '../../domains/people.ts'
import { formatDateShort, formatNumber, fullNameOf } from '../../lib/format.ts'
import { describeBulkChange } from '../../records/runs/bulk-run.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { NumberInput } from '../../ui/fields/number-input.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { contractNoun, useOpenLeadCounts } from './api.ts'
import { type ContractDivision, divideContracts, findLastDay } from './division.ts'

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
 * of open leads of each agent before and after; agents can be left out, and
 * their numbers typed.
 */
export function DistributeDialog({ selected, onDistribute, onClose }: DealDialogProps) {
  const agents = useAgents()
  const teams = useTeamOptions()
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('agent')
  const [chosen, setChosen] = useState('')
  const [choice, setChoice] = useState(NO_CHOICE)
  const isTeam = kind === 'team'
  const loads = useOpenLeadCounts(isTeam ? chosen : '')
  const one = isTeam ? undefined : agents.data?.find(({ id }) => id === chosen)
  const members = isTeam && chosen !== '' ? (loads.data?.agents ?? []) : []
  const people = one ? [{ ...one, openLeads: 0 }] : members.filter(({ id }) => !choice.leftOut.has(id))
  const mayType = selected.length <= MOST_AGENTS
  const dealing = divideContracts(selected, people, mayType ? choice.typed : undefined)
  const count = formatNumber(selected.length)
  const next = one ? fullNameOf(one) : people.length === 1 ? '1 agent' : `${people.length} agents`

  return (
    <Confirm
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
      waiting={people.length === 0 || dealing.rows.length === 0 || dealing.unmatched !== 0}
      onConfirm={() => onDistribute(dealing.rows, dealing.turns)}
    >
      <SegmentedControl
        label="Toewijzen aan"
        value={kind}
        onChange={(next) => {
          setKind(next)
          setChosen('')
          setChoice(NO_CHOICE)
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
        <Division members={members} dealing={dealing} choice={choice} onChange={setChoice} mayType={mayType} />
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

/** Choices of the user about the agents of a team. */
interface Choice {
  /** Ids of the agents who get nothing. */
  readonly leftOut: ReadonlySet<string>
  /** Numbers that the user typed, by id. */
  readonly typed: ReadonlyMap<string, number>
}
const NO_CHOICE: Choice = { leftOut: new Set(), typed: new Map() }

interface DivisionProps {
  readonly members: NonNullable<ReturnType<typeof useOpenLeadCounts>['data']>['agents']
  readonly dealing: ContractDivision
  readonly choice: Choice
  readonly onChange: (choice: Choice) => void
  readonly mayType: boolean
}

/** Shows the open leads of each agent before and after the contracts are divided, who takes part, and until when. */
function Division({ members, dealing, choice, onChange, mayType }: DivisionProps) {
  const { leftOut, typed } = choice
  const getsOf = (id: string) => dealing.gets.get(id) ?? 0
  const joining = members.filter(({ id }) => !leftOut.has(id))

  function letJoin(person: string, joins: boolean): void {
    const others = [...leftOut].filter((id) => id !== person)
    const numbers = [...typed].filter(([id]) => id !== person)
    onChange({ leftOut: new Set(joins ? others : [...others, person]), typed: new Map(numbers) })
  }
  return (
    <>
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
          {members.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <Checkbox
                  label={fullNameOf(person)}
                  value={!leftOut.has(person.id)}
                  onChange={(joins) => letJoin(person.id, joins)}
                />
              </th>
              <td>{formatNumber(person.openLeads)}</td>
              <td>
                {mayType && !leftOut.has(person.id) ? (
                  <NumberInput
                    aria-label={`Aantal voor ${fullNameOf(person)}`}
                    value={getsOf(person.id)}
                    onChange={(count) => onChange({ leftOut, typed: new Map(typed).set(person.id, toCount(count)) })}
                  />
                ) : (
                  formatNumber(getsOf(person.id))
                )}
              </td>
              <td>{formatNumber(person.openLeads + getsOf(person.id))}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {joining.length > 0 && dealing.unmatched !== 0 && <p role="alert">{describeUnmatched(dealing.unmatched)}</p>}
      {joining.length > 0 && <Pace loads={joining.map(({ id, openLeads }) => openLeads + getsOf(id))} />}
    </>
  )
}

/** Returns a typed number as a number of contracts; 0 for anything else. */
const toCount = (typed: number | null): number => (typed !== null && Number.isInteger(typed) && typed > 0 ? typed : 0)

const describeUnmatched = (count: number): string =>
  count > 0 ? `Nog ${formatNumber(count)} te verdelen.` : `${formatNumber(-count)} te veel verdeeld.`

/** Number of leads that an agent calls a day, until the user says otherwise. */
const USUAL_PACE = 12

/** Shows the day on which all leads are called, at a number of leads a day that can be typed. */
function Pace({ loads }: { readonly loads: readonly number[] }) {
  const [perDay, setPerDay] = useState<number | null>(USUAL_PACE)
  const isPace = perDay !== null && perDay >= 1
  return (
    <Field
      label="Leads per agent per dag"
      hint={
        isPace ? `Klaar op ${formatDateShort(findLastDay(loads, perDay, today() as LocalDate))}` : 'Vul 1 of meer in'
      }
    >
      <NumberInput value={perDay} onChange={setPerDay} />
    </Field>
  )
}

const ownerOf = ({ assignedTo }: Contract): string => (assignedTo ? fullNameOf(assignedTo) : 'van niemand')
