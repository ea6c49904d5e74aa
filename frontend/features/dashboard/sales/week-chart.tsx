import type { CSSProperties } from 'react'
import { addDays, type DateRange, isoWeek, type LocalDate } from '../../../../shared/time.ts'
import { formatDateLong, formatNumber } from '../../../lib/format.ts'
import { ChartKey } from '../../../ui/charts/chart-card.tsx'
import { ChartTable } from '../../../ui/charts/chart-table.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { useIsPhone } from '../../../ui/use-media.ts'
import type { Week } from '../api.ts'
import { ListLink } from '../list-link.tsx'
import styles from './sales-panel.module.css'

interface WeeksProps {
  /** Weeks, oldest first. */
  readonly weeks: readonly Week[]
}

/** Size of the drawing per kind of screen, in SVG units of about a pixel. */
const SIZES = { phone: { width: 340, height: 220 }, wide: { width: 640, height: 290 } }
const TOP = 8
const BOTTOM = 24
const LEFT = 30
const GAP = 2
const TICKS = 4

const weekText = ({ monday }: Week): string => `wk ${isoWeek(monday as LocalDate).week}`

interface WeekTableProps extends WeeksProps {
  /** Returns the page address of the appointments of some days. */
  readonly linkTo: (days: DateRange) => string | undefined
}

/** Shows a bar chart of appointments and sales per week; each week shows its figures under the pointer. */
export function WeekChart({ weeks }: WeeksProps) {
  const isPhone = useIsPhone()
  const { width, height } = SIZES[isPhone ? 'phone' : 'wide']
  const step = stepOf(Math.max(1, ...weeks.map(({ appointments, sales }) => Math.max(appointments, sales))))
  const top = step * TICKS
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - value / top)
  const slot = (width - LEFT) / Math.max(1, weeks.length)
  const bar = Math.max(3, Math.min(16, slot / 2 - GAP * 2))
  const floor = y(0)
  return (
    <>
      <div className={styles.weekChartFrame}>
        <svg className={styles.weekChart} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summaryOf(weeks)}>
          {Array.from({ length: TICKS + 1 }, (_, index) => index * step).map((value) => (
            <g key={value}>
              <line className="pv-chart-grid" x1={LEFT} x2={width} y1={y(value)} y2={y(value)} />
              <text className="pv-chart-text" x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                {formatNumber(value)}
              </text>
            </g>
          ))}
          {weeks.map((week, index) => {
            const middle = LEFT + slot * (index + 0.5)
            return (
              <g key={week.monday}>
                <Bar
                  kind="appointments"
                  x={middle - bar - GAP / 2}
                  width={bar}
                  y={y(week.appointments)}
                  floor={floor}
                />
                <Bar kind="sales" x={middle + GAP / 2} width={bar} y={y(week.sales)} floor={floor} />
                {index % (isPhone ? 3 : 2) === 0 && (
                  <text className="pv-chart-text" x={middle} y={height - 6} textAnchor="middle">
                    {isoWeek(week.monday as LocalDate).week}
                  </text>
                )}
              </g>
            )
          })}
        </svg>
        <ul
          className={styles.weekBars}
          aria-hidden="true"
          style={{ '--left': `${(LEFT / width) * 100}%` } as CSSProperties}
        >
          {weeks.map((week) => (
            <li key={week.monday} className={styles.weekBar} data-tip={valuesOf(week)} />
          ))}
        </ul>
      </div>
      <Row as="ul" gap={16} align="stretch" size={12} color="muted" above={8} aria-hidden="true">
        <Row as="li" gap={6}>
          <span className={classNames('pv-chart-key', styles.appointmentsKey)} />
          Afspraken
        </Row>
        <Row as="li" gap={6}>
          <ChartKey kind="bar" />
          Afspraken met sale
        </Row>
      </Row>
    </>
  )
}

const daysOfWeek = ({ monday }: Week): DateRange => ({
  from: monday as LocalDate,
  to: addDays(monday as LocalDate, 6),
})

const valuesOf = (week: Week): string =>
  `${weekText(week)}: ${formatNumber(week.appointments)} ${week.appointments === 1 ? 'afspraak' : 'afspraken'}, ${formatNumber(week.sales)} met sale`

interface BarProps {
  readonly kind: 'appointments' | 'sales'
  readonly x: number
  readonly y: number
  readonly width: number
  /** Vertical position of the value 0 in the drawing, where bars start. */
  readonly floor: number
}

function Bar({ kind, x, y, width, floor }: BarProps) {
  return (
    <rect
      className={kind === 'sales' ? 'pv-chart-bar-chosen' : 'pv-chart-bar'}
      x={x}
      y={y}
      width={width}
      height={Math.max(0, floor - y)}
      rx="2"
    />
  )
}

/** Shows a table with the appointments and sales of each week, newest first, with links to the appointments. */
export const WeekTable = ({ weeks, linkTo }: WeekTableProps) => (
  <ChartTable
    caption="Afspraken en sales per week"
    columns={['Week', 'Vanaf', 'Afspraken', 'Afspraken met sale']}
    rows={weeks.toReversed().map((week) => ({
      key: week.monday,
      cells: [
        weekText(week),
        formatDateLong(week.monday),
        <ListLink key="list" to={linkTo(daysOfWeek(week))}>
          {formatNumber(week.appointments)}
        </ListLink>,
        formatNumber(week.sales),
      ],
    }))}
  />
)

/** Returns a round distance between the horizontal lines, so that `TICKS` such steps reach the highest value. */
function stepOf(highest: number): number {
  const least = highest / TICKS
  const magnitude = 10 ** Math.floor(Math.log10(least))
  const round = [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= least) ?? least
  return Math.max(1, Math.ceil(round))
}

function summaryOf(weeks: readonly Week[]): string {
  const last = weeks.at(-1)
  if (!last) return 'Afspraken en sales per week'
  const appointments = weeks.reduce((sum, week) => sum + week.appointments, 0)
  const sales = weeks.reduce((sum, week) => sum + week.sales, 0)
  return `Staafdiagram van afspraken en afspraken met sale per week. In ${weeks.length} weken ${formatNumber(appointments)} afspraken, waarvan ${formatNumber(sales)} met sale. Laatste week: ${formatNumber(last.appointments)} en ${formatNumber(last.sales)}. De tabel geeft alle weken.`
}
