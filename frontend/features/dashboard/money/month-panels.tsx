import { useState } from 'react'
import type { Report } from '../../../../shared/api/reports.ts'
import { paths } from '../../../domains/paths.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { PlainLink } from '../../../ui/buttons/plain-link.tsx'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { ChartCard } from '../../../ui/charts/chart-card.tsx'
import { ChartTable } from '../../../ui/charts/chart-table.tsx'
import { MonthChart } from '../../../ui/charts/month-chart.tsx'
import { shortMonthYearOf } from '../../../ui/charts/month-series.ts'
import { SegmentedControl } from '../../../ui/choices/segmented-control.tsx'
import { monthTitleOf, today } from '../../../ui/dates/calendar-days.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import styles from '../dashboard.module.css'
import { useThisMonthReport } from './money-api.ts'

/** Shows the sales of twelve months, and compares this month's teams; a team leader compares the agents of the team. */
export function MonthPanels() {
  const { role } = useUser()
  const by = role === 'admin' ? 'team' : 'agent'
  const { data, error, refetch } = useThisMonthReport(by)
  if (error) {
    return (
      <Card title="Geregistreerde sales per maand">
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  }
  return (
    <>
      <SalesChart report={data} />
      <ComparisonChart report={data} by={by} />
    </>
  )
}

interface PanelProps {
  /** Report; undefined while loading. */
  readonly report: Report | undefined
}

function SalesChart({ report }: PanelProps) {
  return (
    <MonthChart
      title="Geregistreerde sales per maand"
      note={report ? `${shortMonthYearOf(report.months[0]?.month ?? '')} t/m vandaag` : ' '}
      points={report?.months.map(({ month, figures: { sales } }) => ({ month, values: { sales } }))}
      series={[{ key: 'sales', label: 'Geregistreerde sales', kind: 'bar', format: formatNumber }]}
      unfinished={today().slice(0, 7)}
      tick={formatNumber}
      sums={formatNumber}
      height={220}
    />
  )
}

const measures = {
  revenue: { label: 'Omzet', format: formatMoney },
  sales: { label: 'Geregistreerde sales', format: formatNumber },
  margin: { label: 'Marge', format: formatMoney },
} as const
type Measure = keyof typeof measures

const SHOWN = 6

/** Compares the teams or agents of this month by a measure that the user chooses. */
function ComparisonChart({ report, by }: PanelProps & { readonly by: 'team' | 'agent' }) {
  const [measure, setMeasure] = useState<Measure>('revenue')
  const { format } = measures[measure]
  const title = by === 'team' ? 'Teams vergelijken' : 'Agenten vergelijken'
  const rows = (report?.rows ?? [])
    .filter(({ key }) => key !== 'none')
    .filter(({ figures }) => by === 'team' || figures.appointments !== 0 || figures.sales > 0 || figures[measure] !== 0)
    .toSorted((one, other) => other.figures[measure] - one.figures[measure])
  const month = monthTitleOf(today()).split(' ')[0]
  return (
    <ChartCard
      title={title}
      note={`${month} t/m vandaag`}
      controls={
        <SegmentedControl
          label={`${title} op`}
          value={measure}
          onChange={setMeasure}
          options={Object.entries(measures).map(([value, { label }]) => ({ value: value as Measure, label }))}
        />
      }
      isLoading={!report}
      height={248}
      table={
        <ChartTable
          caption={title}
          columns={[by === 'team' ? 'Team' : 'Agent', 'Omzet', 'Geregistreerde sales', 'Afspraken', 'Marge']}
          rows={rows.map(({ key, label, figures }) => ({
            key,
            cells: [
              label,
              formatMoney(figures.revenue),
              formatNumber(figures.sales),
              formatNumber(figures.appointments),
              formatMoney(figures.margin),
            ],
          }))}
        />
      }
      foot={
        report && (
          <>
            <PlainLink to={`${paths.reports}?month=${report.month}`} weight="bold" color="default">
              Totaal
            </PlainLink>
            <Text as="strong" size={13} weight="bold" color="default">
              {format(report.totals[measure])}
            </Text>
          </>
        )
      }
    >
      {rows.length === 0 && (
        <Text as="p" size={13} color="muted" className={styles.panelEmpty}>
          Nog geen cijfers deze maand.
        </Text>
      )}
      <BarList
        label={title}
        rows={rows.slice(0, SHOWN).map(({ key, label, figures }, index) => ({
          key,
          label,
          value: figures[measure],
          strong: index === 0,
          text: format(figures[measure]),
        }))}
      />
    </ChartCard>
  )
}
