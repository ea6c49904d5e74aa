import { formatNumber, formatPercent } from '../../lib/format.ts'
import { BarList } from '../../ui/bar-list.tsx'
import { ChartTable } from '../../ui/chart-table.tsx'
import type { Performed } from './api.ts'
import { ToList } from './to-list.tsx'

/** How many the chart shows; the table has them all. */
const SHOWN = 6

interface ConversionProps {
  /** Most sales first. */
  readonly rows: readonly Performed[]
}

/** `34,2%` of the appointments became a sale; a dash without appointments. */
const conversionOf = ({ appointments, sales }: Performed): string =>
  formatPercent(appointments === 0 ? null : sales / appointments)

interface ConversionBarsProps extends ConversionProps {
  /** The list of somebody's appointments. */
  readonly behind: (id: string) => string | undefined
}

/** Who turns appointments into sales: a bar from nought to all. The words beside each bar say the same. */
export function ConversionBars({ rows, behind }: ConversionBarsProps) {
  return (
    <BarList
      label="Conversie van afspraak naar sale"
      whole={1}
      rows={rows.slice(0, SHOWN).map((row) => ({
        key: row.id,
        label: (
          <ToList
            className="conversion-name"
            to={behind(row.id)}
            tip={`${row.name}: ${formatNumber(row.sales)} van ${formatNumber(row.appointments)} afspraken werd een sale`}
          >
            {row.name}
          </ToList>
        ),
        value: row.appointments === 0 ? 0 : row.sales / row.appointments,
        strong: true,
        text: conversionOf(row),
        note: `${formatNumber(row.sales)} van ${formatNumber(row.appointments)}`,
      }))}
    />
  )
}

/** The same in figures, for everybody. */
export const ConversionTable = ({ rows, column }: ConversionProps & { readonly column: string }) => (
  <ChartTable
    caption={`Conversie per ${column.toLowerCase()}`}
    columns={[column, 'Afspraken', 'Sales', 'Conversie']}
    rows={rows.map((row) => ({
      key: row.id,
      cells: [row.name, formatNumber(row.appointments), formatNumber(row.sales), conversionOf(row)],
    }))}
  />
)
