import { cents, euros, sumOf } from '../../../../shared/money.ts'
import { formatMoney, formatMoneyWhole, formatNumber } from '../../../lib/format.ts'
import { MonthChart } from '../../../ui/charts/month-chart.tsx'
import type { MonthPoint } from '../../../ui/charts/month-series.ts'
import { Card } from '../../../ui/display/card.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import styles from './money.module.css'
import { useEarnings } from './money-api.ts'

const series = [
  { key: 'paid', label: 'Uitbetaald', kind: 'bar', format: formatMoney },
  { key: 'open', label: 'Open', kind: 'bar', hatched: true, format: formatMoney },
] as const

/** Returns the sum of paid and open commissions of a month. */
const togetherOf = (value: (key: string) => number): number =>
  euros(sumOf([cents(value('paid')), cents(value('open'))]))

/** Shows a bar chart of the user's commissions per month: paid ones solid, open ones hatched. */
export function EarningsPanel() {
  const { data, error, refetch } = useEarnings()
  if (error) {
    return (
      <Card title="Mijn commissies per maand" className={styles.wide}>
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  }
  const points: MonthPoint[] | undefined = data?.months.map(({ month, paid, open }) => ({
    month,
    values: { paid, open },
  }))
  return (
    <MonthChart
      title="Mijn commissies per maand"
      className={styles.wide}
      points={points}
      series={series}
      isSummed
      more={(_, value) => (
        <span>
          Samen <strong>{formatMoney(togetherOf((key) => Math.round(value(key) * 100) / 100))}</strong>
        </span>
      )}
      tick={formatMoneyWhole}
      sums={(value) => formatNumber(Math.round(value))}
      height={236}
    />
  )
}
