import { lazy } from 'react'
import type { AppointmentFilter } from '../../../../shared/api/schemas/appointments.ts'
import type { ListAddress } from '../../../records/list/list-address.ts'
import { ListFilters } from '../../../records/list/list-filters.tsx'
import { FilterToggles, PeopleFilters, TextFilter } from './filter-fields.tsx'
import { PeriodFilter } from './period-filter.tsx'

const PhoneFilters = lazy(() => import('./phone-filters.tsx').then((m) => ({ default: m.PhoneFilters })))

/** Shows all filters of the list of appointments except the status; those of people are behind a button. */
export function AppointmentFilters({ address }: { readonly address: ListAddress<AppointmentFilter> }) {
  const { date, from, to, agentId, calledBy, teamId } = address.filter
  const people = [agentId, calledBy, teamId].filter((value) => value !== undefined).length
  return (
    <ListFilters
      address={address}
      count={people + ((date ?? from ?? to) ? 1 : 0)}
      show="Toon afspraken"
      first={<TextFilter {...address} />}
      rest={{ count: people, fields: <PeopleFilters {...address} /> }}
      behind={<PhoneFilters {...address} />}
    >
      <FilterToggles {...address} />
      <PeriodFilter value={address.filter} onChange={address.setFilter} />
    </ListFilters>
  )
}
