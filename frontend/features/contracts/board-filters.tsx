import { type ContractFilter, type UrgencyFilter, urgencyFilters } from '../../../shared/contract/contracts.ts'
import type { UrlFilter } from '../../lib/url-filter.ts'
import { Field } from '../../ui/field.tsx'
import { FilterBar, FilterReset, FilterSearch } from '../../ui/filter-bar.tsx'
import { Select } from '../../ui/select.tsx'

const labels: Readonly<Record<UrgencyFilter, string>> = {
  verlopen: 'Verlopen',
  '1': 'Binnen 1 maand',
  '3': 'Binnen 3 maanden',
  '6': 'Binnen 6 maanden',
  later: 'Later',
}
const options = urgencyFilters.map((value) => ({ value, label: labels[value] }))

interface BoardFiltersProps extends Pick<UrlFilter<ContractFilter>, 'filter' | 'setFilter'> {
  readonly filtered: boolean
  readonly onReset: () => void
}

/** The filters of the board within the chosen status. */
export function BoardFilters({ filter, setFilter, filtered, onReset }: BoardFiltersProps) {
  return (
    <div className="contracts-filters">
      <FilterBar>
        <FilterSearch value={filter.q ?? ''} onChange={(q) => setFilter({ q })} placeholder="Zoek een klant" />
        <Field label="Urgentie">
          <Select
            value={filter.urgency ?? ''}
            onChange={(urgency) => setFilter({ urgency })}
            options={options}
            placeholder="Alle urgenties"
          />
        </Field>
        {filtered && <FilterReset onClick={onReset} />}
      </FilterBar>
    </div>
  )
}
