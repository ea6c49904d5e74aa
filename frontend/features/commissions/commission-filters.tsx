import type { CommissionFilter } from '../../../shared/contract/commissions.ts'
import { commissionStatusOptions } from '../../domains/commissions.ts'
import { useAgentOptions } from '../../domains/people.ts'
import { FilterButton } from '../../records/filter-button.tsx'
import type { ListAddress } from '../../records/list-address.ts'
import { MonthFilter } from '../../records/month-filter.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { FilterBar, FilterReset, FilterSearch } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

/** Option of the status filter that is not a status. */
const TO_CONFIRM = 'toConfirm'
const statusOptions = [...commissionStatusOptions, { value: TO_CONFIRM, label: 'Te bevestigen' } as const]

interface CommissionFiltersProps {
  readonly address: ListAddress<CommissionFilter>
  /** Set for users who see more than their own commissions: offers a filter by person. */
  readonly withAgent?: boolean
}

/** Shows the filters text, status, person and period; on a phone all but the text behind one button. */
export function CommissionFilters({ address, withAgent = false }: CommissionFiltersProps) {
  const { filter, setFilter, filtered, resetFilter } = address
  const isPhone = useIsPhone()
  const { search, ...others } = filter
  const count = Object.values(others).filter((value) => value !== undefined).length
  const more = (
    <>
      <Select
        aria-label="Status"
        value={filter.toConfirm ? TO_CONFIRM : filter.status}
        onChange={(status) =>
          setFilter(status === TO_CONFIRM ? { toConfirm: 'true', status: '' } : { toConfirm: '', status })
        }
        options={statusOptions}
        placeholder="Alle statussen"
      />
      {withAgent && <AgentFilter address={address} />}
      <MonthFilter value={filter} onChange={setFilter} />
    </>
  )
  return (
    <FilterBar>
      <FilterSearch
        value={search ?? ''}
        onChange={(text) => setFilter({ search: text })}
        placeholder="Zoek klant of SalesDock ID"
      />
      {isPhone ? (
        <FilterButton count={count} filtered={filtered} onReset={resetFilter} show="Toon commissies">
          {more}
        </FilterButton>
      ) : (
        <>
          {more}
          {filtered && <FilterReset onClick={resetFilter} />}
        </>
      )}
    </FilterBar>
  )
}

function AgentFilter({ address: { filter, setFilter } }: Pick<CommissionFiltersProps, 'address'>) {
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
