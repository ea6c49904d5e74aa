import type { Report } from '../../../shared/api/reports.ts'
import { now } from '../../../shared/time.ts'
import { formatDateShort, formatNumber, formatPercent } from '../../lib/format.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { ChartTable } from '../../ui/charts/chart-table.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { FigureLink } from './figure-link.tsx'
import { conversionOf, shareOf } from './figures.ts'
import type { FigureTarget } from './use-figure-targets.ts'
import { formatPeriodName } from './words.ts'

const steps = [
  { name: 'appointments', label: 'Afspraak gemaakt' },
  { name: 'held', label: 'Afspraak gehouden' },
  { name: 'sales', label: 'Sale' },
  { name: 'approved', label: 'Goedgekeurd' },
  { name: 'paid', label: 'Betaald' },
] as const

interface FunnelProps {
  readonly report: Report
  readonly cellOf: (name: (typeof steps)[number]['name']) => FigureTarget
}

/**
 * Shows a chart of the steps from appointment to paid sale, each as a share of the step before. `cellOf` returns what a
 * click on a step opens.
 */
export function Funnel({ report, cellOf }: FunnelProps) {
  const { month, totals, before, comparedFrom, comparedWith } = report
  const rows = steps
    .filter(({ name }) => totals[name] !== null)
    .map(({ name, label }, index, shown) => {
      const count = totals[name] ?? 0
      const former = shown[index - 1]
      const share = former ? shareOf(count, totals[former.name]) : null
      return { name, label, count, share: share === null ? '' : formatPercent(share) }
    })
  return (
    <ChartCard
      title="Van afspraak tot betaald"
      note={`${totals.appointments === null ? 'sales' : 'afspraken en sales'} van ${formatPeriodName(report)}, stand op ${formatDateShort(now())}`}
      table={
        <ChartTable
          caption="Van afspraak tot betaald"
          columns={['Stap', 'Aantal', 'Van vorige']}
          rows={rows.map(({ name, label, count, share }) => ({
            key: name,
            cells: [label, formatNumber(count), share || '–'],
          }))}
        />
      }
      foot={<Share report={report} />}
    >
      <Row as="p" gap={16} justify="end" size={11} color="soft" below={10} aria-hidden="true">
        <span>aantal</span>
        <span>van vorige</span>
      </Row>
      <BarList
        label="Van afspraak tot betaald"
        isFlat
        rows={rows.map(({ name, label, count, share }) => ({
          key: name,
          label,
          value: count,
          strong: name === 'paid',
          text: (
            <FigureLink cell={cellOf(name)} label={`${label}: ${formatNumber(count)}`}>
              {formatNumber(count)}
            </FigureLink>
          ),
          note: share,
        }))}
      />
    </ChartCard>
  )

  function Share({ report: { totals } }: { readonly report: Report }) {
    const conversion = conversionOf(totals)
    if (conversion === null) return <span>Geen afspraken in deze maand.</span>
    const earlier = before && conversionOf(before)
    return (
      <span>
        <strong>{formatPercent(conversion)}</strong> van de afspraken wordt een sale.
        {earlier !== null &&
          comparedFrom &&
          comparedWith &&
          ` In ${formatPeriodName({ from: comparedFrom, month: comparedWith }, month)} ${formatPercent(earlier)}.`}
      </span>
    )
  }
}
