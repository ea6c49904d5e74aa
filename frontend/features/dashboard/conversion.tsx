import { formatNumber } from '../../lib/format.ts'
import type { Performed } from './api.ts'
import { ToList } from './to-list.tsx'

/** How many the chart shows; the table has them all. */
const SHOWN = 6

const share = new Intl.NumberFormat('nl-NL', { style: 'percent', maximumFractionDigits: 1 })

interface ConversionProps {
  /** Most sales first. */
  readonly rows: readonly Performed[]
}

/** `34,2%` of the appointments became a sale; a dash without appointments. */
const conversionOf = ({ appointments, sales }: Performed): string =>
  appointments === 0 ? '–' : share.format(sales / appointments)

interface ConversionBarsProps extends ConversionProps {
  /** The list of somebody's appointments. */
  readonly behind: (id: string) => string | undefined
}

/** Who turns appointments into sales: a bar from nought to all. The words beside each bar say the same. */
export function ConversionBars({ rows, behind }: ConversionBarsProps) {
  return (
    <ol className="conversion">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={row.id} className="conversion-row">
          <ToList
            className="conversion-name"
            to={behind(row.id)}
            tip={`${row.name}: ${formatNumber(row.sales)} van ${formatNumber(row.appointments)} afspraken werd een sale`}
          >
            {row.name}
          </ToList>
          <span className="conversion-share">{conversionOf(row)}</span>
          <svg className="conversion-bar" aria-hidden="true">
            <rect className="chart-track" width="100%" height="6" rx="3" />
            <rect className="chart-sales" width={`${widthOf(row)}%`} height="6" rx="3" />
          </svg>
          <span className="conversion-counts">
            {formatNumber(row.sales)} van {formatNumber(row.appointments)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Percent of the track; sales can outnumber the appointments of a period. */
const widthOf = ({ appointments, sales }: Performed): number =>
  appointments === 0 ? 0 : Math.min(100, Math.round((sales / appointments) * 100))

/** The same in figures, for everybody. */
export function ConversionTable({ rows, column }: ConversionProps & { readonly column: string }) {
  return (
    <div className="chart-table">
      <table aria-label={`Conversie per ${column.toLowerCase()}`}>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">Afspraken</th>
            <th scope="col">Sales</th>
            <th scope="col">Conversie</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{formatNumber(row.appointments)}</td>
              <td>{formatNumber(row.sales)}</td>
              <td>{conversionOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
