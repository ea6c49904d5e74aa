import { oversees } from '../../../shared/access.ts'
import {
  COUNTED_SALES,
  marketLabels,
  providerLabels,
  providers,
  type SaleFilter,
} from '../../../shared/contract/sales.ts'
import { useAgentOptions, useTeamOptions } from '../../domains/people.ts'
import { officeLabels } from '../../domains/people-labels.ts'
import { saleStatusOptions } from '../../domains/sales.ts'
import { useUser } from '../../lib/session.ts'
import { FilterButton } from '../../records/filter-button.tsx'
import type { ListAddress } from '../../records/list-address.ts'
import { MonthFilter } from '../../records/month-filter.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FilterBar, FilterReset, FilterSearch, FilterToggle } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

interface SaleFiltersProps {
  readonly address: ListAddress<SaleFilter>
}

/**
 * Shows the filters: text, period, status, leverancier, markt and person; on a phone all but the text behind one
 * button.
 */
export function SaleFilters({ address }: SaleFiltersProps) {
  const { filter, setFilter, filtered, resetFilter } = address
  const isPhone = useIsPhone()
  const { q, ...others } = filter
  const count = Object.values(others).filter((value) => value !== undefined).length
  return (
    <FilterBar>
      <FilterSearch
        value={q ?? ''}
        onChange={(text) => setFilter({ q: text })}
        placeholder="Zoek klant of SalesDock ID"
      />
      {isPhone ? (
        <FilterButton count={count} filtered={filtered} onReset={resetFilter} show="Toon sales">
          <MoreFilters address={address} />
        </FilterButton>
      ) : (
        <>
          <MoreFilters address={address} />
          {filtered && <FilterReset onClick={resetFilter} />}
        </>
      )}
    </FilterBar>
  )
}

const statusOptions = [{ value: COUNTED_SALES, label: 'Alle behalve afgewezen' }, ...saleStatusOptions]
const providerOptions = providers.map((value) => ({ value, label: providerLabels[value] }))
const marketOptions = Object.entries(marketLabels).map(([value, label]) => ({ value, label }))

function MoreFilters({ address: { filter, setFilter } }: SaleFiltersProps) {
  const { role } = useUser()
  return (
    <>
      <MonthFilter value={filter} onChange={setFilter} />
      <Select
        aria-label="Status"
        value={filter.status}
        onChange={(status) => setFilter({ status })}
        options={statusOptions}
        placeholder="Alle statussen"
      />
      <Select
        aria-label="Leverancier"
        value={filter.provider}
        onChange={(provider) => setFilter({ provider })}
        options={providerOptions}
        placeholder="Alle leveranciers"
      />
      <Select
        aria-label="Markt"
        value={filter.market}
        onChange={(market) => setFilter({ market })}
        options={marketOptions}
        placeholder="Hele markt"
      />
      {oversees(role) && <AgentFilter filter={filter} setFilter={setFilter} />}
      {role === 'admin' && <TeamFilter filter={filter} setFilter={setFilter} />}
      <NarrowedBy filter={filter} setFilter={setFilter} />
    </>
  )
}

/** Shows filters that only the report sets, so that they can be cleared. */
function NarrowedBy({ filter: { office, approved }, setFilter }: FilterPart) {
  return (
    <>
      {office && (
        <FilterToggle value onChange={() => setFilter({ office: '' })}>
          {officeLabels[office]}
        </FilterToggle>
      )}
      {approved && (
        <FilterToggle value onChange={() => setFilter({ approved: '' })}>
          Goedgekeurd
        </FilterToggle>
      )}
    </>
  )
}

type FilterPart = Pick<ListAddress<SaleFilter>, 'filter' | 'setFilter'>

function AgentFilter({ filter, setFilter }: FilterPart) {
  const { options, source } = useAgentOptions(filter.agentId)
  return (
    <Combobox
      aria-label="Agent"
      value={filter.agentId}
      onChange={(agentId) => setFilter({ agentId })}
      options={options}
      source={source}
      placeholder="Alle agenten"
      searchPlaceholder="Zoek een agent"
      clearable
    />
  )
}

function TeamFilter({ filter, setFilter }: FilterPart) {
  const { options, source } = useTeamOptions()
  return (
    <Select
      aria-label="Team"
      value={filter.teamId}
      onChange={(teamId) => setFilter({ teamId })}
      options={options}
      source={source}
      placeholder="Alle teams"
    />
  )
}
