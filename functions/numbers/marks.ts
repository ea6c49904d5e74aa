import { readPhones } from '../../shared/identifiers.ts'
import { callStateOn } from '../../shared/numbers/may-call.ts'
import { type CalledRecord, type CallMarks, hasOtherMarks } from '../../shared/numbers/states.ts'
import { addMonths, type LocalDate, today } from '../../shared/time.ts'
import { type KnownType, listRecordsWith } from '../known-customers/service.ts'
import { type GuardedWrite, isWritten, writeDerivedRows } from '../platform/data/commit.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { findCallStates, numberOf, type Planned } from './facts.ts'

/**
 * Returns a function that gives the marks of each of these records, strongly consistent. A consent that stands at the
 * record alone, as all did before numbers had them, is without proof (market 67b).
 */
export async function findCallMarks(
  records: readonly CalledRecord[],
  planned?: Planned,
): Promise<(record: CalledRecord) => CallMarks> {
  const states = await findCallStates(
    records.map(({ customerPhone }) => customerPhone),
    planned,
  )
  return ({ customerPhone = '', consent }) => {
    const { state = 'none', until, source } = states.get(customerPhone) ?? {}
    if (state === 'none' && consent && numberOf(customerPhone) !== undefined) {
      const callUntil = addMonths(consent.date as LocalDate, UNPROVEN_MONTHS)
      return {
        callState: callStateOn({ state: 'unproven', until: callUntil }, today()),
        callUntil,
        callSource: undefined,
      }
    }
    return { callState: state === 'none' ? undefined : state, callUntil: until, callSource: source }
  }
}

/** Months after which a consent that stands at a record alone expires. */
const UNPROVEN_MONTHS = 12

/** Maximum number of attempts to mark a record while it or its number changes. */
const TRIES = 6

/**
 * Returns a function that corrects the marks of a record by its id, with its counters. It reads record and number again
 * after each write, so that the last of several calls leaves the right marks. It returns false when the record keeps
 * changing.
 */
export const buildMarker =
  <Row extends CalledRecord>(
    find: (id: string) => Promise<Row | null>,
    marking: (row: Row, marks: Partial<Row>) => readonly GuardedWrite[],
  ) =>
  async (id: string): Promise<boolean> => {
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const row = await find(id)
      if (!row) return true
      const marks = (await findCallMarks([row]))(row)
      if (!hasOtherMarks(row, marks)) return true
      await isWritten(writeDerivedRows(marking(row, marks as Partial<Row>)))
    }
    return false
  }

/** Number of records marked in parallel. */
const MARKED_TOGETHER = 8

/**
 * Has `mark` correct the marks of the records of a kind with a number of these phone fields, after the state of the
 * number changed; at most a hundred of each number. The stream of the table does so for all.
 */
export async function markRecordsWith(
  type: KnownType,
  phones: readonly (string | null | undefined)[],
  mark: (id: string) => Promise<boolean>,
): Promise<void> {
  const numbers = new Set(phones.flatMap((phone) => readPhones(phone ?? '')))
  const found = await Promise.all(Array.from(numbers, (phone) => listRecordsWith(type, phone)))
  await runInParallel([...new Set(found.flat())], async (id) => void (await mark(id)), MARKED_TOGETHER)
}
