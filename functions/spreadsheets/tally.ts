import type { LeftOut } from '../../shared/contract/imports.ts'
import type { Problem } from './row-reading.ts'

/** Counts up to and including a batch. `errors` is the number of rows refused, which may have several problems each. */
export type ReadStats = { totalRows: number; errors: number }

/** What reading a number of consecutive rows gave. */
export interface ReadBatch {
  /** Why rows were refused. */
  readonly problems: readonly Problem[]
  /** What was doubtful in rows that were taken. */
  readonly warnings: readonly Problem[]
  /** What of the file was not read. */
  readonly leftOut: readonly LeftOut[]
  readonly stats: Readonly<ReadStats>
}

/** What became of a batch, row by row. */
export interface Stored {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  /** The records of the rows that are stored, in their order. */
  readonly ids: readonly string[]
  /** Why rows could not be stored. */
  readonly problems: readonly Problem[]
  /** Rows that met in a key with different data, and dates that contradict what was known. */
  readonly warnings: readonly Problem[]
  /** Rows that say exactly what an earlier row of the file said. */
  readonly doubles: readonly Place[]
}

/** Where a row stands. */
export type Place = Pick<Problem, 'row' | 'sheet'>

/** How many problems, and how many things left out, are kept with an upload; `stats.errors` counts all wrong rows. */
const KEPT = 200
/** How many records an import names in its reply. */
export const NAMED = 100
/** How many doubled rows are named one by one. */
const DOUBLES_NAMED = 20

/** What an import has come to so far. */
export interface Tally {
  stats: { totalRows: number; created: number; updated: number; skipped: number; errors: number }
  problems: Problem[]
  warnings: Problem[]
  leftOut: LeftOut[]
  doubles: Place[]
  doubled: number
  storeErrors: number
  ids: string[]
}

export const newTally = (): Tally => ({
  stats: { totalRows: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
  ...{ problems: [], warnings: [], leftOut: [], doubles: [], doubled: 0, storeErrors: 0, ids: [] },
})

/** Adds a batch and what became of it. */
export function tallied(tally: Tally, batch: ReadBatch, stored: Stored): void {
  const { stats } = tally
  tally.storeErrors += stored.problems.length
  stats.totalRows = batch.stats.totalRows
  stats.errors = batch.stats.errors + tally.storeErrors
  stats.created += stored.created
  stats.updated += stored.updated
  stats.skipped += stored.skipped
  keep(tally.problems, [...batch.problems, ...stored.problems], KEPT)
  keep(tally.warnings, [...batch.warnings, ...stored.warnings], KEPT)
  keep(tally.leftOut, batch.leftOut, KEPT)
  keep(tally.doubles, stored.doubles, DOUBLES_NAMED)
  keep(tally.ids, stored.ids, NAMED)
  tally.doubled += stored.doubles.length
}

/** What an upload keeps of it: why rows were refused first, then what was doubtful. */
export function reportOf({ stats, problems, warnings, leftOut, doubles, doubled }: Tally) {
  const details = [...problems, ...doublesNamed(doubles, doubled), ...warnings].slice(0, KEPT)
  return { stats: { ...stats }, details, leftOut }
}

function doublesNamed(doubles: Tally['doubles'], doubled: number): Problem[] {
  const [first, ...others] = doubles
  if (!first) return []
  const more = doubled - doubles.length
  const rest = others.map(({ row, sheet }) => (sheet === first.sheet ? `${row}` : `${row} van blad '${sheet}'`))
  const also = [...rest, ...(more > 0 ? [`nog ${more} rijen`] : [])]
  const names =
    also.length > 0 ? `, net als ${also.length === 1 && more === 0 ? 'rij' : 'rijen'} ${also.join(', ')}` : ''
  return [{ ...first, column: null, reason: `zegt precies hetzelfde als een eerdere rij en telt één keer${names}` }]
}

function keep<T>(kept: T[], more: readonly T[], most: number): void {
  kept.push(...more.slice(0, most - kept.length))
}
