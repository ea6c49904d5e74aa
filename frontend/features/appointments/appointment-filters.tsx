import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AppointmentSort } from '../../../shared/contract/appointments.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterReset } from '../../ui/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { type FilterProps, OwnToggle, PeopleFilters, TextFilter } from './filter-fields.tsx'
import { PeriodFilter } from './period-filter.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))

interface AppointmentFiltersProps extends FilterProps {
  readonly filtered: boolean
  readonly onReset: () => void
  /** The order of the list; on a phone, which has no column heads, it is chosen among the filters. */
  readonly sort: AppointmentSort | undefined
  readonly onSort: (sort: string) => void
}

/** All filters but the status, side by side; on a phone behind one button. */
export function AppointmentFilters(props: AppointmentFiltersProps) {
  const { filter, setFilter, filtered, onReset } = props
  const isPhone = useIsPhone()
  return (
    <FilterBar>
      <TextFilter {...props} />
      {isPhone && <SheetButton {...props} />}
      <OwnToggle {...props} />
      {!isPhone && (
        <>
          <PeriodFilter value={filter} onChange={setFilter} />
          <PeopleFilters {...props} />
          {filtered && <FilterReset onClick={onReset} />}
        </>
      )}
    </FilterBar>
  )
}

function SheetButton(props: AppointmentFiltersProps) {
  const [open, setOpen] = useState(false)
  const { date, from, to, agentId, calledBy, teamId } = props.filter
  const count = [date ?? from ?? to, agentId, calledBy, teamId].filter((value) => value !== undefined).length
  return (
    <>
      <Button icon={<SlidersHorizontal />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
