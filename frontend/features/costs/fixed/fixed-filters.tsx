import { officeLabels, offices } from '../../../../shared/api/parts/fields.ts'
import { costScopeLabels } from '../../../../shared/costs/record.ts'
import { useColleagues, useTeams } from '../../../domains/people.ts'
import { fullNameOf } from '../../../lib/format.ts'
import { bindFilter } from '../../../lib/url-filter.ts'
import { ListFilters } from '../../../records/list/list-filters.tsx'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { addMonths, monthHeading, thisMonth } from '../../../ui/dates/calendar-days.ts'
import { FilterSearch } from '../../../ui/table/filter-bar.tsx'
import { useCategories } from '../api.ts'
import type { CostsAddress } from './fixed-list.ts'

interface FixedFiltersProps {
  readonly address: CostsAddress
}

/**
 * Shows the filters of the fixed costs: text, month, category, and organisation, office, team or person. On a phone,
 * all but text and month are behind a button.
 */
export function FixedFilters({ address }: FixedFiltersProps) {
  const { filter, setFilter, month } = address
  return (
    <ListFilters
      address={address}
      count={[filter.categoryId, filter.voor].filter(Boolean).length}
      show="Toon vaste kosten"
      first={
        <>
          <FilterSearch value={filter.q ?? ''} onChange={(q) => setFilter({ q })} placeholder="Zoek omschrijving" />
          <Select
            aria-label="Maand"
            value={month}
            onChange={(next) => setFilter({ month: next === thisMonth() ? '' : next })}
            options={monthsAround(month).map((value) => ({ value, label: monthHeading(value) }))}
          />
        </>
      }
    >
      <MoreFilters address={address} />
    </ListFilters>
  )
}

const MONTHS_BACK = 12
const MONTHS_AHEAD = 6

/** Returns the months to choose from, newest first, including the chosen one. */
function monthsAround(chosen: string): string[] {
  const count = MONTHS_BACK + MONTHS_AHEAD + 1
  const months = Array.from({ length: count }, (_, at) => addMonths(`${thisMonth()}-01`, MONTHS_AHEAD - at).slice(0, 7))
  return months.includes(chosen) ? months : [...months, chosen].sort().reverse()
}

function MoreFilters({ address: { filter, setFilter } }: FixedFiltersProps) {
  const bind = bindFilter({ filter, setFilter })
  const categories = useCategories()
  const teams = useTeams(true)
  const people = useColleagues()
  return (
    <>
      <Select
        aria-label="Categorie"
        {...bind('categoryId')}
        options={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        source={categories}
        placeholder="Alle categorieën"
      />
      <Combobox
        aria-label="Geldt voor"
        {...bind('voor')}
        options={[
          { value: 'organisation', label: costScopeLabels.organisation },
          { value: 'team', label: 'Alle teams' },
          { value: 'person', label: 'Alle personen' },
          ...offices.map((office) => ({ value: `kantoor:${office}`, label: officeLabels[office] })),
          ...(teams.data ?? []).map(({ id, name }) => ({ value: `team:${id}`, label: name, hint: 'Team' })),
          ...(people.data ?? []).map((person) => ({ value: `persoon:${person.id}`, label: fullNameOf(person) })),
        ]}
        source={people}
        placeholder="Iedereen"
        searchPlaceholder="Zoek een kantoor, team of persoon"
        clearable
      />
    </>
  )
}
