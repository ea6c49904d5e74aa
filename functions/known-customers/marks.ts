import { readPhones } from '../../shared/identifiers.ts'
import { type GuardedWrite, isWritten, writeDerivedRows } from '../platform/data/commit.ts'
import { takeRows } from '../platform/data/rows.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { findClosedNumbers } from './do-not-call-list.ts'
import { type KnownCustomerRow, KnownCustomers } from './entity.ts'
import { MAX_READ, type Type } from './reach.ts'

/** Record that counts apart while one of its phone numbers is on the do-not-call list. */
interface Marked {
  readonly customerPhone?: string | undefined
  readonly notToCall?: boolean | undefined
}

/** Maximum number of attempts to mark a record while it or its number changes. */
const TRIES = 6

/**
 * Returns a function that corrects the mark `notToCall` of a record by its id, with its counters. It reads record and
 * number again after each write, so that the last of several calls leaves the right mark. It returns false when the
 * record keeps changing.
 */
export const buildMarker =
  <Row extends Marked>(
    find: (id: string) => Promise<Row | null>,
    marking: (row: Row, marks: Partial<Row>) => readonly GuardedWrite[],
  ) =>
  async (id: string): Promise<boolean> => {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const row = await find(id)
      if (!row) return true
      const notToCall = (await findClosedNumbers([row.customerPhone])).size > 0 || undefined
      if (row.notToCall === notToCall) return true
      await isWritten(writeDerivedRows(marking(row, { notToCall } as Partial<Row>)))
    }
    return false
  }

/** Number of records marked in parallel. */
const MARKED_TOGETHER = 8

/**
 * Has `mark` correct the marks of the records of a kind with a number of these phone fields, after the number was put
 * on or taken off the do-not-call list; at most a hundred of each number. The stream of the table does so for all.
 */
export async function markRecordsWith(
  type: Type,
  phones: readonly (string | null | undefined)[],
  mark: (id: string) => Promise<boolean>,
): Promise<void> {
  const numbers = new Set(phones.flatMap((phone) => readPhones(phone ?? '')))
  const found = await Promise.all(
    Array.from(numbers, (value) =>
      takeRows<KnownCustomerRow>(KnownCustomers.query.primary({ by: 'phone', value }).begins({ type }), MAX_READ, {
        consistent: true,
      }),
    ),
  )
  const ids = new Set(found.flatMap(({ rows }) => rows.map(({ recordId }) => recordId)))
  await runInParallel([...ids], async (id) => void (await mark(id)), MARKED_TOGETHER)
}
