import { oversees } from '../../../shared/access.ts'
import type { LeadFilter } from '../../../shared/api/leads.ts'
import { priorities, priorityLabels } from '../../../shared/api/parts/statuses.ts'
import { type CallPart, callParts } from '../../../shared/numbers/states.ts'
import { CallFilter, withoutClosed } from '../../domains/contact/call-filter.tsx'
import { leadStatusChoices, useLeadCounts } from '../../domains/leads.ts'
import { NO_TEAM, personOptionsOf, useColleagues } from '../../domains/people.ts'
import { TeamFilter } from '../../domains/people-filters.tsx'
import { useUser } from '../../lib/session.ts'
import { bindFilter } from '../../lib/url-filter.ts'
import type { ListAddress } from '../../records/list/list-address.ts'
import { ListFilters } from '../../records/list/list-filters.tsx'
import { Combobox } from '../../ui/choices/combobox.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FilterSearch, FilterTabs, FilterToggle } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

interface LeadFiltersProps {
  readonly address: ListAddress<LeadFilter>
}

/**
 * Returns the filter that the list of leads sends. It hides leads whose number may not be called, unless the user
 * searches or filters on them (rulings 32).
 */
export const listFilterOf = (filter: Partial<LeadFilter>): Partial<LeadFilter> =>
  filter.q ? filter : withoutClosed(filter)

/** Shows the status filter as tabs, each with its number of leads; without numbers while another filter is on. */
export function StatusTabs({ address: { filter, setFilter } }: LeadFiltersProps) {
  const counts = useLeadCounts()
  const isPhone = useIsPhone()
  const { data } = counts
  // The counts are of all leads within reach that may be called, so another filter than status hides them.
  const { status: _, ...others } = filter
  const isOnly = (name: keyof LeadFilter) => Object.keys(others).every((other) => other === name)
  const statuses =
    others.call && isOnly('call') ? data?.parts[others.call] : isOnly('call') ? data?.statuses : undefined
  const total = statuses && Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return (
    <FilterTabs
      label="Status"
      value={filter.status ?? ''}
      onChange={(status) => setFilter({ status })}
      options={[
        { value: '', label: 'Alle', count: total },
        ...leadStatusChoices.map(({ value, label }) => ({ value, label, count: statuses?.[value] })),
      ]}
      source={counts}
      toggles={isPhone && <CallBackToggle filter={filter} setFilter={setFilter} />}
    />
  )
}

type FilterPart = Pick<ListAddress<LeadFilter>, 'filter' | 'setFilter'>

function CallBackToggle({ filter, setFilter }: FilterPart) {
  return (
    <FilterToggle
      value={Boolean(filter.callToday ?? filter.callBacks)}
      onChange={(on) => setFilter({ callToday: '', callBacks: on ? 'true' : '' })}
    >
      {filter.callToday ? 'Vandaag bellen' : 'Terugbellen'}
    </FilterToggle>
  )
}

/**
 * Shows all filters of the list of leads except the status; most are behind a button. A search finds leads
 * of every status.
 */
export function LeadFilters({ address }: LeadFiltersProps) {
  const { filter, setFilter } = address
  const { priority, callState, call, doNotCall, ownerId, teamId } = filter
  const count = [priority, callState ?? call ?? doNotCall, ownerId, teamId].filter(
    (value) => value !== undefined,
  ).length
  const more = <MoreFilters address={address} />
  return (
    <ListFilters
      address={address}
      count={count}
      show="Toon leads"
      first={
        <FilterSearch
          value={filter.q ?? ''}
          onChange={(q) => setFilter({ q, status: '' })}
          placeholder="Zoek een klant"
        />
      }
      rest={{ count, fields: more }}
      behind={more}
    >
      <CallBackToggle filter={filter} setFilter={setFilter} />
    </ListFilters>
  )
}

/** Returns the number of leads in each part, of all statuses. */
const sumParts = (parts: Readonly<Record<CallPart, Readonly<Record<string, number>>>>) =>
  Object.fromEntries(
    callParts.map((part) => [part, Object.values(parts[part]).reduce((sum, count) => sum + count, 0)]),
  ) as Record<CallPart, number>

function MoreFilters({ address: { filter, setFilter } }: LeadFiltersProps) {
  const bind = bindFilter({ filter, setFilter })
  const { role } = useUser()
  const { data } = useLeadCounts()
  const parts = data && sumParts(data.parts)
  return (
    <>
      <Field label="Prioriteit">
        <Select
          {...bind('priority')}
          options={priorities.map((value) => ({ value, label: priorityLabels[value] }))}
          placeholder="Alle prioriteiten"
        />
      </Field>
      {!(filter.callBacks || filter.callToday) && (
        <CallFilter
          filter={filter}
          onChange={setFilter}
          showsAll={listFilterOf(filter).doNotCall !== 'false'}
          counts={parts}
        />
      )}
      {role === 'admin' && (
        <Field label="Team">
          <TeamFilter {...bind('teamId')} others={[NO_TEAM]} />
        </Field>
      )}
      {oversees(role) && <OwnerFilter filter={filter} setFilter={setFilter} />}
    </>
  )
}

function OwnerFilter({ filter, setFilter }: FilterPart) {
  const colleagues = useColleagues()
  return (
    <Field label="Eigenaar">
      <Combobox
        value={filter.ownerId}
        onChange={(ownerId) => setFilter({ ownerId })}
        options={personOptionsOf(colleagues.data)}
        source={colleagues}
        placeholder="Iedereen"
        searchPlaceholder="Zoek een eigenaar"
        clearable
      />
    </Field>
  )
}
