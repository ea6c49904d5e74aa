/** One measurement, a row of docs/benchmarks.md; `ok` says whether it meets its goal, and is null without a goal. */
export interface Row {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly ok: boolean | null
}

/** Returns the median of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
