import type { ReactNode } from 'react'
import { makeScrollable } from '../make-scrollable.ts'
import { PlainTable } from '../table/plain-table.tsx'
import './chart.css'
import '../layout/layout.css'
import '../layout/text.css'

interface ChartTableProps {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** Shows the figures of a chart as a table; the first cell of each row is its heading. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <div className="pv-chart-table pv-scroller" {...makeScrollable(`Tabel: ${caption}`)}>
      <PlainTable amounts={2} className="pv-tabular" aria-label={caption}>
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
      </PlainTable>
    </div>
  )
}
