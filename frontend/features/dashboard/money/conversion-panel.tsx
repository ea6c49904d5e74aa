import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { MonthChart } from '../../../ui/charts/month-chart.tsx'
import { Card } from '../../../ui/display/card.tsx'
import { ErrorState } from '../../../ui/messages/error-state.tsx'
import { useEarnings } from './money-api.ts'

/** Number of months in the chart. */
const SHOWN = 6

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Shows per month which share of the user's appointments became a sale, beside that of the team ('Mijn conversie'). */
export function ConversionPanel() {
  const { data, error, refetch } = useEarnings()
  const { team } = useUser()
  if (error) {
    return (
      <Card title="Mijn conversie">
        <ErrorState error={error} onRetry={refetch} />
      </Card>
    )
  }
  const months = data?.months.slice(-SHOWN)
  const now = months?.at(-1)
  return (
    <MonthChart
      title="Mijn conversie"
      note="van afspraak naar sale, per maand"
      points={months?.map(({ month, sales, appointments, teamSales, teamAppointments }) => ({
        month,
        values: { me: shareOf(sales, appointments), team: shareOf(teamSales, teamAppointments) },
      }))}
      series={[
        { key: 'me', label: 'Jij', kind: 'line', format: formatPercent },
        { key: 'team', label: team?.name ?? 'Team', kind: 'dashed', format: formatPercent },
      ]}
      tick={(value) => `${Math.round(value * 100)}%`}
      height={130}
      foot={now && `Deze maand ${formatNumber(now.sales)} van ${formatNumber(now.appointments)}`}
    />
  )
}
