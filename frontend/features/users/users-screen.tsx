import { UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import type { UserDetails } from '../../../shared/users/schemas.ts'
import { useUser } from '../../lib/session.ts'
import { useUrlFilter } from '../../lib/url-filter.ts'
import { useActionFromAddress } from '../../lib/use-action-from-address.ts'
import { type ListAddress, useListAddress } from '../../records/list/list-address.ts'
import { RecordList } from '../../records/list/record-list.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import type { ListState } from '../../ui/table/data-table-types.ts'
import { FilterSearch } from '../../ui/table/filter-bar.tsx'
import { useActiveUsers, useDeactivatedUsers } from './api.ts'
import { columnsOf, UserCard } from './columns.tsx'
import { type OpenUserAction, useUserDialog } from './use-user-dialog.ts'
import { UserActions } from './user-actions.tsx'
import { UserDialogs } from './user-dialogs.tsx'
import { matchesFilter, UserFilter, type UserTab, UserTabs, userOrders } from './user-filter.ts'
import { UserFilters } from './user-filters.tsx'

/**
 * Shows the people whom the user manages (spec §2): an admin everybody, a team leader the team's agents and callers.
 */
export function UsersScreen() {
  const { role } = useUser()
  const address = useListAddress(UserFilter, userOrders)
  const { filter, setFilter } = address
  const { opened, origin, home, open, openNew, leave, close } = useUserDialog()
  const list = { address, onOpen: open }
  const people = useActiveUsers()
  const isAlone = role === 'admin' && !address.filtered && people.data?.length === 1
  useActionFromAddress('toevoegen', openNew)

  return (
    <Screen
      title="Gebruikers"
      kind="list"
      toolbar={!isAlone && <UserFilters address={address} />}
      actions={
        <>
          {!isAlone && (
            <FilterSearch
              value={filter.q ?? ''}
              onChange={(q) => setFilter({ q })}
              placeholder="Zoek gebruiker of team"
            />
          )}
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
  readonly address: ListAddress<UserFilter>
  readonly onOpen: OpenUserAction
}

/** Shows the active and deactivated people that match the filter in tabs, each with its number of people (spec §2). */
function AllUsers(props: ListProps) {
  const { filter, setFilter } = useUrlFilter(UserTabs)
  const tab = filter.tab ?? 'active'
  const active = useMatches(useActiveUsers(), props)
  const deactivated = useMatches(useDeactivatedUsers(), props)
  return (
    <Tabs
      label="Gebruikers"
      value={tab}
      onChange={(next: UserTab) => setFilter({ tab: next === 'active' ? '' : next })}
      tabs={[
        { value: 'active', label: labelOf('Actief', active.data) },
        { value: 'deactivated', label: labelOf('Gedeactiveerd', deactivated.data) },
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

/** Shows the single list of a team leader (spec §6). */
function OwnTeam(props: ListProps) {
  return <PeopleTable {...props} list={useMatches(useActiveUsers(), props)} empty="Geen gebruikers gevonden" />
}

/** Returns a list with only the people that match the filter in the address. */
function useMatches(list: ListState<UserDetails>, { address }: ListProps): ListState<UserDetails> {
  const { q, role, team } = address.filter
  const data = useMemo(
    () =>
      list.data?.filter((user) =>
        matchesFilter(user, { ...(q ? { q } : {}), ...(role ? { role } : {}), ...(team ? { team } : {}) }),
      ),
    [list.data, q, role, team],
  )
  return { ...list, data }
}

interface PeopleTableProps extends ListProps {
  readonly list: ListState<UserDetails>
  readonly empty: string
}

function PeopleTable({ list, address, onOpen, empty }: PeopleTableProps) {
  const { filter: view } = useUrlFilter(UserTabs)
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  return (
    <RecordList
      list={list}
      columns={columns}
      noun={{ one: 'gebruiker', many: 'gebruikers' }}
      address={address}
      card={(row) => <UserCard user={row} />}
      cardActions={(row) => <UserActions user={row} onOpen={onOpen} compact />}
      {...(view.tab === 'deactivated' ? {} : { onOpen: (row: UserDetails) => onOpen('edit', row) })}
      empty={{ title: empty }}
    />
  )
}

const labelOf = (label: string, people: readonly UserDetails[] | undefined) =>
  people === undefined ? label : `${label} (${people.length})`
