import type { ContractRow } from './entity.ts'

/** What a write unit holds, in bytes. */
const UNIT_BYTES = 1024
/** A partition takes 1,000 write units a second; an import asks for 800 of them, after 100 at once. */
const MS_A_UNIT = 1.25
const AT_ONCE_MS = 125

/** What a contract weighs as it is stored, in bytes. */
export const bytesOf = (row: ContractRow): number => Buffer.byteLength(JSON.stringify(row))

/** How long rows that are written from then on (epoch milliseconds) wait, in milliseconds. */
export type Pace = (rows: readonly ContractRow[], at: number) => number

/**
 * A pace at which no partition is asked for more than it takes: contracts that end in the same month lie in one of the index,
 * and a list is often in the order of its dates.
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
