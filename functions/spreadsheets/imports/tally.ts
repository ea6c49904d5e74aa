import type { LeftOut } from '../../../shared/api/parts/imports.ts'
import { withoutIbansWithin } from '../../platform/data/account-numbers.ts'
import type { Move } from '../../platform/data/counters.ts'
import type { OutboxItem } from '../../platform/data/outbox.ts'
import type { Problem } from '../recognition/row-reading.ts'
import type { UploadRow } from './entity.ts'

/** Counts up to and including a batch. `errors` is the number of rows refused, which may have several problems each. */
type ReadStats = { totalRows: number; errors: number }

/** Result of reading a number of consecutive rows. */
export interface ReadBatch {
  /** Reasons for refused rows. */
  readonly problems: readonly Problem[]
  /** Warnings about accepted rows. */
  readonly warnings: readonly Problem[]
  /** Unread parts of the file. */
  readonly leftOut: readonly LeftOut[]
  readonly stats: Readonly<ReadStats>
}

/** Rows that repeat or contradict earlier rows of their file. */
export interface Meetings {
  /** Rows with the same content as an earlier row. */
  readonly doubles: readonly Place[]
  /** Warnings about rows with the same key and other content. */
  readonly warnings: readonly Problem[]
}

/** Result of storing rows. */
export interface Stored {
  readonly created: number
  readonly updated: number
  readonly skipped: number
  /** Ids of the stored records, in the order of the rows. */
  readonly ids: readonly string[]
  /** Reasons for rows that could not be stored. */
  readonly problems: readonly Problem[]
  /** Contradictions with stored records. */
  readonly warnings: readonly Problem[]
  /** Counter moves that are still to be written, and work that follows them. */
  readonly count?: readonly Move[]
  readonly outbox?: readonly OutboxItem[]
}

/** Place of a row. */
export type Place = Pick<Problem, 'row' | 'sheet'>

/** Maximum number of problems and of unread parts stored with an upload; `stats.errors` counts all wrong rows. */
const KEPT = 200
/** Maximum number of ids in the reply of an import. */
export const MAX_NAMED_IDS = 100
/** Maximum number of rows named by one shared warning. */
const SHARING_NAMED = 50
/** Maximum number of repeated rows named one by one. */
const DOUBLES_NAMED = 20

/** Warning that several rows share; its place is that of the first of these rows. */
interface SharedWarning extends Problem {
  count: number
  rows: number[]
}

/** Problems found while storing, which reading the file again does not give. */
interface StoredSide {
  errors: number
  problems: Problem[]
  warnings: SharedWarning[]
  /** Number of problems and warnings, stored in these lists or not; a warning that rows share counts once. */
  detailsCount: number
}

/** Results of an import so far: counts of rows, problems and warnings. */
export interface Tally {
  stats: { totalRows: number; created: number; updated: number; skipped: number; errors: number }
  problems: Problem[]
  warnings: SharedWarning[]
  leftOut: LeftOut[]
  /** Numbers of problems and warnings, and of unread parts, found while reading. */
  found: { details: number; leftOut: number }
  doubles: Place[]
  doubled: number
  stored: StoredSide
  ids: string[]
}

const nothingStored: StoredSide = { errors: 0, problems: [], warnings: [], detailsCount: 0 }

/**
 * Returns the totals at the start of an import or its continuation. The results of storing come from the upload; the
 * other totals come back by reading the file again.
 */
export function newTally(upload?: Pick<UploadRow, 'stats' | 'storedSide'>): Tally {
  const { created = 0, updated = 0, skipped = 0 } = upload?.stats ?? {}
  const { errors, problems, warnings, detailsCount }: StoredSide = upload?.storedSide ?? nothingStored
  return {
    stats: { totalRows: 0, created, updated, skipped, errors },
    ...{ problems: [], warnings: [], leftOut: [], doubles: [], doubled: 0, ids: [] },
    found: { details: 0, leftOut: 0 },
    stored: { errors, problems: [...problems], warnings: warnings.map((one) => ({ ...one })), detailsCount },
  }
}

/** Adds a batch of read rows to the totals of an import, with those that repeat or contradict earlier rows. */
export function tallyRead(tally: Tally, batch: ReadBatch, { doubles, warnings }: Meetings): void {
  tally.stats.totalRows = batch.stats.totalRows
  tally.stats.errors = batch.stats.errors + tally.stored.errors
  addUpTo(tally.problems, batch.problems, KEPT)
  const warned = mergeWarnings(tally.warnings, [...batch.warnings, ...warnings])
  addUpTo(tally.leftOut, batch.leftOut, KEPT)
  tally.found.details += batch.problems.length + warned
  tally.found.leftOut += batch.leftOut.length
  addUpTo(tally.doubles, doubles, DOUBLES_NAMED)
  tally.doubled += doubles.length
}

/** Adds the result of storing rows to the totals of an import. */
export function tallyStored({ stats, stored: side, ids }: Tally, stored: Stored): void {
  side.errors += stored.problems.length
  stats.errors += stored.problems.length
  stats.created += stored.created
  stats.updated += stored.updated
  stats.skipped += stored.skipped
  addUpTo(side.problems, stored.problems, KEPT)
  side.detailsCount += stored.problems.length + mergeWarnings(side.warnings, stored.warnings)
  addUpTo(ids, stored.ids, MAX_NAMED_IDS)
}

/**
 * Returns the fields of an upload that report the totals of its import. `details` holds up to 200 problems: refused
 * rows first, then repeated rows, then warnings.
 */
export function reportOf({ stats, problems, warnings, leftOut, found, doubles, doubled, stored }: Tally) {
  const refused = byPlace([...problems, ...stored.problems])
  const doubtful = byPlace([...warnings, ...stored.warnings]).map(withShared)
  const repeated = describeDoubles(doubles, doubled)
  return {
    stats: { ...stats },
    wrongRows: stats.errors,
    details: withoutIbansWithin([...refused, ...repeated, ...doubtful].slice(0, KEPT)),
    refusedDetails: Math.min(refused.length, KEPT),
    detailsCount: found.details + stored.detailsCount + repeated.length,
    leftOut: withoutIbansWithin(leftOut),
    leftOutCount: found.leftOut,
  }
}

/** Sorts problems by sheet and row. */
const byPlace = <P extends Problem>(problems: readonly P[]): P[] =>
  [...Map.groupBy(problems, ({ sheet }) => sheet).values()].flatMap((of) =>
    of.toSorted((one, other) => one.row - other.row),
  )

function describeDoubles(doubles: Tally['doubles'], doubled: number): Problem[] {
  const [first, ...others] = doubles
  if (!first) return []
  const more = doubled - doubles.length
  const rest = others.map(({ row, sheet }) => (sheet === first.sheet ? `${row}` : `${row} van blad '${sheet}'`))
  const also = [...rest, ...(more > 0 ? [`nog ${more} rijen`] : [])]
  const names =
    also.length > 0 ? `, net als ${also.length === 1 && more === 0 ? 'rij' : 'rijen'} ${also.join(', ')}` : ''
  return [{ ...first, column: null, reason: `is gelijk aan een eerdere rij en telt één keer${names}` }]
}

/** Merges warnings into equal ones of other rows; returns the number of new ones. */
function mergeWarnings(kept: SharedWarning[], more: readonly Problem[]): number {
  let added = 0
  for (const { row, sheet, column, reason } of more) {
    const same = kept.find((one) => one.reason === reason && one.column === column && one.sheet === sheet)
    if (same) {
      if (same.rows.length < SHARING_NAMED) same.rows.push(row)
      same.count += 1
      continue
    }
    added += 1
    const first = { row, column, reason, count: 1, rows: [row], ...(sheet === undefined ? {} : { sheet }) }
    addUpTo(kept, [first], KEPT)
  }
  return added
}

function withShared({ count, rows, ...warning }: SharedWarning) {
  return count === 1 ? warning : { ...warning, shared: { count, rows } }
}

function addUpTo<T>(kept: T[], more: readonly T[], most: number): void {
  kept.push(...more.slice(0, most - kept.length))
}
