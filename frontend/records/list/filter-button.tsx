import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'

const FilterSheet = onDemand(() => import('./filter-sheet.tsx').then((m) => m.FilterSheet))

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
      {open && <FilterSheet {...sheet} onClose={() => setOpen(false)} />}
    </>
  )
}
