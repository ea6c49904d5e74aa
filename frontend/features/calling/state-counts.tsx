import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { contracts } from '../../../shared/api/contracts.ts'
import { leads } from '../../../shared/api/leads.ts'
import {
  type CallPart,
  type CallState,
  callPartLabels,
  callPartOf,
  callParts,
  callStateLabels,
  callStates,
} from '../../../shared/numbers/states.ts'
import { paths } from '../../domains/paths.ts'
import { NO_TEAM, useTeamOptions } from '../../domains/people.ts'
import { formatNumber } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'

/** Filter of a list by a part or by one state. */
type Filter = `call=${CallPart}` | `callState=${CallState}`

/** A kind of record with the address of its list by a filter, and how many there are in a state. */
interface Counted {
  readonly label: string
  readonly addressOf: (filter: Filter) => string | undefined
  readonly countOf: (state: CallState) => number
}

/** Shows how many leads, call-backs and contracts are in each state, of all teams or of one, with links to the lists. */
export function StateCounts() {
  const [team, setTeam] = useState('')
  const { options, source } = useTeamOptions()
  const ofLeads = useQuery(query(leads.counts, {}))
  const ofContracts = useQuery(query(contracts.counts, { query: {} }))
  const failed = [ofLeads, ofContracts, source].find(({ isError }) => isError)
  const { data } = ofLeads
  const isLoaded = data && ofContracts.data
  return (
    <Card title="Aantallen">
      <Stack gap={12}>
        <Field label="Team">
          <Select value={team} onChange={setTeam} options={[...options, NO_TEAM]} placeholder="Alle teams" />
        </Field>
        {failed ? (
          <ErrorState error={failed.error} onRetry={failed.refetch} />
        ) : isLoaded ? (
          <CountTable
            counted={countedOf(
              [...data.states, ...ofContracts.data.states].filter(({ teamId }) => !team || String(teamId) === team),
              team && `&teamId=${team}`,
            )}
          />
        ) : (
          <Skeleton height="280px" />
        )}
      </Stack>
    </Card>
  )
}

type Kind = 'leads' | 'callBacks' | 'contracts'

/** Returns the counted kinds by what teams have in a state; `team` limits their lists to one. */
function countedOf(
  ofTeams: readonly ({ readonly state: CallState } & { readonly [K in Kind]?: number })[],
  team: string,
): Counted[] {
  const sumOf = (kind: Kind) => (state: CallState) =>
    ofTeams.reduce((sum, row) => sum + (row.state === state ? (row[kind] ?? 0) : 0), 0)
  return [
    { label: 'Leads', countOf: sumOf('leads'), addressOf: (filter) => `${paths.leads}?${filter}${team}` },
    {
      label: 'Terugbellen',
      countOf: sumOf('callBacks'),
      // That list leaves out numbers that must not be called.
      addressOf: (filter) =>
        /closed|withdrawn/.test(filter) ? undefined : `${paths.leads}?callBacks=true&${filter}${team}`,
    },
    {
      label: 'Contracten',
      countOf: sumOf('contracts'),
      addressOf: (filter) => `${paths.expiringContracts}?status=alle&${filter}${team}`,
    },
  ]
}

const CountTable = ({ counted }: { readonly counted: readonly Counted[] }) => (
  <PlainTable amounts={2} aria-label="Wie mag gebeld worden">
    <thead>
      <tr>
        <td />
        {counted.map(({ label }) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {callParts.map((part) => (
        <Fragment key={part}>
          <tr>
            <th scope="row">
              <Text weight="bold">{callPartLabels[part]}</Text>
            </th>
            {counted.map((kind) => (
              <td key={kind.label}>
                <Text weight="bold">
                  <Count kind={kind} states={statesOf(part)} filter={`call=${part}`} label={callPartLabels[part]} />
                </Text>
              </td>
            ))}
          </tr>
          {statesOf(part).map((state) => (
            <tr key={state}>
              <th scope="row">
                <Text color="muted">{callStateLabels[state]}</Text>
              </th>
              {counted.map((kind) => (
                <td key={kind.label}>
                  <Count kind={kind} states={[state]} filter={`callState=${state}`} label={callStateLabels[state]} />
                </td>
              ))}
            </tr>
          ))}
        </Fragment>
      ))}
    </tbody>
  </PlainTable>
)

const statesOf = (part: CallPart) => callStates.filter((state) => callPartOf(state) === part)

interface CountProps {
  readonly kind: Counted
  readonly states: readonly CallState[]
  readonly filter: Filter
  /** Name of the part or state. */
  readonly label: string
}

/** Shows how many records are in these states, as a link to them where their list can show them. */
function Count({ kind, states, filter, label }: CountProps) {
  const sum = states.reduce((all, state) => all + kind.countOf(state), 0)
  const address = sum > 0 ? kind.addressOf(filter) : undefined
  const count = formatNumber(sum)
  return address === undefined ? (
    count
  ) : (
    <TextLink to={address} aria-label={`${kind.label}, ${label.toLowerCase()}: ${count}`}>
      {count}
    </TextLink>
  )
}
