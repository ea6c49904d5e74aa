import { useMemo, useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { DataTableProps } from '../ui/data-table-types.ts'
import { sortOf, sortText } from '../ui/sort-text.ts'
import type { ListAddress } from './list-address.ts'
import { useSavedMark } from './saved.ts'
import { useScrollMemory } from './scroll-memory.ts'

interface ListedRecord {
  readonly id: string | number
}

type Handed =
  | 'list'
  | 'columns'
  | 'label'
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

interface RecordListProps<Row extends ListedRecord> extends Pick<DataTableProps<Row>, Handed> {
  /** What the rows are called: `{ one: 'afspraak', many: 'afspraken' }`. */
  readonly noun: { readonly one: string; readonly many: string }
  /** How many rows the list has, those that are not loaded yet included; undefined where that is not known. */
  readonly total?: number | undefined
  /** Text for the number of rows, if the list has words of its own. */
  readonly counted?: string | undefined
  /** From `useListAddress`; without one the list has no filters and keeps its order itself. */
  readonly address?: Pick<ListAddress<object>, 'filtered' | 'resetFilter' | 'sort' | 'setSort'>
}

/**
 * The list of any domain: `DataTable` with its five states, selection and loading on scroll, the order and the way out of
 * filters from the address, how many rows there are, the place one had when one comes back, and a mark on the row that
 * was just saved.
 */
export function RecordList<Row extends ListedRecord>(props: RecordListProps<Row>) {
  const { noun, total, counted, address, ...table } = props
  const { data, hasNextPage } = table.list
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const ids = useMemo(() => (data ?? []).map(({ id }) => String(id)), [data])
  const marked = useSavedMark(ids)
  useScrollMemory(scroller, table.label, ids.length > 0)
  return (
    <DataTable
      {...table}
      rowId={rowId}
      count={({ length }) => {
        if (counted !== undefined) return counted
        const all = hasNextPage === true ? total : length
        const count = all ?? length
        return `${formatNumber(count)} ${count === 1 ? noun.one : noun.many}${all === undefined ? ' geladen' : ''}`
      }}
      marked={marked}
      onScroller={setScroller}
      {...(address && {
        sort: sortOf(address.sort),
        onSortChange: (sort) => address.setSort(sortText(sort)),
        filtered: address.filtered,
        onReset: address.resetFilter,
      })}
    />
  )
}

const rowId = ({ id }: ListedRecord): string => String(id)
