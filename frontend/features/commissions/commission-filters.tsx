import type { CommissionFilter } from '../../../shared/api/schemas/commissions.ts'
import { commissionStatusOptions } from '../../domains/commissions.ts'
import { AgentFilter } from '../../domains/people-filters.tsx'
import type { ListAddress } from '../../records/list/list-address.ts'
import { ListFilters } from '../../records/list/list-filters.tsx'
import { MonthFilter } from '../../records/list/month-filter.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FilterSearch } from '../../ui/table/filter-bar.tsx'

/** Values of the options 'Te bevestigen' and 'Openstaand' of the status filter, which are no statuses. */
const TO_CONFIRM = 'toConfirm'
const OPEN = 'open'
const statusOptions = [
  ...commissionStatusOptions,
  { value: OPEN, label: 'Openstaand' } as const,
  { value: TO_CONFIRM, label: 'Te bevestigen' } as const,
]

/** Returns the filter that an option of the status filter sets. */
function filterFor(option: (typeof statusOptions)[number]['value'] | '', step: CommissionFilter['step']) {
  return {
    toConfirm: option === TO_CONFIRM ? 'true' : '',
    status: option === TO_CONFIRM || option === OPEN ? '' : option,
    step: option === OPEN ? OPEN : step === OPEN ? '' : step,
  }
}

interface CommissionFiltersProps {
  readonly address: ListAddress<CommissionFilter>
  /** Set for users who see more than their own commissions: offers a filter by person. */
  readonly withAgent?: boolean
  /** Set where no cards filter by status. Without it, only a status that a link chose is shown, to change or clear it. */
  readonly withStatus?: boolean
}

/**
 * Shows the filters of a list of commissions: text, status and period; with `withAgent` person and period are behind a
 * button. On a phone all but the text are behind one button.
 */
export function CommissionFilters({ address, withAgent = false, withStatus = false }: CommissionFiltersProps) {
  const { filter, setFilter } = address
  const option = filter.toConfirm ? TO_CONFIRM : filter.step === OPEN ? OPEN : filter.status
  const { search, ...others } = filter
  const period = <MonthFilter value={filter} onChange={setFilter} />
  const hidden = [filter.agentId, filter.from ?? filter.to].filter((value) => value !== undefined).length
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
      {...(withAgent && {
        rest: {
          count: hidden,
          fields: (
            <>
              <AgentFilter value={filter.agentId} onChange={(agentId) => setFilter({ agentId })} />
              {period}
            </>
          ),
        },
      })}
    >
      {(withStatus || option !== undefined) && (
        <Select
          aria-label="Status"
          value={option}
          onChange={(chosen) => setFilter(filterFor(chosen, filter.step))}
          options={statusOptions}
          placeholder="Alle statussen"
        />
      )}
      {!withAgent && period}
    </ListFilters>
  )
}
