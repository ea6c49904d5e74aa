import { type Role, roles } from '../../../shared/access.ts'
import { roleLabels } from '../../../shared/api/parts/fields.ts'
import { TeamFilter } from '../../domains/people-filters.tsx'
import { useUser } from '../../lib/session.ts'
import { bindFilter } from '../../lib/url-filter.ts'
import type { ListAddress } from '../../records/list/list-address.ts'
import { Select } from '../../ui/choices/select.tsx'
import { FilterBar, FilterReset } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

import { NO_TEAM, type UserFilter } from './user-filter.ts'
import { listAllowedRoles } from './user-rules.ts'

interface UserFiltersProps {
  readonly address: ListAddress<UserFilter>
}

/**
 * Shows the filters on role and, for an admin, team; on a phone also the sort order. The search field is elsewhere,
 * beside the main button.
 */
export function UserFilters({ address }: UserFiltersProps) {
  const { filtered, resetFilter } = address
  const bind = bindFilter(address)
  const me = useUser()
  const isAdmin = me.role === 'admin'
  const isPhone = useIsPhone()
  const shown: readonly Role[] = isAdmin ? roles : listAllowedRoles(me)
  return (
    <FilterBar>
      <Select
        aria-label="Rol"
        {...bind('role')}
        options={shown.map((value) => ({ value, label: roleLabels[value] }))}
        placeholder="Alle rollen"
      />
      {isAdmin && <TeamFilter {...bind('team')} others={withoutTeam} />}
      {isPhone && <OrderField {...address} />}
      {filtered && <FilterReset onClick={resetFilter} />}
    </FilterBar>
  )
}

const withoutTeam = [{ value: NO_TEAM, label: 'Geen team' }]

const orders = [
  { value: 'user', label: 'Naam, A tot Z' },
  { value: '-user', label: 'Naam, Z tot A' },
  { value: 'role', label: 'Rol' },
  { value: 'team', label: 'Team' },
]

/** Shows the sort order of the cards, which have no column heads. */
function OrderField({ sort = 'user', setSort }: Pick<ListAddress<UserFilter>, 'sort' | 'setSort'>) {
  return <Select aria-label="Sorteren" value={sort} onChange={setSort} options={orders} />
}
