import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Office, offices } from '../../../shared/contract/fields.ts'
import { officeLabels } from '../../domains/people.ts'
import { formatDateLong } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/calendar-days.ts'
import { FilterBar, FilterReset } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Legend } from './legend.tsx'
import {
  boundsOf,
  type CalendarAddress,
  type Period,
  periodNames,
  periods,
  stepped,
  titleOf,
  type View,
  weekNumber,
} from './span.ts'

interface ShownProps {
  readonly view: View
  readonly date: string
  readonly onDate: (date: string) => void
}

const steps: Record<View, string> = { day: 'dag', week: 'week', month: 'maand' }

/** Today, the span before and after, and what is shown. */
export function Navigation({ view, date, onDate, isPhone }: ShownProps & { readonly isPhone: boolean }) {
  return (
    <div className="cal-navigation">
      <Button onClick={() => onDate(today())}>Vandaag</Button>
      <IconButton
        label={`Vorige ${steps[view]}`}
        icon={<ChevronLeft />}
        onClick={() => onDate(stepped(view, date, -1))}
      />
      <IconButton
        label={`Volgende ${steps[view]}`}
        icon={<ChevronRight />}
        onClick={() => onDate(stepped(view, date, 1))}
      />
      <h2 className="cal-title" aria-live="polite">
        {isPhone && view === 'day' ? formatDateLong(date) : titleOf(view, date)}
        {view !== 'month' && <span className="cal-title-week">week {weekNumber(date)}</span>}
      </h2>
    </div>
  )
}

interface FiltersProps {
  readonly filter: Partial<CalendarAddress>
  readonly setFilter: (change: Partial<Record<keyof CalendarAddress, string | undefined>>) => void
}

const periodOptions = periods.map((value) => ({ value, label: periodNames[value] }))
const officeOptions = offices.map((value) => ({ value, label: officeLabels[value] }))

/** The filters of spec §2 and what the colours mean. A chosen period is also shown. */
export function CalendarFilters({ filter, setFilter, isPhone }: FiltersProps & { readonly isPhone: boolean }) {
  const { role } = useUser()
  const { period, office } = filter

  function choose(next: Period | ''): void {
    setFilter(next === '' ? { period: '' } : { period: next, date: boundsOf(next).from })
  }

  return (
    <div className="cal-filters">
      <FilterBar>
        <Select<Period>
          aria-label="Periode"
          value={period ?? ''}
          onChange={choose}
          options={periodOptions}
          placeholder="Alle dagen"
        />
        {role === 'admin' && (
          <Select<Office>
            aria-label="Kantoor"
            value={office ?? ''}
            onChange={(next) => setFilter({ office: next })}
            options={officeOptions}
            placeholder="Alle kantoren"
          />
        )}
        {(period ?? office) && <FilterReset onClick={() => setFilter({ period: '', office: '' })} />}
      </FilterBar>
      {!isPhone && <Legend />}
    </div>
  )
}
