import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { monthHeading } from '../dates/calendar-days.ts'
import { Row } from '../layout/layout.tsx'
import { ChartCard, ChartKey } from './chart-card.tsx'
import { ChartTable } from './chart-table.tsx'
import { MonthPlot, type MonthPlotProps } from './month-plot.tsx'
import { type MonthPoint, type MonthSeries, monthSpanOf } from './month-series.ts'
import { useSize } from './use-size.ts'

interface MonthChartProps extends Pick<MonthPlotProps, 'unfinished' | 'sums' | 'tick' | 'rightLabel'> {
  readonly title: string
  /** Text under the title instead of the months, such as whose figures these are. */
  readonly note?: string
  /** Months; undefined while loading. */
  readonly points: readonly MonthPoint[] | undefined
  readonly series: readonly MonthSeries[]
  /** Shows sums of all months until a month is chosen. Without this, shows the last month. */
  readonly isSummed?: boolean
  /** Draws more after the values above the chart; `values` returns the shown value or sum of a series. */
  readonly more?: (point: MonthPoint, values: (key: string) => number) => ReactNode
  readonly foot?: ReactNode
  readonly className?: string
  readonly height?: number
}

/**
 * Shows figures by month as a chart in a card. Arrow keys choose a month and announce its figures; T shows the table.
 */
export function MonthChart(props: MonthChartProps) {
  const { title, note, points, series, className, foot, height = 240 } = props
  return (
    <ChartCard
      title={title}
      note={note ?? (points ? monthSpanOf(points) : ' ')}
      {...(className && { className })}
      foot={foot}
      isLoading={points === undefined}
      height={height + 28}
      table={points && <ChartTable caption={title} {...tableOf(points, series)} />}
    >
      {points && <Plot {...props} points={points} height={height} />}
    </ChartCard>
  )
}

/** Returns the table of a chart, the newest month first. */
function tableOf(points: readonly MonthPoint[], series: readonly MonthSeries[]) {
  return {
    columns: ['Maand', ...series.map(({ label }) => label)],
    rows: points.toReversed().map(({ month, values }) => ({
      key: month,
      cells: [monthHeading(month), ...series.map(({ key, format }) => textOf(values[key], format))],
    })),
  }
}

const textOf = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value)

interface PlotProps extends MonthChartProps {
  readonly points: readonly MonthPoint[]
  readonly height: number
}

function Plot({ title, points, series, isSummed = false, more, height, ...shown }: PlotProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const helpId = useId()
  const last = points.length - 1
  const chosen = Math.min(picked ?? last, last)
  const point = points[chosen]
  const isSumShown = isSummed && picked === null
  // The plot writes the figure of the chosen month at its bar.
  const isReadAtBar = series.length === 1 && shown.sums !== undefined
  if (!point) return null

  const sumsOf = (key: string): number =>
    isSumShown ? points.reduce((sum, { values }) => sum + (values[key] ?? 0), 0) : (point.values[key] ?? 0)
  const wordsOf = ({ month, values }: MonthPoint): string =>
    `${monthHeading(month)}: ${series.map(({ key, label, format }) => `${label} ${textOf(values[key], format)}`).join(', ')}`

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, number> = {
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      Home: 0,
      End: last,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    setPicked(Math.max(0, Math.min(last, next)))
  }

  /** Chooses the month under the pointer, by the distance of the pointer from the band of the chosen month. */
  function pointAt(event: PointerEvent<HTMLDivElement>): void {
    const band = event.currentTarget.querySelector('.pv-chart-chosen')?.getBoundingClientRect()
    if (!band || band.width === 0) return
    const by = Math.floor((event.clientX - band.left) / band.width)
    const next = chosen + by
    if (next >= 0 && next <= last && next !== picked) setPicked(next)
  }

  return (
    <>
      {!isReadAtBar && (
        <Row
          as="p"
          gap={12}
          wrap={2}
          align="stretch"
          size={12}
          color="muted"
          tabular
          minHeight={20}
          below={8}
          className="pv-chart-readout"
        >
          {!isSumShown && <strong>{monthHeading(point.month)}</strong>}
          {series.map(({ key, label, kind, hatched, format }) => (
            <Row as="span" key={key} gap={6} overflow="nowrap">
              <ChartKey
                kind={kind}
                hatched={hatched || (kind === 'bar' && point.month === shown.unfinished && !isSumShown)}
              />
              {label} <strong>{isSumShown ? format(sumsOf(key)) : textOf(point.values[key], format)}</strong>
            </Row>
          ))}
          {more?.(point, sumsOf)}
        </Row>
      )}
      <div
        ref={frame}
        className="pv-chart-frame"
        style={{ minHeight: height }}
        role="slider"
        tabIndex={0}
        aria-label={`Maand in ${title}`}
        aria-describedby={helpId}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={wordsOf(point)}
        aria-keyshortcuts="T"
        onKeyDown={press}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setPicked(null)}
        onBlur={() => setPicked(null)}
      >
        {size && <MonthPlot points={points} series={series} chosen={chosen} {...size} {...shown} />}
      </div>
      <p id={helpId} className="pv-hidden">
        Grafiek van {monthSpanOf(points)}. Kies een maand met de pijltjes. Met T zie je de tabel.
      </p>
    </>
  )
}
