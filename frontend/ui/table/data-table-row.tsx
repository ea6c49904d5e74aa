import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import './data-table.css'
import '../layout/layout.css'
import '../layout/text.css'
import '../fields/field.css'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../messages/skeleton.tsx'
import type { Column } from './data-table-types.ts'
import type { TableRow } from './use-row-model.ts'

interface DataTableRowProps<Row extends object> {
  readonly index: number
  /** Index of the row, headings not counted. */
  readonly place: number
  readonly row: TableRow<Row>
  readonly columns: readonly Column<Row>[]
  readonly marked: boolean
  readonly opened: boolean
  readonly alarming: boolean
  readonly selected: boolean
  /** Handler of a selection; absent where rows cannot be selected. */
  readonly onSelect: SelectRow | undefined
  readonly canSelect: boolean
  readonly isEntry: boolean
  readonly onOpen: ((row: Row) => void) | undefined
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** Shows one row of a table; memoised, so it renders again only when the row changes. */
export const DataTableRow = memo(Row) as typeof Row

function Row<Data extends object>(props: DataTableRowProps<Data>) {
  const { index, place, row, columns, marked, opened, alarming, selected, onSelect, canSelect } = props
  const { isEntry, onOpen, measure } = props
  return (
    <tr
      ref={measure}
      data-index={index}
      data-row={row.id}
      aria-rowindex={place + 2}
      aria-selected={onSelect && selected}
      aria-current={opened || undefined}
      tabIndex={onOpen === undefined ? undefined : isEntry ? 0 : -1}
      className={classNames(
        'pv-row',
        onOpen && 'pv-row-open',
        selected && 'pv-row-selected',
        (marked || opened) && 'pv-row-marked',
        alarming && 'pv-row-alarming',
      )}
      onClick={onOpen && ((event) => !isControl(event) && onOpen(row.original))}
      onKeyDown={onOpen && ((event) => isEnter(event) && onOpen(row.original))}
    >
      {onSelect && (
        <td className="pv-cell-select">
          <SelectBox id={row.id} selected={selected} disabled={!canSelect} onSelect={onSelect} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={
            column.align === 'end' ? 'pv-cell-end pv-end pv-tabular' : column.numeric ? 'pv-tabular' : undefined
          }
        >
          {column.cell(row.original)}
        </td>
      ))}
    </tr>
  )
}

export type SelectRow = (id: string, selected: boolean, range: boolean) => void

interface SelectBoxProps {
  readonly id: string
  readonly selected: boolean
  readonly disabled: boolean
  readonly onSelect: SelectRow
}

/**
 * Shows the checkbox that selects a row, or a range of rows with Shift. A plain input, because each checkbox of Amplify
 * would add a listener to the window.
 */
export function SelectBox({ id, selected, disabled, onSelect }: SelectBoxProps) {
  return (
    <label className="pv-select-box pv-middle">
      <input
        type="checkbox"
        className="pv-checkbox"
        aria-label="Selecteer rij"
        checked={selected}
        disabled={disabled}
        onChange={(event) => onSelect(id, event.target.checked, isShift(event.nativeEvent))}
      />
    </label>
  )
}

const isShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true

/** Tells whether a click belongs to a control within the row, or ended a text selection. */
function isControl(event: MouseEvent): boolean {
  const target = event.target instanceof Element ? event.target : null
  const control = target?.closest('button, a, input, select, textarea, label, [role="menuitem"]')
  const within = control && control !== event.currentTarget && event.currentTarget.contains(control)
  // Events of a portal bubble through React to the row although its element lies elsewhere.
  const elsewhere = target !== null && !event.currentTarget.contains(target)
  return Boolean(within) || elsewhere || (window.getSelection()?.isCollapsed === false && event.detail > 0)
}

function isEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return false
  event.preventDefault()
  return true
}

const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** Shows placeholder rows, in the final column widths, while the list is loading. */
export function TableSkeleton<Row>(props: {
  readonly columns: readonly Column<Row>[]
  readonly hasSelection: boolean
}) {
  const widths = ['70%', '55%', '82%', '46%', '64%']
  return (
    <tbody aria-hidden="true">
      {PLACES.map((line) => (
        <tr key={line} className="pv-row">
          {props.hasSelection && <td className="pv-cell-select" />}
          {props.columns.map((column, place) => (
            <td key={column.id} className={column.align === 'end' ? 'pv-cell-end pv-end pv-tabular' : undefined}>
              {!column.headerHidden && <Skeleton width={widths[(line + place) % widths.length] ?? '60%'} />}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
