import type { ReactNode } from 'react'
import type { EmptyStateProps } from '../messages/empty-state.tsx'

/** State of a query that a list needs; a result of TanStack Query fits. */
export interface ListState<Row> {
  readonly data?: readonly Row[] | undefined
  readonly isPending: boolean
  readonly isError: boolean
  readonly error?: unknown
  readonly refetch: () => unknown
  readonly hasNextPage?: boolean
  readonly fetchNextPage?: () => unknown
  readonly isFetchingNextPage?: boolean
  /** Set during any fetch, also when rows are already shown. */
  readonly isFetching?: boolean
  /** Rows before the first, for a list that does not open at its beginning. */
  readonly earlier?: EarlierRows | undefined
}

/** Rows before the first one of a list, which a button loads. */
export interface EarlierRows {
  /** Text of the button that loads the rows: `Eerdere afspraken tonen`. */
  readonly text: string
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetch: () => unknown
}

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Hides the title but lets a screen reader read it, for a column of buttons. */
  readonly headerHidden?: boolean
  /** Width in pixels; columns without one share the rest. Fixed, so that widths do not jump. */
  readonly width?: number
  /** Minimum width in pixels of a column without a width; columns are hidden before it gets narrower. */
  readonly least?: number
  /** Order in which columns are hidden when the table is too narrow, lowest first. A column without a number stays. */
  readonly dropOrder?: number
  /** Alignment; `end` is for amounts. */
  readonly align?: 'start' | 'end'
  /** Aligns digits under one another, for times and counts. */
  readonly numeric?: boolean
  readonly cell: (row: Row) => ReactNode
  /** Value by which the column sorts; missing values come last. */
  readonly sortBy?: (row: Row) => string | number | null | undefined
  /**
   * Set when the caller sorts. A click on the title then calls `onSortChange`; rows are shown in the order of `list`.
   */
  readonly sortable?: true
}

export interface Sort {
  readonly id: string
  readonly desc: boolean
}

export interface DataTableProps<Row> {
  readonly list: ListState<Row>
  /** Columns; keep the array outside the component or memoised, since a new array renders every row again. */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** Name of the table for a screen reader. */
  readonly label: string
  /**
   * Draws the row as a card, on a screen below 768 px; see `CardRow`. Takes only text and icons, since with `onOpen`
   * the card is a button.
   */
  readonly card: (row: Row) => ReactNode
  /** Buttons beside the card. */
  readonly cardActions?: (row: Row) => ReactNode
  /** Called on a click or Enter on a row. */
  readonly onOpen?: (row: Row) => void
  /** Notice about the rows below, such as that they could not be sorted. */
  readonly note?: string | null
  /** Returns the heading over a row, such as its day. Drawn where the heading differs from that of the row before. */
  readonly headingOf?: ((row: Row) => string) | undefined
  /** Draws the end of a heading, such as the sum of the rows below it; receives the first of these rows. */
  readonly headingEnd?: ((row: Row) => ReactNode) | undefined
  /** Tells whether a row stands out because it is wrong or urgent. */
  readonly isAlarming?: ((row: Row) => boolean) | undefined
  /** Id of a row to scroll to and mark, such as one that was just saved. */
  readonly marked?: string | null
  /** Id of the row shown beside the list. */
  readonly opened?: string | null | undefined
  /** Receives the element that scrolls; must be the same function at every render. */
  readonly onScroller?: (element: HTMLElement | null) => void
  readonly empty: EmptyStateProps
  /** Title when filters leave no rows; by default that of `empty`. */
  readonly notFound?: string
  /** Set when filters are on: an empty result then offers to clear them. */
  readonly filtered?: boolean
  readonly onReset?: () => void
  /** Sort order, where the address stores it; otherwise the table stores it. */
  readonly sort?: Sort | null
  readonly onSortChange?: (sort: Sort | null) => void
  /** Returns the number of records in a selection, for a list in which one row may stand for several records. */
  /** Set when the list begins with all its rows selected; set once these are loaded. */
  readonly selectsAll?: boolean
  readonly bulkCount?: (selected: readonly Row[]) => number
  /** Makes rows selectable; draws the `BulkAction` buttons of the bar that floats over the list. */
  readonly bulk?: (selected: readonly Row[], clear: () => void) => ReactNode
  readonly selectable?: (row: Row) => boolean
  /** Left side of the footer, such as `500 afspraken`. */
  readonly count?: (rows: readonly Row[]) => ReactNode
  /** Right side of the footer, such as a total. */
  readonly summary?: (rows: readonly Row[]) => ReactNode
  /**
   * Text of the button for the next page, by default `Meer laden`. Scrolling loads that page too, so the button is
   * visible only on keyboard focus, while the page loads, and after a failure.
   */
  readonly moreText?: string
}

/** Function that draws the line at `index` of a list; with `isEntry` the Tab key reaches the line. */
export type DrawRow = (index: number, isEntry: boolean, measure?: (element: HTMLElement | null) => void) => ReactNode
