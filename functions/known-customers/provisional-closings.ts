import { addWorkingDays } from '../../shared/cooling-off/working-days.ts'
import { staleConflict } from '../../shared/errors.ts'
import { addDays, epochOf, type Instant, localDateOf, now, startOfDay } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import type { OutboxItem } from '../platform/data/outbox.ts'
import { getRows, takeRows } from '../platform/data/rows.ts'
import { ttlSeconds } from '../platform/data/table.ts'
import { type DoNotCallEntry, type ProvisionalClosingRow, ProvisionalClosings } from './entity.ts'

/** Working days after the closing in which it can be judged. */
const WORKING_DAYS = 5
/** Maximum number of closings that are listed. */
const MOST_LISTED = 500

/** Returns the write that marks the closing of a number as provisional. */
export function provisionalWrite(
  { id, teamId }: Pick<Caller, 'id' | 'teamId'>,
  phone: string,
  { source }: DoNotCallEntry,
) {
  const until = addWorkingDays(localDateOf(now()), WORKING_DAYS)
  return ProvisionalClosings.put({
    ...{ phone, setBy: id, createdAt: now(), until },
    ...(teamId === null ? {} : { teamId }),
    ...(source ? { source } : {}),
    expires: ttlSeconds(epochOf(startOfDay(addDays(until, 1)))),
  })
}

const isOpen = ({ until }: ProvisionalClosingRow) => until >= localDateOf(now())

/** Reads the provisional closings of normalised numbers that can still be judged, strongly consistent. */
export const findProvisional = async (numbers: readonly string[]): Promise<ProvisionalClosingRow[]> =>
  (
    (await getRows(
      ProvisionalClosings,
      numbers.map((phone) => ({ phone })),
    )) as ProvisionalClosingRow[]
  ).filter(isOpen)

/** Lists the provisional closings that can still be judged, at most 500; `isComplete` is false when there are more. */
export async function findProvisionalClosings() {
  const { rows, isOver } = await takeRows<ProvisionalClosingRow>(ProvisionalClosings.query.primary({}), MOST_LISTED)
  return { rows: rows.filter(isOpen), isComplete: isOver }
}

/** Returns the key of the notification about the provisional closings of a day. */
export const closingsOn = (day: string) => `closings#${day}`

/** Returns the work that follows once a closing is no longer provisional. Its subject is the day of the closing. */
export const endOfClosing = ({ createdAt }: { readonly createdAt: string }): OutboxItem => ({
  kind: 'closing-judged',
  subject: localDateOf(createdAt as Instant),
})

/** Returns the removal of the mark; it fails with 409 when somebody judged the closing, or closed it too, meanwhile. */
export const removeMark = ({ phone, createdAt, isRepeated }: ProvisionalClosingRow): GuardedWrite => ({
  write: ProvisionalClosings.delete({ phone }).where(
    (row, { eq, notExists }) =>
      `${eq(row.createdAt, createdAt)} AND ${isRepeated ? eq(row.isRepeated, true) : notExists(row.isRepeated)}`,
  ),
  onFailure: staleConflict,
})

/** Returns the change that notes that somebody else closed the number too, which fails with 409 when it was judged. */
export const repetition = ({ phone, createdAt }: ProvisionalClosingRow, { date, source }: DoNotCallEntry): Change => ({
  action: 'do-not-call.set',
  entity: { type: 'do-not-call', id: phone },
  before: null,
  after: { phone, date, ...(source ? { source } : {}) },
  write: [
    {
      write: ProvisionalClosings.patch({ phone })
        .set({ isRepeated: true })
        .where((row, { eq }) => eq(row.createdAt, createdAt)),
      onFailure: staleConflict,
    },
  ],
})

/** Returns the change that makes a provisional closing final. */
export const confirmation = (row: ProvisionalClosingRow): Change => ({
  action: 'do-not-call.confirm',
  entity: { type: 'do-not-call', id: row.phone },
  before: { provisional: true },
  after: { provisional: false },
  write: [removeMark(row)],
  outbox: [endOfClosing(row)],
})
