import type { CommissionFilter } from '../../../shared/contract/schemas/commissions.ts'
import { commissionStatusOptions } from '../../domains/commissions.ts'
import { AgentFilter } from '../../domains/people-filters.tsx'
import type { ListAddress } from '../../records/list/list-address.ts'
import { ListFilters } from '../../records/list/list-filters.tsx'
import { MonthFilter } from '../../records/list/month-filter.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FilterSearch } from '../../ui/table/filter-bar.tsx'

/** Value of the option 'Te bevestigen' of the status filter, which is not a status. */
const TO_CONFIRM = 'toConfirm'
const statusOptions = [...commissionStatusOptions, { value: TO_CONFIRM, label: 'Te bevestigen' } as const]

interface CommissionFiltersProps {
  readonly address: ListAddress<CommissionFilter>
  /** Set for users who see more than their own commissions: offers a filter by person. */
  readonly withAgent?: boolean
}

/**
 * Shows the filters of a list of commissions: text, status, period, and person if `withAgent`. On a phone all but the
 * text are behind one button.
 */
export function CommissionFilters({ address, withAgent = false }: CommissionFiltersProps) {
  const { filter, setFilter } = address
  const { search, ...others } = filter
  return (
    <ListFilters
      address={address}
      count={Object.keys(others).length}
      show="Toon commissies"
      first={
        <FilterSearch
          value={search ?? ''}
          onChange={(text) => setFilter({ search: text })}
          placeholder="Zoek klant of SalesDock ID"
        />
      }
    >
      <Select
        aria-label="Status"
        value={filter.toConfirm ? TO_CONFIRM : filter.status}
        onChange={(status) =>
          setFilter(status === TO_CONFIRM ? { toConfirm: 'true', status: '' } : { toConfirm: '', status })
        }
        options={statusOptions}
        placeholder="Alle statussen"
      />
      {withAgent && <AgentFilter value={filter.agentId} onChange={(agentId) => setFilter({ agentId })} />}
      <MonthFilter value={filter} onChange={setFilter} />
    </ListFilters>
  )
}
