import { useState } from 'react'
import { providerLabels } from '../../../shared/api/parts/trade.ts'
import type { Report } from '../../../shared/api/reports.ts'
import { formatSalesCount } from '../../domains/sales.ts'
import { formatHours, formatMoney, formatMoneyWhole, formatNumber, formatPercent } from '../../lib/format.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { ChartTable } from '../../ui/charts/chart-table.tsx'
import { MonthChart } from '../../ui/charts/month-chart.tsx'
import { SegmentedControl } from '../../ui/choices/segmented-control.tsx'
import { thisMonth } from '../../ui/dates/calendar-days.ts'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import type { ReportParts } from './address.ts'
import { useAgentRows } from './api.ts'
import { conversionOf, shareOf } from './figures.ts'
import { formatPeriodName } from './words.ts'

interface ChartProps {
  readonly report: Report
}

const sales = { key: 'sales', label: 'Sales', kind: 'line', side: 'right', format: formatNumber } as const

/** Shows a chart of twelve months: the margin as bars, the number of sales as a line. */
export function MarginChart({ report: { months } }: ChartProps) {
  return (
    <MonthChart
      title="Marge en sales per maand"
      points={months.map(({ month, figures: { margin, revenue, sales } }) => ({
        month,
        values: { margin, sales, revenue },
      }))}
      series={[{ key: 'margin', label: 'Marge', kind: 'bar', format: formatMoney }, sales]}
      unfinished={thisMonth()}
      tick={formatMoneyWhole}
      rightLabel="sales"
      height={230}
      more={(_, value) => {
        const share = shareOf(value('margin'), value('revenue'))
        return share !== null && <span>Marge {formatPercent(share)} van de omzet</span>
      }}
    />
  )
}

/** Shows a chart of twelve months: the hours as bars, the number of sales as a line. Shows nothing without hours. */
export function HoursChart({ report: { months } }: ChartProps) {
  if (months.every(({ figures }) => !figures.hours)) return null
  return (
    <MonthChart
      title="Uren en sales per maand"
      points={months.map(({ month, figures: { hours, sales } }) => ({ month, values: { hours, sales } }))}
      series={[{ key: 'hours', label: 'Uren', kind: 'bar', format: formatHours }, sales]}
      unfinished={thisMonth()}
      tick={formatNumber}
      rightLabel="sales"
      height={210}
      more={(_, value) => {
        const each = shareOf(value('hours'), value('sales'))
        return each !== null && <span>{formatHours(Math.round(each * 10) / 10)} uur per sale</span>
      }}
    />
  )
}

/** Shows a chart of the share of each provider in the sales of the period. */
export function ProvidersChart({ report: { providers, from, month } }: ChartProps) {
  const rows = providers.filter((one) => one.sales > 0).toSorted((one, other) => other.sales - one.sales)
  const all = rows.reduce((sum, one) => sum + one.sales, 0)
  const shares = rows.map((one) => ({ ...one, share: formatPercent(one.sales / all) }))
  return (
    <ChartCard
      title="Aandeel per leverancier"
      note={`sales van ${formatPeriodName({ from, month })}`}
      table={
        <ChartTable
          caption="Aandeel per leverancier"
          columns={['Leverancier', 'Sales', 'Aandeel', 'Omzet']}
          rows={shares.map(({ provider, sales, share, revenue }) => ({
            key: provider,
            cells: [providerLabels[provider], formatNumber(sales), share, formatMoney(revenue)],
          }))}
        />
      }
    >
      {all === 0 ? (
        <Text as="p" size={13} color="muted" padBlock={24} text="center">
          Geen sales in deze maand.
        </Text>
      ) : (
        <BarList
          label="Aandeel per leverancier"
          rows={shares.map(({ provider, sales, share, revenue }) => ({
            key: provider,
            label: providerLabels[provider],
            value: sales,
            text: share,
            note: `${formatSalesCount(sales)} · ${formatMoney(revenue)}`,
          }))}
        />
      )}
    </ChartCard>
  )
}

/** Maximum number of agents in the chart; its table shows all. */
const SHOWN = 6

const measures = {
  revenue: { label: 'Omzet', format: formatMoney },
  sales: { label: 'Sales', format: formatNumber },
  margin: { label: 'Marge', format: formatMoney },
} as const
type Measure = keyof typeof measures

/** Shows a chart that compares agents by revenue, sales or margin in the period of the report. */
export function AgentsChart({ report, filter }: ChartProps & { readonly filter: ReportParts }) {
  const [measure, setMeasure] = useState<Measure>('revenue')
  const { data, error, refetch } = useAgentRows(filter)
  const { format } = measures[measure]
  const rows = (data?.rows ?? [])
    .filter(({ key, figures }) => key !== 'none' && (figures.sales > 0 || figures[measure] !== 0))
    .toSorted((one, other) => other.figures[measure] - one.figures[measure])
  return (
    <ChartCard
      title="Agenten naast elkaar"
      note={`${rows.length > SHOWN ? `beste ${SHOWN} van ${rows.length} in ` : ''}${formatPeriodName(report)}`}
      controls={
        <SegmentedControl
          label="Agenten vergelijken op"
          value={measure}
          onChange={setMeasure}
          options={Object.entries(measures).map(([value, { label }]) => ({ value: value as Measure, label }))}
        />
      }
      isLoading={!data && !error}
      table={
        <ChartTable
          caption="Agenten naast elkaar"
          columns={['Agent', 'Omzet', 'Sales', 'Conversie', 'Marge']}
          rows={rows.map(({ key, label, figures }) => ({
            key,
            cells: [
              label,
              formatMoney(figures.revenue),
              formatNumber(figures.sales),
              formatPercent(conversionOf(figures)),
              formatMoney(figures.margin),
            ],
          }))}
        />
      }
    >
      {error && <ErrorState error={error} onRetry={refetch} />}
      {data && rows.length === 0 && (
        <Text as="p" size={13} color="muted" padBlock={24} text="center">
          Geen sales in deze maand.
        </Text>
      )}
      <BarList
        label="Agenten naast elkaar"
        rows={rows.slice(0, SHOWN).map(({ key, label, figures }, index) => ({
          key,
          label,
          value: figures[measure],
          strong: index === 0,
          text: format(figures[measure]),
          note:
            figures.appointments === null
              ? formatSalesCount(figures.sales)
              : `${formatSalesCount(figures.sales)} van ${formatNumber(figures.appointments)}`,
        }))}
      />
    </ChartCard>
  )
}
