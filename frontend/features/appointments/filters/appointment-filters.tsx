import type { AppointmentFilter } from '../../../../shared/api/schemas/appointments.ts'
import type { ListAddress } from '../../../records/list/list-address.ts'
import { ListFilters } from '../../../records/list/list-filters.tsx'
import { Skeleton } from '../../../ui/messages/skeleton.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { FilterToggles, TextFilter } from './filter-fields.tsx'

const HiddenFilters = onDemand(
  () => import('./hidden-filters.tsx').then((m) => m.HiddenFilters),
  () => <Skeleton height="260px" />,
)

/** Shows all filters of the list of appointments except the status; days, people and order are behind a button. */
export function AppointmentFilters({ address }: { readonly address: ListAddress<AppointmentFilter> }) {
  const { date, from, to, agentId, calledBy, teamId } = address.filter
  const count = [date ?? from ?? to, agentId, calledBy, teamId].filter((value) => value !== undefined).length
  const hidden = <HiddenFilters {...address} />
  return (
    <ListFilters
      address={address}
      count={count}
      show="Toon afspraken"
      first={<TextFilter {...address} />}
      rest={{ count, fields: hidden }}
      behind={hidden}
    >
      <FilterToggles {...address} />
    </ListFilters>
  )
}
