import { useId } from 'react'
import { Bar, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { type Ticks, ticksAround, ticksBeside, ticksOf } from './chart-ticks.ts'
import './chart.css'
import { classNames } from '../class-names.ts'
import { type MonthPoint, type MonthSeries, shortMonthOf, shortMonthYearOf } from './month-series.ts'

const TOP = 22
const BOTTOM = 26
const LETTER = 6.4
/** Minimum width of a month in pixels to show its year, the sum above it, or its whole name. */
const ROOM = { year: 44, sums: 36, name: 22 }

/** Size of the drawing in print, where it follows the width of the paper. */
const FLUID = { width: '100%', height: '100%' }

export interface MonthPlotProps {
  readonly points: readonly MonthPoint[]
  readonly series: readonly MonthSeries[]
  /** Index of the month whose figures are read out above the chart. */
  readonly chosen: number
  /** Month that is not over; its bars are hatched. */
  readonly unfinished?: string | undefined
  /** Formats the sum above each month; no sums without it. */
  readonly sums?: ((value: number) => string) | undefined
  /** Formats a value of the left axis. */
  readonly tick: (value: number) => string
  /** Text under the right axis. */
  readonly rightLabel?: string | undefined
  readonly width: number
  readonly height: number
}

/**
 * Draws the bars and lines of a chart by month. The component has a file of its own, because it imports the chart
 * library.
 */
export function MonthPlot(props: MonthPlotProps) {
  const { points, series, chosen, unfinished, width, height } = props
  const hatch = useId()
  const axes = axesOf(props)
  const plot = placeOf(props, axes)
  const bars = series.filter(({ kind }) => kind === 'bar')
  const lines = series.filter(({ kind }) => kind !== 'bar')
  const data = points.map(({ month, values }) => ({ month, ...values }))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={data}
      margin={{ top: TOP, right: axes.right ? 0 : 4, bottom: 0, left: 0 }}
      barCategoryGap="24%"
      maxBarSize={28}
      accessibilityLayer={false}
      style={FLUID}
    >
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="pv-chart-hatch-ground" width="5" height="5" />
          <rect className="pv-chart-hatch-line" width="2.4" height="5" />
        </pattern>
      </defs>
      <rect
        className="pv-chart-chosen"
        x={plot.left + plot.slot * chosen}
        y={TOP - 4}
        width={plot.slot}
        height={plot.bottom - TOP + 4}
      />
      <CartesianGrid vertical={false} yAxisId="left" stroke="var(--line)" />
      <line className="pv-chart-zero" x1={plot.left} x2={plot.right} y1={plot.y(0)} y2={plot.y(0)} />
      <XAxis dataKey="month" scale="band" height={BOTTOM} tick={false} axisLine={false} tickLine={false} interval={0} />
      <Axis side="left" ticks={axes.left.ticks} width={axes.left.width} format={props.tick} />
      {axes.right && (
        <Axis side="right" ticks={axes.right.ticks} width={axes.right.width} format={(value) => wholeText(value)} />
      )}
      {bars.map(({ key, hatched }) => (
        <Bar
          key={key}
          yAxisId="left"
          dataKey={key}
          stackId="bars"
          isAnimationActive={false}
          shape={(bar) => (
            <BarShape
              {...frameOf(bar)}
              isChosen={bar.index === chosen || bars.length > 1}
              isNegative={(points[bar.index]?.values[key] ?? 0) < 0}
              hatch={hatched || points[bar.index]?.month === unfinished ? hatch : undefined}
            />
          )}
        />
      ))}
      {lines.map(({ key, kind, side = 'left' }) => (
        <Line
          key={key}
          yAxisId={side}
          dataKey={key}
          type="linear"
          className={kind === 'dashed' ? 'pv-chart-line-dashed' : 'pv-chart-line'}
          dot={kind === 'dashed' ? false : { r: 3.5, className: 'pv-chart-dot' }}
          activeDot={false}
          connectNulls
          isAnimationActive={false}
        />
      ))}
      {points.map(({ month, values }, index) => (
        <g key={month}>
          <MonthName
            month={month}
            x={plot.middle(index)}
            y={plot.bottom + 17}
            isFirst={index === 0}
            slot={plot.slot}
            isChosen={index === chosen}
          />
          {props.sums && (plot.slot >= ROOM.sums || index === chosen) && (
            <text
              className={classNames('pv-chart-text', 'pv-chart-sum', index === chosen && 'pv-chart-strong')}
              x={plot.middle(index)}
              y={plot.y(Math.max(0, sumOfBars(bars, values))) - 6}
            >
              {sumOfBars(bars, values) === 0 ? '' : props.sums(sumOfBars(bars, values))}
            </text>
          )}
        </g>
      ))}
      {axes.right && props.rightLabel && (
        <text className="pv-chart-text pv-chart-unit" x={width} y={plot.bottom + 17}>
          {props.rightLabel}
        </text>
      )}
    </ComposedChart>
  )
}

const numbersOf = (points: readonly MonthPoint[], series: readonly MonthSeries[]): number[] =>
  series.flatMap(({ key }) => points.flatMap(({ values }) => values[key] ?? []))

const sumOfBars = (bars: readonly MonthSeries[], values: MonthPoint['values']): number =>
  bars.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)

const wholeText = (value: number): string => (value < 0 ? '' : value.toLocaleString('nl-NL'))

interface AxisOf {
  readonly ticks: Ticks
  readonly width: number
}

/** Returns the ticks and the width of both axes; the right one is null without a series on it. */
function axesOf({ points, series, tick }: MonthPlotProps): { left: AxisOf; right: AxisOf | null } {
  const bars = series.filter(({ kind }) => kind === 'bar')
  const others = series.filter(({ kind, side }) => kind !== 'bar' && side === undefined)
  const beside = series.filter(({ side }) => side === 'right')
  const values = [...points.map((point) => sumOfBars(bars, point.values)), ...numbersOf(points, others)]
  const ticks = bars.length > 0 ? ticksOf(values) : ticksAround(numbersOf(points, others))
  const left = { ticks, width: widthOf(ticks.map(tick)) }
  if (beside.length === 0) return { left, right: null }
  const right = ticksBeside(ticks, numbersOf(points, beside))
  return { left, right: { ticks: right, width: Math.max(30, widthOf(right.map(wholeText))) } }
}

const widthOf = (texts: readonly string[]): number =>
  Math.ceil(Math.max(...texts.map(({ length }) => length)) * LETTER) + 14

/** Returns where months and values are in the drawing, in pixels. */
function placeOf({ points, width, height }: MonthPlotProps, axes: ReturnType<typeof axesOf>) {
  const left = axes.left.width
  const right = width - (axes.right ? axes.right.width : 4)
  const bottom = height - BOTTOM
  const slot = (right - left) / Math.max(1, points.length)
  const [lowest = 0, highest = 1] = [axes.left.ticks[0], axes.left.ticks.at(-1)]
  return {
    left,
    right,
    bottom,
    slot,
    middle: (index: number) => left + slot * (index + 0.5),
    y: (value: number) => TOP + (bottom - TOP) * (1 - (value - lowest) / (highest - lowest)),
  }
}

interface AxisProps extends AxisOf {
  readonly side: 'left' | 'right'
  readonly format: (value: number) => string
}

function Axis({ side, ticks, width, format }: AxisProps) {
  return (
    <YAxis
      yAxisId={side}
      orientation={side}
      ticks={[...ticks]}
      domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
      interval={0}
      width={width}
      axisLine={false}
      tickLine={false}
      tick={({ x, y, payload }) => (
        <text className={`pv-chart-text pv-chart-tick-${side}`} x={x} y={Number(y) + 4}>
          {format(payload.value)}
        </text>
      )}
    />
  )
}

interface MonthNameProps {
  readonly month: string
  readonly x: number
  readonly y: number
  readonly isFirst: boolean
  readonly slot: number
  readonly isChosen: boolean
}

/**
 * Draws the name of a month under its bars, in a narrow chart only the first letter. The first month and January have
 * the year where there is room.
 */
function MonthName({ month, x, y, isFirst, slot, isChosen }: MonthNameProps) {
  const hasYear = (isFirst || month.endsWith('-01')) && slot >= ROOM.year
  const name = hasYear ? shortMonthYearOf(month) : shortMonthOf(month)
  return (
    <text className={classNames('pv-chart-text', 'pv-chart-month', isChosen && 'pv-chart-strong')} x={x} y={y}>
      {slot < ROOM.name ? name.charAt(0) : name}
    </text>
  )
}

interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the frame of a bar with a positive height; the library gives values below 0 a negative one. */
function frameOf({ x, y, width, height }: Frame): Frame {
  return { x, y: height < 0 ? y + height : y, width, height: Math.abs(height) }
}

interface BarShapeProps extends Frame {
  readonly isChosen: boolean
  readonly isNegative: boolean
  /** Id of the hatching; undefined for a solid bar. */
  readonly hatch: string | undefined
}

function BarShape({ x, y, width, height, isChosen, isNegative, hatch }: BarShapeProps) {
  if (height === 0) return <g />
  const kind = isNegative ? 'pv-chart-bar-negative' : isChosen ? 'pv-chart-bar-chosen' : 'pv-chart-bar'
  if (hatch === undefined) return <rect className={kind} x={x} y={y} width={width} height={height} rx="2.5" />
  return (
    <rect
      className="pv-chart-bar-hatched"
      fill={`url(#${hatch})`}
      x={x + 0.5}
      y={y + 0.5}
      width={Math.max(0, width - 1)}
      height={Math.max(0, height - 1)}
      rx="2.5"
    />
  )
}
