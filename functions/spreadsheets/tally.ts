import type { LeftOut } from '../../shared/contract/imports.ts'
import type { Move } from '../platform/counters.ts'
import type { UploadRow } from './entity.ts'
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

/** What rows have to do with earlier rows of their file. */
export interface Meetings {
  /** Rows that say exactly what an earlier row said. */
  readonly doubles: readonly Place[]
  /** Rows that meet in a key with different data. */
  readonly warnings: readonly Problem[]
}

/** What became of rows. */
export interface Stored {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  /** The records of the rows that are stored, in their order. */
  readonly ids: readonly string[]
  /** Why rows could not be stored. */
  readonly problems: readonly Problem[]
  /** What contradicts what was known. */
  readonly warnings: readonly Problem[]
  /** What is still to be added to the counters. */
  readonly count?: readonly Move[]
}

/** Where a row stands. */
export type Place = Pick<Problem, 'row' | 'sheet'>

/** How many problems, and how many things left out, are kept with an upload; `stats.errors` counts all wrong rows. */
const KEPT = 200
/** How many records an import names in its reply. */
export const NAMED = 100
/** How many doubled rows are named one by one. */
const DOUBLES_NAMED = 20

/** What storing found wrong, which reading the file again does not tell. */
export interface StoredSide {
  errors: number
  problems: Problem[]
  warnings: Problem[]
  /** How many problems and warnings there were, also of those that are not kept. */
  told: number
}

/** What an import has come to so far. */
export interface Tally {
  stats: { totalRows: number; created: number; updated: number; skipped: number; errors: number }
  problems: Problem[]
  warnings: Problem[]
  leftOut: LeftOut[]
  /** How many problems and warnings, and how many things left out, reading told of. */
  told: { details: number; leftOut: number }
  doubles: Place[]
  doubled: number
  stored: StoredSide
  ids: string[]
}

const nothingStored: StoredSide = { errors: 0, problems: [], warnings: [], told: 0 }

/** The tally of an import that begins, or goes on: of what was stored it is known, the rest follows from the file. */
export function newTally(upload?: Pick<UploadRow, 'stats' | 'storedSide'>): Tally {
  const { created = 0, updated = 0, skipped = 0 } = upload?.stats ?? {}
  const { errors, problems, warnings, told }: StoredSide = upload?.storedSide ?? nothingStored
  return {
    stats: { totalRows: 0, created, updated, skipped, errors },
    ...{ problems: [], warnings: [], leftOut: [], doubles: [], doubled: 0, ids: [] },
    told: { details: 0, leftOut: 0 },
    stored: { errors, problems: [...problems], warnings: [...warnings], told },
  }
}

/** Adds what reading a batch gave. */
export function tallyRead(tally: Tally, batch: ReadBatch, { doubles, warnings }: Meetings): void {
  tally.stats.totalRows = batch.stats.totalRows
  tally.stats.errors = batch.stats.errors + tally.stored.errors
  keep(tally.problems, batch.problems, KEPT)
  keep(tally.warnings, [...batch.warnings, ...warnings], KEPT)
  keep(tally.leftOut, batch.leftOut, KEPT)
  tally.told.details += batch.problems.length + batch.warnings.length + warnings.length
  tally.told.leftOut += batch.leftOut.length
  keep(tally.doubles, doubles, DOUBLES_NAMED)
  tally.doubled += doubles.length
}

/** Adds what became of rows that were read. */
export function tallyStored({ stats, stored: side, ids }: Tally, stored: Stored): void {
  side.errors += stored.problems.length
  stats.errors += stored.problems.length
  stats.created += stored.created
  stats.updated += stored.updated
  stats.skipped += stored.skipped
  keep(side.problems, stored.problems, KEPT)
  keep(side.warnings, stored.warnings, KEPT)
  side.told += stored.problems.length + stored.warnings.length
  keep(ids, stored.ids, NAMED)
}

/** What an upload keeps of it: why rows were refused first, then what was doubtful, and how much of that there was. */
export function reportOf({ stats, problems, warnings, leftOut, told, doubles, doubled, stored }: Tally) {
  const refused = byPlace([...problems, ...stored.problems])
  const doubtful = byPlace([...warnings, ...stored.warnings])
  const repeated = doublesNamed(doubles, doubled)
  return {
    stats: { ...stats },
    details: [...refused, ...repeated, ...doubtful].slice(0, KEPT),
    detailsCount: told.details + stored.told + repeated.length,
    leftOut,
    leftOutCount: told.leftOut,
  }
}

/** Sheet by sheet, in the order of their rows. */
const byPlace = (told: readonly Problem[]): Problem[] =>
  [...Map.groupBy(told, ({ sheet }) => sheet).values()].flatMap((of) =>
    of.toSorted((one, other) => one.row - other.row),
  )

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
