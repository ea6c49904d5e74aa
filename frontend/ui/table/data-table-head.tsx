import { ArrowDown, ArrowUp } from 'lucide-react'
import './data-table.css'
import '../layout/layout.css'
import '../layout/text.css'
import '../fields/field.css'
import { classNames } from '../class-names.ts'
import { stepAlong } from '../keys.ts'
import type { Column } from './data-table-types.ts'
import type { RowModel } from './use-row-model.ts'

interface TableHeadProps<Row extends object> {
  readonly columns: readonly Column<Row>[]
  readonly model: RowModel<Row>
  readonly hasSelection: boolean
}

/**
 * Shows the column titles of a table, which stay in view; a sortable title is a button. The titles are one Tab stop; ←
 * and → move along them.
 */
export function TableHead<Row extends object>({ columns, model, hasSelection }: TableHeadProps<Row>) {
  const canSelect = hasSelection && model.selection.canSelectAny
  const entry = canSelect ? undefined : columns.find(canSort)?.id
  return (
    <thead>
      <tr onKeyDown={stepAlong}>
        {hasSelection && (
          <td className="pv-cell-select">
            <label className="pv-select-box pv-middle">
              <input
                ref={(box) => {
                  if (box) box.indeterminate = model.selection.extent === 'some'
                }}
                type="checkbox"
                className="pv-checkbox"
                aria-label="Selecteer alle rijen"
                checked={model.selection.extent === 'all'}
                disabled={!model.selection.canSelectAny}
                onChange={(event) => model.selection.setAll(event.target.checked)}
              />
            </label>
          </td>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} model={model} isEntry={column.id === entry} />
        ))}
      </tr>
    </thead>
  )
}

const canSort = <Row,>({ sortBy, sortable }: Column<Row>): boolean => sortBy !== undefined || sortable === true

interface HeadCellProps<Row extends object> extends Pick<TableHeadProps<Row>, 'model'> {
  readonly column: Column<Row>
  readonly isEntry: boolean
}

function HeadCell<Row extends object>({ column, model, isEntry }: HeadCellProps<Row>) {
  const { id, header, width, align } = column
  const order = model.sort?.id === id ? (model.sort.desc ? 'descending' : 'ascending') : undefined
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={canSort(column) ? (order ?? 'none') : undefined}
      className={align === 'end' ? 'pv-cell-end pv-end pv-tabular' : undefined}
      style={width === undefined ? undefined : { width }}
    >
      {!canSort(column) ? (
        <span className={column.headerHidden ? 'pv-hidden' : undefined}>{header}</span>
      ) : (
        <button
          type="button"
          className="pv-sort pv-weight-medium"
          tabIndex={isEntry ? 0 : -1}
          onClick={() => model.toggleSort(id)}
        >
          {header}
          <Arrow
            aria-hidden="true"
            size={13}
            className={classNames('pv-rigid pv-sort-arrow', order !== undefined && 'pv-sort-on')}
          />
        </button>
      )}
    </th>
  )
}
