import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { ChartTable } from '../../../ui/charts/chart-table.tsx'
import type { Performed } from '../api.ts'
import { ListLink } from '../list-link.tsx'
import styles from './sales-panel.module.css'

/** Number of rows in the chart; the table has them all. */
const SHOWN = 3

interface ConversionProps {
  /** A row for each agent, caller, team or office, most sales first. */
  readonly rows: readonly Performed[]
}

/** Returns the share of appointments that became a sale, `34,2%`; a dash without appointments. */
const conversionOf = ({ appointments, sales }: Performed): string =>
  formatPercent(appointments === 0 ? null : sales / appointments)

interface ConversionBarsProps extends ConversionProps {
  /** Returns the page address of the appointments of a row. */
  readonly linkTo: (id: string) => string | undefined
}

/**
 * Shows for each agent, caller, team or office a bar from 0 to 100 %: the share of appointments that became a sale.
 * Shows three bars at most.
 */
export function ConversionBars({ rows, linkTo }: ConversionBarsProps) {
  return (
    <BarList
      label="Conversie van afspraak naar sale"
      whole={1}
      rows={rows.slice(0, SHOWN).map((row) => ({
        key: row.id,
        label: (
          <ListLink
            className={styles.conversionName}
            to={linkTo(row.id)}
            tip={`${row.name}: ${formatNumber(row.sales)} van ${formatNumber(row.appointments)} afspraken werd een sale`}
          >
            {row.name}
          </ListLink>
        ),
        value: row.appointments === 0 ? 0 : row.sales / row.appointments,
        strong: true,
        text: conversionOf(row),
        note: `${formatNumber(row.sales)} van ${formatNumber(row.appointments)}`,
      }))}
    />
  )
}

/** Shows a table with appointments, sales and conversion of each row, such as an agent or a team. */
export const ConversionTable = ({ rows, column }: ConversionProps & { readonly column: string }) => (
  <ChartTable
    caption={`Conversie per ${column.toLowerCase()}`}
    columns={[column, 'Afspraken', 'Afspraken met sale', 'Conversie']}
    rows={rows.map((row) => ({
      key: row.id,
      cells: [row.name, formatNumber(row.appointments), formatNumber(row.sales), conversionOf(row)],
    }))}
  />
)
