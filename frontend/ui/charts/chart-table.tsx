import type { ReactNode } from 'react'
import './chart.css'

interface ChartTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** Returns the attributes that let the keyboard scroll the table. */
const scrolledByKeyboard = (name: string) => ({ role: 'group', tabIndex: 0, 'aria-label': name }) as const

/** Shows the figures of a chart as a table; the first cell of each row is its heading. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <div className="pv-chart-table" {...scrolledByKeyboard(`Tabel: ${caption}`)}>
      <table aria-label={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
