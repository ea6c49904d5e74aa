import { lazy } from 'react'
import type { AppointmentFilter } from '../../../shared/contract/appointments.ts'
import { FilterButton } from '../../records/filter-button.tsx'
import type { ListAddress } from '../../records/list-address.ts'
import { FilterBar, FilterReset } from '../../ui/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { FilterToggles, PeopleFilters, TextFilter } from './filter-fields.tsx'
import { PeriodFilter } from './period-filter.tsx'

const PhoneFilters = lazy(() => import('./phone-filters.tsx').then((m) => ({ default: m.PhoneFilters })))

export interface AppointmentFiltersProps {
  readonly address: ListAddress<AppointmentFilter>
}

/** Shows all filters except the status side by side; on a phone behind one button. */
export function AppointmentFilters({ address }: AppointmentFiltersProps) {
  const { filter, setFilter, filtered, resetFilter } = address
  const isPhone = useIsPhone()
  return (
    <FilterBar>
      <TextFilter {...address} />
      {isPhone && <SheetButton address={address} />}
      {!isPhone && (
        <>
          <FilterToggles {...address} />
          <PeriodFilter value={filter} onChange={setFilter} />
          <PeopleFilters {...address} />
          {filtered && <FilterReset onClick={resetFilter} />}
        </>
      )}
    </FilterBar>
  )
}

function SheetButton({ address }: AppointmentFiltersProps) {
  const { date, from, to, agentId, calledBy, teamId } = address.filter
  const count = [date ?? from ?? to, agentId, calledBy, teamId].filter((value) => value !== undefined).length
  return (
    <FilterButton count={count} filtered={address.filtered} onReset={address.resetFilter} show="Toon afspraken">
      <PhoneFilters address={address} />
    </FilterButton>
  )
}
