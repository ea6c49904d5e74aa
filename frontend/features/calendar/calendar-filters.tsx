import type { ReactNode } from 'react'
import type { Office } from '../../../shared/api/parts/fields.ts'
import { useAgentOptions } from '../../domains/people.ts'
import { TeamFilter } from '../../domains/people-filters.tsx'
import { officeOptions } from '../../domains/people-labels.ts'
import { useUser } from '../../lib/session.ts'
import type { UrlFilter } from '../../lib/url-filter.ts'
import { FilterButton } from '../../records/list/filter-button.tsx'
import { MultiCombobox } from '../../ui/choices/multi-combobox.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Strip } from '../../ui/layout/strip.tsx'
import { FilterBar, FilterReset } from '../../ui/table/filter-bar.tsx'
import { type CalendarAddress, parseAgentIds } from './calendar-address.ts'
import type { CalendarFilter } from './entries.ts'
import { Legend, StatusFilter } from './legend.tsx'
import { boundsOf, type Period, periodNames, periods } from './span.ts'

interface CalendarFiltersProps {
  readonly filter: CalendarFilter
  readonly setFilter: UrlFilter<CalendarAddress>['setFilter']
}

interface CalendarBarProps extends CalendarFiltersProps {
  /** Content beside the filters. */
  readonly children: ReactNode
}

const periodOptions = periods.map((value) => ({ value, label: periodNames[value] }))

const none = { period: '', office: '', status: '', agentId: '', teamId: '' }

/** Shows one button with the filters, and the meaning of the colours. */
export function CalendarFilters({ filter, setFilter, children }: CalendarBarProps) {
  const count = Object.values(filter).filter((value) => value !== undefined).length
  const filtered = count > 0
  const reset = () => setFilter(none)
  return (
    <Strip gap={16} wrap={8}>
      <FilterBar>
        <FilterButton count={count} filtered={filtered} onReset={reset} show="Toon kalender">
          <Fields filter={filter} setFilter={setFilter} />
        </FilterButton>
        {filtered && <FilterReset onClick={reset} />}
      </FilterBar>
      {children}
      <Legend />
    </Strip>
  )
}

/**
 * Shows the filters by period, status, agent, team and office. Only an admin has those for team and office; others see
 * one team (spec §6).
 */
function Fields({ filter, setFilter }: CalendarFiltersProps) {
  const { role } = useUser()
  const { period, status, office, agentId, teamId } = filter
  const chosen = parseAgentIds(agentId)
  const agents = useAgentOptions(chosen)

  function choose(next: Period | ''): void {
    setFilter(next === '' ? { period: '' } : { period: next, date: boundsOf(next).from })
  }

  return (
    <>
      <Field label="Periode">
        <Select<Period> value={period ?? ''} onChange={choose} options={periodOptions} placeholder="Alle dagen" />
      </Field>
      <StatusFilter value={status} onChange={(next) => setFilter({ status: next })} />
      <Field label="Agent">
        <MultiCombobox
          values={chosen}
          onChange={(next) => setFilter({ agentId: next.join(',') })}
          options={agents.options}
          many="agenten"
          source={agents.source}
          placeholder="Alle agenten"
          searchPlaceholder="Zoek een agent"
        />
      </Field>
      {role === 'admin' && (
        <>
          <Field label="Team">
            <TeamFilter value={teamId} onChange={(next) => setFilter({ teamId: next })} />
          </Field>
          <Field label="Kantoor">
            <Select<Office>
              value={office ?? ''}
              onChange={(next) => setFilter({ office: next })}
              options={officeOptions}
              placeholder="Alle kantoren"
            />
          </Field>
        </>
      )}
    </>
  )
}
