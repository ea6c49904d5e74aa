import type { ReactNode } from 'react'
import type { EmptyStateProps } from './empty-state.tsx'

/** What a list needs of a query; a result of TanStack Query fits as it is. */
export interface ListState<Row> {
  readonly data?: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isError: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
  readonly hasNextPage?: boolean
  readonly fetchNextPage?: () => unknown
  readonly isFetchingNextPage?: boolean
  /** True while anything of it is asked for, rows that are there already too. */
  readonly isFetching?: boolean
  /** What lies before the rows, where the list does not begin at its beginning. */
  readonly earlier?: EarlierRows | undefined
}

/** Rows that stand above the others once they are asked for. */
export interface EarlierRows {
  /** What the button that asks for them says: `Eerdere afspraken tonen`. */
  readonly text: string
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetch: () => unknown
}

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Reads the title aloud without showing it, for a column of buttons. */
  readonly headerHidden?: boolean
  /** Pixels; columns without one share what is left. Fixed, so that widths do not jump. */
  readonly width?: number
  /** Pixels that a column without a width keeps: others leave before it has less. */
  readonly least?: number
  /** Where the table is too narrow for all, those with a number leave, 1 first; one without always stays. */
  readonly dropOrder?: number
  /** `end` is for amounts. */
  readonly align?: 'start' | 'end'
  /** Figures of one width under one another, for times and counts. */
  readonly numeric?: boolean
  readonly cell: (row: Row) => ReactNode
  /** Makes the column sortable by this value; what is missing goes last. */
  readonly sortBy?: (row: Row) => string | number | null | undefined
  /** Sortable by whoever delivers the rows: `onSortChange` asks for the order, the rows are shown as they come. */
  readonly sortable?: true
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

export interface DataTableProps<Row> {
  readonly list: ListState<Row>
  /** Keep it outside the component or memoised: a new array draws every row anew. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** What the table holds, for a screen reader. */
  readonly label: string
  /** The row below 768 px, see `CardRow`: texts and signs only, since with `onOpen` the card is a button. */
  readonly card: (row: Row) => ReactNode
  /** Buttons beside the card. */
  readonly cardActions?: (row: Row) => ReactNode
  /** A click or Enter on a row. */
  readonly onOpen?: (row: Row) => void
  /** What must be known of the rows below, such as that they could not be sorted. */
  readonly note?: string | null
  /** The heading over a row, drawn where it differs from that of the row before: the day. */
  readonly headingOf?: ((row: Row) => string) | undefined
  /** What stands at the end of that heading, by the first row under it: their sum. */
  readonly headingEnd?: ((row: Row) => ReactNode) | undefined
  /** A row that stands out: what is wrong or cannot wait. */
  readonly isAlarming?: ((row: Row) => boolean) | undefined
  /** The id of a row to scroll to and mark, as one that was just saved. */
  readonly marked?: string | null
  /** Id of the row shown beside the list. */
  readonly opened?: string | null | undefined
  /** Gets the element that scrolls; the same function always. */
  readonly onScroller?: (element: HTMLElement | null) => void
  readonly empty: EmptyStateProps
  /** Title when filters leave no rows; that of `empty` by default. */
  readonly notFound?: string
  /** Filters are on: an empty result then offers to take them away. */
  readonly filtered?: boolean
  readonly onReset?: () => void
  /** The order, where the address keeps it; otherwise the table keeps it itself. */
  readonly sort?: Sort | null
  readonly onSortChange?: (sort: Sort | null) => void
  /** Makes rows selectable; gives the `BulkAction` buttons of the bar that floats over the list. */
  /** How many a selection stands for, where that is more than the rows it holds. */
  readonly bulkCount?: (selected: readonly Row[]) => number
  readonly bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  readonly selectable?: (row: Row) => boolean
  /** The foot: on the left, such as `500 afspraken`, and on the right, such as a total. */
  readonly count?: (rows: readonly Row[]) => ReactNode
  readonly summary?: (rows: readonly Row[]) => ReactNode
  /** What the button for the next page says, which shows itself to the keyboard: `Meer laden`. */
  readonly moreText?: string
}

/** How one row is drawn, in place `index`, by whichever list draws rows. */
export type DrawRow = (index: number, isEntry: boolean, measure?: (element: HTMLElement | null) => void) => ReactNode
