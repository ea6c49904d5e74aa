import { type Figures, withdrawalShareOf } from '../../../shared/api/reports.ts'
import { formatHours, formatMoney, formatNumber, formatPercent } from '../../lib/format.ts'
import type { Column, Order } from './address.ts'
import { conversionOf, marginShareOf } from './figures.ts'
import { NONE } from './record-filters.ts'

interface ShownColumn {
  readonly label: string
  readonly value: (figures: Figures) => number | null
  readonly format: (value: number | null) => string
}

/** Heading, value and format of each column of the report table. */
export const shownColumns: Record<Column, ShownColumn> = {
  appointments: { label: 'Afspraken', value: ({ appointments }) => appointments, format: formatNumber },
  sales: { label: 'Sales', value: ({ sales }) => sales, format: formatNumber },
  conversion: { label: 'Conversie', value: conversionOf, format: formatPercent },
  withdrawn: { label: 'Herroepen', value: withdrawalShareOf, format: formatPercent },
  revenue: { label: 'Omzet', value: ({ revenue }) => revenue, format: formatMoney },
  lateRevenue: { label: 'Herroepen na sluiten', value: ({ lateRevenue }) => lateRevenue, format: formatMoney },
  commissions: { label: 'Commissies', value: ({ commissions }) => commissions, format: formatMoney },
  hours: { label: 'Uren', value: ({ hours }) => hours, format: formatHours },
  hourCosts: { label: 'Kosten uren', value: ({ hourCosts }) => hourCosts, format: formatMoney },
  fixedCosts: { label: 'Vaste kosten', value: ({ fixedCosts }) => fixedCosts, format: formatMoney },
  margin: { label: 'Marge', value: ({ margin }) => margin, format: formatMoney },
  share: { label: 'Marge %', value: marginShareOf, format: formatPercent },
}

interface SortableRow {
  readonly key: string
  readonly label: string
  readonly figures: Figures
}

/**
 * Returns report rows sorted by a column or by name; with `byKey` by key instead of name, as for months. Rows without a
 * value come last, then the row `NONE`.
 */
export function sortReportRows<Row extends SortableRow>(rows: readonly Row[], order: Order, byKey: boolean): Row[] {
  const named = inOrder(
    rows.filter(({ key }) => key !== NONE),
    order,
    byKey,
  )
  return [...named, ...rows.filter(({ key }) => key === NONE)]
}

function inOrder<Row extends SortableRow>(rows: readonly Row[], order: Order, byKey: boolean): Row[] {
  const name = order.replace('-', '') as Column | 'label'
  const sign = order.startsWith('-') ? -1 : 1
  if (name === 'label') {
    const textOf = ({ key, label }: Row) => (byKey ? key : label)
    return rows.toSorted((one, other) => sign * textOf(one).localeCompare(textOf(other), 'nl'))
  }
  const { value } = shownColumns[name]
  return rows.toSorted((one, other) => {
    const [mine, theirs] = [value(one.figures), value(other.figures)]
    if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null)
    return sign * (mine - theirs)
  })
}
