import type { ContractRow } from '../entity.ts'

/** Number of bytes that one write unit covers. */
const UNIT_BYTES = 1024
/** Milliseconds between write units in one partition: 800 units a second, under DynamoDB's limit of 1,000. */
const MS_A_UNIT = 1.25
/** Milliseconds by which writes may be ahead of the pace `MS_A_UNIT`, so that 100 units may be written at once. */
const AT_ONCE_MS = 125

/** Returns the size of a contract as JSON in bytes, which is close to its stored size. */
export const bytesOf = (row: ContractRow): number => Buffer.byteLength(JSON.stringify(row))

/**
 * Function that returns how many milliseconds to wait before writing rows; `at` is the present moment (epoch
 * milliseconds).
 */
export type Pace = (rows: readonly ContractRow[], at: number) => number

/**
 * Returns a function that gives the milliseconds to wait before writing contracts, to stay within each partition's
 * limit. Contracts that end in the same month share a partition of an index. Many rows of a file may be in one month,
 * as files are often ordered by end date.
 */
export function newPace(): Pace {
  let due = 0
  return (rows, at) => {
    due = Math.max(due, at)
    const wait = Math.max(0, due - AT_ONCE_MS - at)
    const months = [...Map.groupBy(rows, ({ expiryMonth }) => expiryMonth).values()]
    due += MS_A_UNIT * Math.max(0, ...months.map(unitsOf))
    return wait
  }
}

const unitsOf = (rows: readonly ContractRow[]): number =>
  rows.reduce((sum, row) => sum + Math.ceil(bytesOf(row) / UNIT_BYTES), 0)
