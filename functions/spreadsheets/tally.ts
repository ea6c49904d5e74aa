import type { LeftOut } from '../../shared/contract/imports.ts'
import { withoutIbansWithin } from '../platform/account-numbers.ts'
import type { Move } from '../platform/counters.ts'
import type { UploadRow } from './entity.ts'
import type { Problem } from './row-reading.ts'

/** Counts up to and including a batch. `errors` is the number of rows refused, which may have several problems each. */
type ReadStats = { totalRows: number; errors: number }

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
/** How many rows of those that share a warning are named. */
const SHARING_NAMED = 50
/** How many doubled rows are named one by one. */
const DOUBLES_NAMED = 20

/** A warning, at the first of the rows that it is about. */
interface SharedWarning extends Problem {
  count: number
  rows: number[]
}

/** What storing found wrong, which reading the file again does not tell. */
interface StoredSide {
  errors: number
  problems: Problem[]
  warnings: SharedWarning[]
  /** How many problems and warnings there were, also of those that are not kept; one that rows share is one. */
  told: number
}

/** What an import has come to so far. */
export interface Tally {
  stats: { totalRows: number; created: number; updated: number; skipped: number; errors: number }
  problems: Problem[]
  warnings: SharedWarning[]
  leftOut: LeftOut[]
  /** How many problems and warnings, likewise, and how many things left out, reading told of. */
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
    stored: { errors, problems: [...problems], warnings: warnings.map((one) => ({ ...one })), told },
  }
}

/** Adds what reading a batch gave. */
export function tallyRead(tally: Tally, batch: ReadBatch, { doubles, warnings }: Meetings): void {
  tally.stats.totalRows = batch.stats.totalRows
  tally.stats.errors = batch.stats.errors + tally.stored.errors
  keep(tally.problems, batch.problems, KEPT)
  const warned = share(tally.warnings, [...batch.warnings, ...warnings])
  keep(tally.leftOut, batch.leftOut, KEPT)
  tally.told.details += batch.problems.length + warned
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
  side.told += stored.problems.length + share(side.warnings, stored.warnings)
  keep(ids, stored.ids, NAMED)
}

/** What an upload keeps of it: why rows were refused first, then what was doubtful, and how much of that there was. */
export function reportOf({ stats, problems, warnings, leftOut, told, doubles, doubled, stored }: Tally) {
  const refused = byPlace([...problems, ...stored.problems])
  const doubtful = byPlace([...warnings, ...stored.warnings]).map(asTold)
  const repeated = doublesNamed(doubles, doubled)
  return {
    stats: { ...stats },
    wrongRows: stats.errors,
    details: withoutIbansWithin([...refused, ...repeated, ...doubtful].slice(0, KEPT)),
    refusedDetails: Math.min(refused.length, KEPT),
    detailsCount: told.details + stored.told + repeated.length,
    leftOut: withoutIbansWithin(leftOut),
    leftOutCount: told.leftOut,
  }
}

/** Sheet by sheet, in the order of their rows. */
const byPlace = <P extends Problem>(told: readonly P[]): P[] =>
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

/** Adds warnings to those that other rows gave too; says how many of them are new. */
function share(kept: SharedWarning[], more: readonly Problem[]): number {
  let told = 0
  for (const { row, sheet, column, reason } of more) {
    const same = kept.find((one) => one.reason === reason && one.column === column && one.sheet === sheet)
    if (same) {
      if (same.rows.length < SHARING_NAMED) same.rows.push(row)
      same.count += 1
      continue
    }
    told += 1
    const first = { row, column, reason, count: 1, rows: [row], ...(sheet === undefined ? {} : { sheet }) }
    keep(kept, [first], KEPT)
  }
  return told
}

function asTold({ count, rows, ...warning }: SharedWarning) {
  return count === 1 ? warning : { ...warning, shared: { count, rows } }
}

function keep<T>(kept: T[], more: readonly T[], most: number): void {
  kept.push(...more.slice(0, most - kept.length))
}
