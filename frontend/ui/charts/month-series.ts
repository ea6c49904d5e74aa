/** Series of figures in a chart by month, with its label and shape. */
export interface MonthSeries<Key extends string = string> {
  readonly key: Key
  readonly label: string
  /** Shape: bars are stacked in their order; a dashed line is a comparison. */
  readonly kind: 'bar' | 'line' | 'dashed'
  /** Set for hatched bars, which show figures that are not final yet. */
  readonly hatched?: true
  /** Axis of the series; bars are on the left. */
  readonly side?: 'right'
  /** Formats a value in full, as in the table. */
  readonly format: (value: number) => string
}

export interface MonthPoint<Key extends string = string> {
  /** Month, `yyyy-mm`. */
  readonly month: string
  /** Values by series; null where the month has none. */
  readonly values: Readonly<Record<Key, number | null>>
}

const names = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec']

/** Returns the short name of a month `yyyy-mm`: `okt`. */
export const shortMonthOf = (month: string): string => names[Number(month.slice(5)) - 1] ?? month

/** Returns a month `yyyy-mm` with its year in two digits: `okt ’26`. */
export const shortMonthYearOf = (month: string): string => `${shortMonthOf(month)} ’${month.slice(2, 4)}`

/** Returns the first and last month of a chart in words: `nov 2025 t/m okt 2026`. Empty without months. */
export function monthSpanOf(points: readonly { readonly month: string }[]): string {
  const [first, last] = [points[0]?.month, points.at(-1)?.month]
  if (!first || !last) return ''
  return `${shortMonthOf(first)} ${first.slice(0, 4)} t/m ${shortMonthOf(last)} ${last.slice(0, 4)}`
}
