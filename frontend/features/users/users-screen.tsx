import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { UserDetails } from '../../../shared/contract/users.ts'
import { useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { ListState } from '../../ui/data-table-types.ts'
import { FilterSearch } from '../../ui/filter-bar.tsx'
import { Screen } from '../../ui/screen.tsx'
import { sortOf, sortText } from '../../ui/sort-text.ts'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { useActiveUsers, useDeactivatedUsers } from './api.ts'
import { columnsOf, UserCard } from './columns.tsx'
import { type OpenDeed, useOpened } from './use-opened.ts'
import { UserActions } from './user-actions.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { passes, UserFilter, type UserTab, UserView } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import './users.css'

/** The people one manages: an admin all, a team leader the agents and callers of their team (spec §2, Users page). */
export function UsersScreen() {
  const { role } = useUser()
  const { filter, setFilter, resetFilter, filtered } = useUrlFilter(UserFilter)
  const { opened, origin, home, open, openNew, leave, close } = useOpened()
  const filters = <UserFilters filter={filter} setFilter={setFilter} filtered={filtered} onReset={resetFilter} />
  const list = { filter, filtered, onReset: resetFilter, onOpen: open }

  return (
    <Screen
      title="Gebruikers"
      kind="list"
      toolbar={filters}
      actions={
        <>
          <FilterSearch
            value={filter.q ?? ''}
            onChange={(q) => setFilter({ q })}
            placeholder="Zoek gebruiker of team"
          />
          <Button ref={home} tone="primary" icon={<UserPlus />} onClick={openNew}>
            Nieuwe gebruiker
          </Button>
        </>
      }
    >
      {role === 'admin' ? <AllUsers {...list} /> : <OwnTeam {...list} />}
      <UserDialogs opened={opened} returnFocus={origin} onGone={leave} onClose={close} />
    </Screen>
  )
}

interface ListProps {
  readonly filter: UserFilter
  readonly filtered: boolean
  readonly onReset: () => void
  readonly onOpen: OpenDeed
}

/** Both lists, each with how many are in it (spec §2). */
function AllUsers(props: ListProps) {
  const { filter, setFilter } = useUrlFilter(UserView)
  const tab = filter.tab ?? 'active'
  const active = useActiveUsers()
  const deactivated = useDeactivatedUsers()
  return (
    <Tabs
      label="Gebruikers"
      value={tab}
      onChange={(next: UserTab) => setFilter({ tab: next === 'active' ? '' : next })}
      tabs={[
        { value: 'active', label: counted('Actief', active.data) },
        { value: 'deactivated', label: counted('Gedeactiveerd', deactivated.data) },
      ]}
    >
      <TabPanel value="active">
        <PeopleTable {...props} list={active} empty="Geen actieve gebruikers gevonden" />
      </TabPanel>
      <TabPanel value="deactivated">
        <PeopleTable {...props} list={deactivated} empty="Geen gedeactiveerde gebruikers gevonden" />
      </TabPanel>
    </Tabs>
  )
}

/** The one list of a team leader (spec §6). */
function OwnTeam(props: ListProps) {
  return <PeopleTable {...props} list={useActiveUsers()} empty="Geen gebruikers gevonden" />
}

interface PeopleTableProps extends ListProps {
  readonly list: ListState<UserDetails>
  readonly empty: string
}

function PeopleTable({ list, filter, filtered, onReset, onOpen, empty }: PeopleTableProps) {
  const view = useUrlFilter(UserView)
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  const { q, role, team } = filter
  const data = useMemo(
    () =>
      list.data?.filter((user) =>
        passes(user, { ...(q ? { q } : {}), ...(role ? { role } : {}), ...(team ? { team } : {}) }),
      ),
    [list.data, q, role, team],
  )
  return (
    <DataTable
      list={{ ...list, data }}
      columns={columns}
      rowId={(row) => row.id}
      label="Gebruikers"
      card={(row) => <UserCard user={row} />}
      cardActions={(row) => <UserActions user={row} onOpen={onOpen} compact />}
      {...(view.filter.tab === 'deactivated' ? {} : { onOpen: (row: UserDetails) => onOpen('edit', row) })}
      empty={{ title: empty }}
      filtered={filtered}
      onReset={onReset}
      sort={sortOf(view.filter.sort)}
      onSortChange={(sort) => view.setFilter({ sort: sortText(sort) })}
      count={(rows) => `${rows.length} ${rows.length === 1 ? 'gebruiker' : 'gebruikers'}`}
    />
  )
}

const counted = (label: string, people: readonly UserDetails[] | undefined) =>
  people === undefined ? label : `${label} (${people.length})`
