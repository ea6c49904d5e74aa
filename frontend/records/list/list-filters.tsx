import type { ReactNode } from 'react'
import { FilterBar, FilterReset } from '../../ui/table/filter-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { FilterButton } from './filter-button.tsx'

interface ListFiltersProps {
  readonly address: { readonly filtered: boolean; readonly resetFilter: () => void }
  /** Number of filters that are on and that a phone hides. */
  readonly count: number
  /** Text of the button that returns to the list: `Toon afspraken`. */
  readonly show: string
  /** Filters that a phone shows too, such as the search box. */
  readonly first?: ReactNode
  readonly children: ReactNode
  /** Filters behind the button of a phone, where they differ from `children`. */
  readonly behind?: ReactNode
}

/**
 * Shows the filters of a list side by side; on a phone all but `first` are behind one button. `count` is the number of
 * hidden filters that are on; on a phone `behind` replaces `children`.
 */
export function ListFilters({ address, count, show, first, children, behind = children }: ListFiltersProps) {
  const { filtered, resetFilter } = address
  return (
    <FilterBar>
      {first}
      {useIsPhone() ? (
        <FilterButton count={count} filtered={filtered} onReset={resetFilter} show={show}>
          {behind}
        </FilterButton>
      ) : (
        <>
          {children}
          {filtered && <FilterReset onClick={resetFilter} />}
        </>
      )}
    </FilterBar>
  )
}
