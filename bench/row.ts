/** One measurement, a row of docs/benchmarks.md; `ok` says whether it meets its goal, and is null without a goal. */
export interface Row {
  readonly name: string
  readonly value: string
  readonly goal: string
  readonly ok: boolean | null
}
