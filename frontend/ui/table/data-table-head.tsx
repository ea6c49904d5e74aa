import { ArrowDown, ArrowUp } from 'lucide-react'
import './data-table.css'
import '../fields/field.css'
import type { Column } from './data-table-types.ts'
import type { RowModel } from './use-row-model.ts'

interface TableHeadProps<Row extends object> {
  readonly columns: readonly Column<Row>[]
  readonly model: RowModel<Row>
  readonly hasSelection: boolean
}

/** Shows the column titles of a table, which stay in view; a sortable title is a button. */
export function TableHead<Row extends object>({ columns, model, hasSelection }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {hasSelection && (
          <td className="pv-cell-select">
            <label className="pv-select-box">
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
          <HeadCell key={column.id} column={column} model={model} />
        ))}
      </tr>
    </thead>
  )
}

function HeadCell<Row extends object>({ column, model }: { column: Column<Row>; model: RowModel<Row> }) {
  const { id, header, width, align, sortBy, sortable } = column
  const canSort = sortBy !== undefined || sortable === true
  const order = model.sort?.id === id ? (model.sort.desc ? 'descending' : 'ascending') : undefined
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={canSort ? (order ?? 'none') : undefined}
      className={align === 'end' ? 'pv-cell-end' : undefined}
      style={width === undefined ? undefined : { width }}
    >
      {!canSort ? (
        <span className={column.headerHidden ? 'pv-hidden' : undefined}>{header}</span>
      ) : (
        <button type="button" className="pv-sort" onClick={() => model.toggleSort(id)}>
          {header}
          <Arrow aria-hidden="true" className={order === undefined ? 'pv-sort-arrow' : 'pv-sort-arrow pv-sort-on'} />
        </button>
      )}
    </th>
  )
}
