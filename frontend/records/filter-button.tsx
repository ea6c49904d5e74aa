import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx').then((m) => ({ default: m.FilterSheet })))

export interface FilterButtonProps {
  /** Number of filters that are on. */
  readonly count: number
  readonly filtered: boolean
  readonly onReset: () => void
  /** Text of the button that returns to the list: `Toon afspraken`. */
  readonly show: string
  /** Filter fields, which take effect at once. Load their options when they are first drawn. */
  readonly children: ReactNode
}

/** Puts the filters of a list behind one button, for a phone. */
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
