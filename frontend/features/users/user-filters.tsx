import { type Role, roles } from '../../../shared/access.ts'
import { roleLabels } from '../../lib/labels.ts'
import { useUser } from '../../lib/session.ts'
import { FilterBar, FilterReset } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'
import { useTeams } from './api.ts'
import { NO_TEAM, type UserFilter } from './user-filter.ts'
import { rolesFor } from './user-rules.ts'

interface UserFiltersProps {
  readonly filter: UserFilter
  readonly setFilter: (change: { readonly role?: string; readonly team?: string }) => void
  readonly filtered: boolean
  readonly onReset: () => void
}

/** Role and, for an admin, team; the search box stands beside the main button. */
export function UserFilters({ filter, setFilter, filtered, onReset }: UserFiltersProps) {
  const me = useUser()
  const isAdmin = me.role === 'admin'
  const shown: readonly Role[] = isAdmin ? roles : rolesFor(me)
  return (
    <FilterBar>
      <Select
        aria-label="Rol"
        value={filter.role}
        onChange={(role) => setFilter({ role })}
        options={shown.map((value) => ({ value, label: roleLabels[value] }))}
        placeholder="Alle rollen"
      />
      {isAdmin && <TeamFilter value={filter.team} onChange={(team) => setFilter({ team })} />}
      {filtered && <FilterReset onClick={onReset} />}
    </FilterBar>
  )
}

interface TeamFilterProps {
  readonly value: string | undefined
  readonly onChange: (team: string) => void
}

function TeamFilter({ value, onChange }: TeamFilterProps) {
  const { data = [] } = useTeams(true)
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      aria-label="Team"
      value={value}
      onChange={onChange}
      options={[...options, { value: NO_TEAM, label: 'Geen team' }]}
      placeholder="Alle teams"
    />
  )
}
