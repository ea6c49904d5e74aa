import { oversees } from '../../../../shared/access.ts'
import { basisLabels } from '../../../../shared/api/parts/contact-basis.ts'
import { officeLabels } from '../../../../shared/api/parts/fields.ts'
import { type AppointmentStatus, appointmentStatuses } from '../../../../shared/api/parts/statuses.ts'
import { type AppointmentFilter, statusesIn } from '../../../../shared/api/schemas/appointments.ts'
import { statusLabels } from '../../../../shared/appointments/choices.ts'
import { useColleagues } from '../../../domains/people.ts'
import { AgentFilter, TeamFilter } from '../../../domains/people-filters.tsx'
import { useUser } from '../../../lib/session.ts'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { FilterSearch, FilterTabs, FilterToggle } from '../../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useAppointmentCounts, useTeamAppointments } from '../api.ts'
import { TO_REGISTER } from '../sale-sign.tsx'
import { callerOptionsOf } from './caller-options.ts'

export type Filter = Partial<AppointmentFilter>

export interface FilterProps {
  readonly filter: Filter
  readonly setFilter: (change: { readonly [K in keyof Filter]?: Filter[K] | string | undefined }) => void
}

/** Shows the status filter as tabs, each with its number of appointments where known. */
export function StatusTabs({ filter, setFilter }: FilterProps) {
  const { data, isError, refetch, isFetching } = useAppointmentCounts(filter)
  const isPhone = useIsPhone()
  const counts = data?.statuses
  const countOf = (statuses: readonly AppointmentStatus[]) => (counts ? sumOf(counts, statuses) : undefined)
  return (
    <FilterTabs
      label="Status"
      value={filter.status ?? ''}
      onChange={(status) => setFilter({ status })}
      options={[
        ...severalOf(filter.status ?? ''),
        { value: '', label: 'Alle', of: appointmentStatuses },
        ...appointmentStatuses.map((value) => ({ value, label: statusLabels[value], of: [value] })),
      ].map(({ of, ...tab }) => ({ ...tab, count: countOf(of) }))}
      source={{ isError, refetch, isFetching }}
      toggles={isPhone && <FilterToggles filter={filter} setFilter={setFilter} />}
    />
  )
}

const sumOf = (counts: Readonly<Record<AppointmentStatus, number>>, statuses: readonly AppointmentStatus[]) =>
  statuses.reduce((sum, status) => sum + counts[status], 0)

/** Returns a tab for several chosen statuses, which only links of other screens set; none for a single status. */
function severalOf(value: string) {
  const chosen = statusesIn(value)
  if (chosen.length < 2) return []
  const missing = appointmentStatuses.filter((status) => !chosen.includes(status)).map((status) => statusLabels[status])
  const label =
    missing.length === 1 ? `Niet ${missing[0]?.toLowerCase()}` : chosen.map((one) => statusLabels[one]).join(', ')
  return [{ value, label, of: chosen }]
}

/** Shows the toggle button for own appointments, and one for each filter that only links of other screens set. */
export const FilterToggles = (props: FilterProps) => (
  <>
    <OwnToggle {...props} />
    <AppointmentLinkFilters {...props} />
  </>
)

/**
 * Shows a toggle for each filter of appointments that only links of other screens set, so that the user can clear it.
 */
function AppointmentLinkFilters({ filter, setFilter }: FilterProps) {
  const { unregistered, type, office, basis } = filter
  return (
    <>
      {unregistered && (
        <FilterToggle value onChange={() => setFilter({ unregistered: '' })}>
          {TO_REGISTER}
        </FilterToggle>
      )}
      {type && (
        <FilterToggle value onChange={() => setFilter({ type: '' })}>
          {type === 'zakelijk' ? 'Zakelijk' : 'Particulier'}
        </FilterToggle>
      )}
      {basis && (
        <FilterToggle value onChange={() => setFilter({ basis: '' })}>
          {basisLabels[basis]}
        </FilterToggle>
      )}
      {office && (
        <FilterToggle value onChange={() => setFilter({ office: '' })}>
          {officeLabels[office]}
        </FilterToggle>
      )}
    </>
  )
}

/** Shows the search field, which searches in customer, company, phone and postcode, in appointments of every status. */
export function TextFilter({ filter, setFilter }: FilterProps) {
  return (
    <FilterSearch value={filter.q ?? ''} onChange={(q) => setFilter({ q, status: '' })} placeholder="Zoek een klant" />
  )
}

/**
 * Shows the button that filters on own appointments: assigned ones for an agent ('Mijn sales'), booked ones for a
 * caller (spec §6). Renders nothing for other roles.
 */
function OwnToggle({ filter, setFilter }: FilterProps) {
  const { role } = useUser()
  if (role !== 'agent' && role !== 'caller') return null
  return (
    <FilterToggle value={filter.mine === 'true'} onChange={(mine) => setFilter({ mine: mine ? 'true' : '' })}>
      {role === 'agent' ? 'Mijn sales' : 'Mijn afspraken'}
    </FilterToggle>
  )
}

/** Shows the filters by agent, caller and team that the user's role may use (spec §2, §6). */
export function PeopleFilters({ filter, setFilter }: FilterProps) {
  const { role } = useUser()
  return (
    <>
      <Field label="Agent" labelHidden>
        <AgentFilter value={filter.agentId} onChange={(agentId) => setFilter({ agentId })} />
      </Field>
      {oversees(role) && <CallerFilter filter={filter} setFilter={setFilter} />}
      {role === 'admin' && (
        <Field label="Team" labelHidden>
          <TeamFilter value={filter.teamId} onChange={(teamId) => setFilter({ teamId })} />
        </Field>
      )}
    </>
  )
}

function CallerFilter({ filter, setFilter }: FilterProps) {
  const { role } = useUser()
  const colleagues = useColleagues()
  const booked = useTeamAppointments(role === 'teamleader')
  return (
    <Field label="Gebeld door" labelHidden>
      <Combobox
        value={filter.calledBy}
        onChange={(calledBy) => setFilter({ calledBy })}
        options={callerOptionsOf(colleagues.data ?? [], booked.data ?? [])}
        source={colleagues}
        placeholder="Alle bellers"
        searchPlaceholder="Zoek een beller"
        clearable
      />
    </Field>
  )
}
