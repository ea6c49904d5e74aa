import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { type Ticks, ticksAround, ticksBeside, ticksOf } from './chart-ticks.ts'
import './chart.css'
import { type MonthPoint, type MonthSeries, shortMonthOf, shortMonthYearOf } from './month-series.ts'

const TOP = 22
const BOTTOM = 26
const LETTER = 6.4
/** Minimum width of a month in pixels to show its year, the sum above it, or its whole name. */
const ROOM = { year: 44, sums: 36, name: 22 }

/** Share of a month's width that its bars fill, and their maximum width in pixels. */
const BAR = { share: 0.52, most: 28 }
/** Distance in pixels of the values of an axis from the drawing. */
const TICK_GAP = 8

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

/** Draws the bars and lines of a chart by month. */
export function MonthPlot(props: MonthPlotProps) {
  const { points, series, chosen, unfinished, width, height } = props
  const hatch = useId()
  const axes = axesOf(props)
  const plot = placeOf(props, axes)
  const bars = series.filter(({ kind }) => kind === 'bar')
  const lines = series.filter(({ kind }) => kind !== 'bar')
  const thickness = Math.min(plot.slot * BAR.share, BAR.most)
  return (
    <svg className="pv-chart-plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect fill="var(--surface)" width="5" height="5" />
          <rect fill="var(--chart-strong)" width="2.4" height="5" />
        </pattern>
      </defs>
      <LeftAxis ticks={axes.left.ticks} plot={plot} format={props.tick} />
      <rect
        className="pv-chart-chosen"
        x={plot.left + plot.slot * chosen}
        y={TOP - 4}
        width={plot.slot}
        height={plot.bottom - TOP + 4}
      />
      {axes.left.ticks.includes(0) && (
        <line className="pv-chart-zero" x1={plot.left} x2={plot.right} y1={plot.y(0)} y2={plot.y(0)} />
      )}
      {axes.right && <RightAxis ticks={axes.right.ticks} x={plot.right + TICK_GAP} y={plot.yRight} />}
      {points.map(({ month, values }, index) =>
        stacksOf(bars, values).map(({ key, hatched, from, to }) => (
          <BarShape
            key={`${month} ${key}`}
            x={plot.middle(index) - thickness / 2}
            y={Math.min(plot.y(from), plot.y(to))}
            width={thickness}
            height={Math.abs(plot.y(from) - plot.y(to))}
            isChosen={index === chosen || bars.length > 1}
            isNegative={to < from}
            hatch={hatched || month === unfinished ? hatch : undefined}
          />
        )),
      )}
      {lines.map(({ key, kind, side }) => (
        <LineShape
          key={key}
          isDashed={kind === 'dashed'}
          places={points.flatMap(({ values }, index) => {
            const value = values[key] ?? null
            return value === null ? [] : [{ x: plot.middle(index), y: (side ? plot.yRight : plot.y)(value) }]
          })}
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
              className={classNames('pv-chart-text', index === chosen && 'pv-chart-strong')}
              textAnchor="middle"
              x={plot.middle(index)}
              y={plot.y(Math.max(0, sumOfBars(bars, values))) - 6}
            >
              {sumOfBars(bars, values) === 0 ? '' : props.sums(sumOfBars(bars, values))}
            </text>
          )}
        </g>
      ))}
      {axes.right && props.rightLabel && (
        <text className="pv-chart-text" textAnchor="end" x={width} y={plot.bottom + 17}>
          {props.rightLabel}
        </text>
      )}
    </svg>
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
  return {
    left,
    right,
    bottom,
    slot,
    middle: (index: number) => left + slot * (index + 0.5),
    y: scaleOf(axes.left.ticks, bottom),
    yRight: scaleOf(axes.right?.ticks ?? [], bottom),
  }
}

type Scale = (value: number) => number

/** Returns a function that places values between the first and the last tick of an axis, from the bottom to the top. */
function scaleOf(ticks: Ticks, bottom: number): Scale {
  const [lowest = 0, highest = 1] = [ticks[0], ticks.at(-1)]
  return (value) => TOP + (bottom - TOP) * (1 - (value - lowest) / (highest - lowest))
}

interface Stacked extends Pick<MonthSeries, 'key' | 'hatched'> {
  readonly from: number
  readonly to: number
}

/** Stacks the bars of a month in their order; returns the values at which each begins and ends. */
function stacksOf(bars: readonly MonthSeries[], values: MonthPoint['values']): Stacked[] {
  let from = 0
  return bars.map(({ key, hatched }) => {
    const to = from + (values[key] ?? 0)
    const stacked = { key, from, to, ...(hatched && { hatched }) }
    from = to
    return stacked
  })
}

interface LeftAxisProps {
  readonly ticks: Ticks
  readonly plot: ReturnType<typeof placeOf>
  readonly format: (value: number) => string
}

/** Draws the lines of the left axis and their values. */
function LeftAxis({ ticks, plot, format }: LeftAxisProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line className="pv-chart-grid" x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} />
      <text className="pv-chart-text" textAnchor="end" x={plot.left - TICK_GAP} y={plot.y(tick) + 4}>
        {format(tick)}
      </text>
    </g>
  ))
}

interface RightAxisProps {
  readonly ticks: Ticks
  readonly x: number
  readonly y: Scale
}

/** Draws the values of the right axis, which has the lines of the left one. */
function RightAxis({ ticks, x, y }: RightAxisProps) {
  return ticks.map((tick) => (
    <text key={tick} className="pv-chart-text" x={x} y={y(tick) + 4}>
      {wholeText(tick)}
    </text>
  ))
}

interface LineShapeProps {
  readonly isDashed: boolean
  readonly places: readonly { readonly x: number; readonly y: number }[]
}

/** Draws a line through the months that have a value, with a dot at each unless it is dashed. */
function LineShape({ isDashed, places }: LineShapeProps) {
  return (
    <g>
      <polyline
        className={isDashed ? 'pv-chart-line-dashed' : 'pv-chart-line'}
        points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
      />
      {!isDashed && places.map(({ x, y }) => <circle key={x} className="pv-chart-dot" cx={x} cy={y} r="3.5" />)}
    </g>
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
    <text className={classNames('pv-chart-text', isChosen && 'pv-chart-strong')} textAnchor="middle" x={x} y={y}>
      {slot < ROOM.name ? name.charAt(0) : name}
    </text>
  )
}

interface BarShapeProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly isChosen: boolean
  readonly isNegative: boolean
  /** Id of the hatching; undefined for a solid bar. */
  readonly hatch: string | undefined
}

function BarShape({ x, y, width, height, isChosen, isNegative, hatch }: BarShapeProps) {
  if (height === 0) return null
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
