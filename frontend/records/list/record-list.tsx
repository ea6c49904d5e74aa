import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { capitaliseFirst } from '../../../shared/values/capitalise.ts'
import { formatNumber } from '../../lib/format.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import type { DataTableProps } from '../../ui/table/data-table-types.ts'
import { sortOf, sortTextOf } from '../../ui/table/sort-text.ts'
import type { ListAddress } from './list-address.ts'
import { useSavedMark } from './saved.ts'
import { useScrollMemory } from './scroll-memory.ts'

interface ListedRecord {
  readonly id: string | number
}

type TableProp =
  | 'list'
  | 'columns'
  | 'card'
  | 'cardActions'
  | 'headingOf'
  | 'headingEnd'
  | 'note'
  | 'isAlarming'
  | 'opened'
  | 'onOpen'
  | 'bulk'
  | 'bulkCount'
  | 'selectable'
  | 'empty'
  | 'summary'
  | 'moreText'
  | 'notFound'

interface RecordListProps<Row extends ListedRecord> extends Pick<DataTableProps<Row>, TableProp> {
  /** Noun for the rows: `{ one: 'afspraak', many: 'afspraken' }`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** Name of the list, where it is not the plural of the noun. */
  readonly label?: string
  /** Total number of rows, loaded or not; undefined where unknown. */
  readonly total?: number | undefined
  /** Text shown instead of the usual number of rows: `8 van 10 sales` instead of `8 sales`. */
  readonly counted?: string | undefined
  /** Address state from `useListAddress`; without it the list has no filters and stores its sort order itself. */
  readonly address?: Pick<ListAddress<object>, 'filtered' | 'resetFilter' | 'sort' | 'setSort'>
}

/**
 * Shows the records of a list as a `DataTable`, with filters and sort order from the address. Adds a count, restores
 * the scroll position on return, and marks the record that was just saved. `?kies=alles` begins with all rows selected.
 */
export function RecordList<Row extends ListedRecord>(props: RecordListProps<Row>) {
  const { noun, label = capitaliseFirst(props.noun.many), total, counted, address, ...table } = props
  const { data, hasNextPage, earlier } = table.list
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const ids = useMemo(() => (data ?? []).map(({ id }) => String(id)), [data])
  const marked = useSavedMark(ids)
  const [params] = useSearchParams()
  useScrollMemory(scroller, label, ids.length > 0)
  return (
    <DataTable
      {...table}
      label={label}
      rowId={rowId}
      count={({ length }) => {
        if (counted !== undefined) return counted
        const shown = earlier?.hasMore === true ? (total ?? length) : length
        const all = hasNextPage === true ? total : shown
        const count = all ?? length
        return `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}${all === undefined ? ' geladen' : ''}`
      }}
      marked={marked}
      selectsAll={params.get('kies') === 'alles' && data !== undefined}
      onScroller={setScroller}
      {...(address && {
        sort: sortOf(address.sort),
        onSortChange: (sort) => address.setSort(sortTextOf(sort)),
        filtered: address.filtered,
        onReset: address.resetFilter,
      })}
    />
  )
}

const rowId = ({ id }: ListedRecord): string => String(id)
