import {
  type ColumnDef,
  createSortedRowModel,
  type Row,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Column, DataTableProps, Sort } from './data-table-types.ts'
import { type Selection, useSelection } from './use-selection.ts'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

export type TableRow<Data extends object> = Row<typeof features, Data>

export interface RowModel<Data extends object> {
  /** Rows in the order shown. */
  readonly rows: readonly TableRow<Data>[]
  readonly selection: Selection<Data>
  readonly canSelect: (row: Data) => boolean
  readonly sort: Sort | null
  /** Cycles a column: ascending, descending, original order. */
  readonly toggleSort: (columnId: string) => void
}

const nothing: readonly never[] = []
const collator = new Intl.Collator('nl', { numeric: true, sensitivity: 'base' })

/**
 * Returns the sorted rows of a list with their selection. TanStack Table sorts; its own selection would add 4 kB to the
 * first screen.
 */
export function useRowModel<Data extends object>(props: DataTableProps<Data>): RowModel<Data> {
  const { list, columns, rowId, bulk, selectable } = props
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const sort = props.sort === undefined ? ownSort : props.sort
  const setSort = props.onSortChange ?? setOwnSort
  const delivered = columns.some(({ id, sortable }) => sortable && id === sort?.id)
  const sorting = useMemo<SortingState>(() => (sort && !delivered ? [{ ...sort }] : []), [sort, delivered])
  const definitions = useMemo(() => columns.map((column) => definition(column)), [columns])

  const table = useTable({
    features,
    data: (list.data ?? nothing) as readonly Data[],
    columns: definitions,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: (update: Updater<SortingState>) => {
      const [next] = typeof update === 'function' ? update(sorting) : update
      setSort(next ?? null)
    },
    enableMultiSort: false,
  })

  const { rows } = table.getRowModel()
  const canSelect = (row: Data) => bulk !== undefined && (selectable?.(row) ?? true)
  return {
    rows,
    selection: useSelection(rows, canSelect, props.selectsAll ?? false),
    canSelect,
    sort,
    toggleSort: (columnId) => {
      if (columns.some(({ id, sortable }) => sortable && id === columnId)) setSort(nextSort(sort, columnId))
      else table.getColumn(columnId)?.toggleSorting()
    },
  }
}

function nextSort(sort: Sort | null, id: string): Sort | null {
  if (sort?.id !== id) return { id, desc: false }
  return sort.desc ? null : { id, desc: true }
}

function definition<Data extends object>(column: Column<Data>): ColumnDef<typeof features, Data> {
  const { id, header, sortBy } = column
  if (sortBy === undefined) return { id, header, enableSorting: false }
  return {
    id,
    header,
    accessorFn: (row) => sortBy(row) ?? undefined,
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b, columnId) => compare(a.getValue(columnId), b.getValue(columnId)),
  }
}

/** Compares numbers by size and texts by Dutch alphabetical order. */
function compare(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
