import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { BulkBar } from './bulk-bar.tsx'
import './data-table.css'
import './plain-table.css'
import '../layout/text.css'
import { EmptyState } from '../messages/empty-state.tsx'
import { ErrorState } from '../messages/error-state.tsx'
import { useIsPhone } from '../use-media.ts'
import { CardItem, CardSkeleton } from './data-table-card.tsx'
import { EarlierButton } from './data-table-earlier.tsx'
import { TableFooter } from './data-table-footer.tsx'
import { TableHead } from './data-table-head.tsx'
import { addHeadings, CardHeading, type ListItem, RowHeading } from './data-table-heading.tsx'
import { MoreOnScroll } from './data-table-more.tsx'
import { DataTableRow, TableSkeleton } from './data-table-row.tsx'
import type { DataTableProps, DrawRow, ListState } from './data-table-types.ts'
import { Rows } from './rows.tsx'
import { type RowModel, useRowModel } from './use-row-model.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useScrollToRow } from './use-scroll-to-row.ts'
import { leastWidthOf, useShownColumns } from './use-shown-columns.ts'

/**
 * Shows a list in one of five states: loading, empty, empty by filters, error and filled (design.md rule 3). It is a
 * table that scrolls within its height, and below 768 px a list of cards.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const state = stateOf(props.list)
  const model = useRowModel(props)
  const isPhone = useIsPhone()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { onScroller } = props
  const attach = useCallback(
    (element: HTMLElement | null) => {
      setScroller(element)
      onScroller?.(element)
    },
    [onScroller],
  )
  const items = useMemo(() => addHeadings(model.rows, props.headingOf), [model.rows, props.headingOf])
  useScrollAnchor(scroller, model.rows)
  useScrollToRow(
    scroller,
    items.findIndex(({ row }) => row?.id === props.marked),
  )
  useScrollToRow(
    scroller,
    // A heading has no `row`. Without this check, it would count as opened while no record is open.
    items.findIndex(({ row }) => row !== undefined && row.id === props.opened),
  )

  if (state === 'error') return <ErrorState error={props.list.error} onRetry={props.list.refetch} />
  if (state === 'empty') return <Nothing {...props} />
  const rows = props.list.data ?? []
  return (
    <div className="pv-list" aria-busy={state === 'loading'}>
      {props.note && (
        <p className="pv-list-note pv-text-13 pv-color-warn" role="alert">
          {props.note}
        </p>
      )}
      <div
        ref={attach}
        className={classNames('pv-list-scroller', model.selection.rows.length > 0 && 'pv-list-selecting')}
        {...(props.onOpen ? {} : scrolledByKeyboard)}
      >
        {state === 'filled' && <EarlierButton rows={props.list.earlier} />}
        {isPhone ? (
          <Cards {...props} model={model} items={items} scroller={scroller} loading={state === 'loading'} />
        ) : (
          <Table {...props} model={model} items={items} scroller={scroller} loading={state === 'loading'} />
        )}
        <MoreOnScroll list={props.list} scroller={scroller} />
      </div>
      {props.bulk !== undefined && model.selection.rows.length > 0 && (
        <BulkBar
          count={props.bulkCount?.(model.selection.rows) ?? model.selection.rows.length}
          onClear={model.selection.clear}
        >
          {props.bulk(model.selection.rows, model.selection.clear)}
        </BulkBar>
      )}
      <TableFooter
        list={props.list}
        count={props.count?.(rows)}
        summary={props.summary?.(rows)}
        moreText={props.moreText}
      />
    </div>
  )
}

/** Width in pixels of the column of checkboxes. */
const SELECT_WIDTH = 44

/** Attributes that let the keyboard scroll a list whose rows cannot be focused. */
const scrolledByKeyboard = { role: 'group', tabIndex: 0 } as const

interface BodyProps<Row extends object> extends DataTableProps<Row> {
  readonly model: RowModel<Row>
  readonly items: readonly ListItem<Row>[]
  readonly scroller: HTMLElement | null
  readonly loading: boolean
}

function Table<Row extends object>(props: BodyProps<Row>) {
  const { model, items, scroller, loading, bulk } = props
  const selectWidth = bulk === undefined ? 0 : SELECT_WIDTH
  const columns = useShownColumns(props.columns, scroller, selectWidth)
  const open = useStable(props.onOpen)
  const draw: DrawRow = (index, isEntry, measure) => {
    const { row, place, heading, under } = items[index] ?? {}
    if (heading !== undefined) {
      const span = columns.length + (bulk === undefined ? 0 : 1)
      const end = under && props.headingEnd?.(under)
      return (
        <RowHeading key={`heading-${index}`} index={index} span={span} text={heading} end={end} measure={measure} />
      )
    }
    return (
      row && (
        <DataTableRow
          key={row.id}
          index={index}
          place={place ?? index}
          row={row}
          columns={columns}
          marked={row.id === props.marked}
          opened={row.id === props.opened}
          alarming={props.isAlarming?.(row.original) ?? false}
          selected={model.selection.has(row.id)}
          onSelect={bulk && model.selection.set}
          canSelect={model.canSelect(row.original)}
          isEntry={isEntry}
          onOpen={open}
          measure={measure}
        />
      )
    )
  }
  return (
    <table
      className="pv-table"
      aria-label={props.label}
      aria-rowcount={loading ? undefined : model.rows.length + 1}
      style={{ minWidth: leastWidthOf(columns) + selectWidth }}
    >
      <TableHead columns={columns} model={model} hasSelection={bulk !== undefined} />
      {loading ? (
        <TableSkeleton columns={columns} hasSelection={bulk !== undefined} />
      ) : (
        <Rows kind="rows" items={items} scroller={scroller} draw={draw} hasKeys={open !== undefined && !props.opened} />
      )}
    </table>
  )
}

function Cards<Row extends object>(props: BodyProps<Row>) {
  const { card, model, items, scroller, loading, bulk, label } = props
  const open = useStable(props.onOpen)
  if (loading) return <CardSkeleton label={label} />
  const draw: DrawRow = (index, _isEntry, measure) => {
    const { row, heading, under } = items[index] ?? {}
    if (heading !== undefined) {
      const end = under && props.headingEnd?.(under)
      return <CardHeading key={`heading-${index}`} index={index} text={heading} end={end} measure={measure} />
    }
    return (
      row && (
        <CardItem
          key={row.id}
          index={index}
          row={row}
          card={card}
          actions={props.cardActions}
          marked={row.id === props.marked}
          alarming={props.isAlarming?.(row.original) ?? false}
          selected={model.selection.has(row.id)}
          onSelect={bulk && model.selection.set}
          canSelect={model.canSelect(row.original)}
          onOpen={open}
          measure={measure}
        />
      )
    )
  }
  return <Rows kind="cards" label={label} items={items} scroller={scroller} draw={draw} />
}

function Nothing<Row>({ empty, notFound, filtered, onReset }: DataTableProps<Row>): ReactNode {
  if (!filtered) return <EmptyState {...empty} />
  return (
    <EmptyState
      title={notFound ?? empty.title}
      text="Niets gevonden met deze filters."
      action={onReset && <Button onClick={onReset}>Filters wissen</Button>}
    />
  )
}

function stateOf(list: ListState<object>): 'loading' | 'error' | 'empty' | 'filled' {
  if (list.data !== undefined) return list.data.length === 0 ? 'empty' : 'filled'
  return list.isError ? 'error' : 'loading'
}

/** Returns a handler that never changes, so that rows need not render again when the caller passes a new one. */
function useStable<Row>(handler: ((row: Row) => void) | undefined): ((row: Row) => void) | undefined {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  const stable = useCallback((row: Row) => latest.current?.(row), [])
  return handler && stable
}
