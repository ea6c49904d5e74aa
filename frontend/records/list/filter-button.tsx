import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))

interface FilterButtonProps extends Omit<FilterSheetProps, 'onClose'> {
  /** Number of filters that are on. */
  readonly count: number
}

/** Shows the button that opens the filters of a list on a phone. */
export function FilterButton({ count, ...sheet }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        className="pv-filter-more"
        data-count={count || undefined}
        icon={<SlidersHorizontal />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <FilterSheet {...sheet} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
