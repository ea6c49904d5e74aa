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
  /** Filters that are behind the button on a wide screen too, and how many of them are on. */
  readonly rest?: { readonly count: number; readonly fields: ReactNode }
  /** Filters behind the button of a phone, where they differ from `children` and `rest`. */
  readonly behind?: ReactNode
}

/**
 * Shows the filters of a list side by side, with `rest` behind a button; on a phone all but `first` are behind it.
 * `count` is the number of hidden filters that are on there; on a phone `behind` replaces `children` and `rest`.
 */
export function ListFilters({ address, count, show, first, children, rest, behind }: ListFiltersProps) {
  const { filtered, resetFilter } = address
  const button = { filtered, onReset: resetFilter, show }
  return (
    <FilterBar>
      {first}
      {useIsPhone() ? (
        <FilterButton {...button} count={count}>
          {behind ?? (
            <>
              {children}
              {rest?.fields}
            </>
          )}
        </FilterButton>
      ) : (
        <>
          {children}
          {rest && (
            <FilterButton {...button} count={rest.count}>
              {rest.fields}
            </FilterButton>
          )}
          {filtered && <FilterReset onClick={resetFilter} />}
        </>
      )}
    </FilterBar>
  )
}
