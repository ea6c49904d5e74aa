import { staleConflict, unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { Caller, Permit } from '../platform/actor.ts'
import { type Change, condition, type GuardedWrite, planAndCommit } from '../platform/data/commit.ts'
import { countSuccess } from '../platform/data/rate-limit.ts'
import { getRows, takeRows } from '../platform/data/rows.ts'
import type { Operation } from '../platform/data/table.ts'
import { addToClosedFilter, readClosedFilter } from './closed-filter.ts'
import {
  type DoNotCallEntry,
  DoNotCalls,
  type KnownCustomerRow,
  KnownCustomers,
  type ProvisionalClosingRow,
  ProvisionalClosings,
} from './entity.ts'
import {
  confirmation,
  endOfClosing,
  findProvisional,
  provisionalWrite,
  removeMark,
  repetition,
} from './provisional-closings.ts'
import { canSeeKnownRecord, MAX_READ } from './reach.ts'

/** Returns the distinct valid phone numbers; texts such as 'onbekend' or '0' belong to nobody. */
export const numbersOf = (phones: readonly (string | undefined)[]): string[] => [
  ...new Set(phones.flatMap((phone = '') => readPhones(phone))),
]

/**
 * Finds the do-not-call entry of a phone field, strongly consistent; null when all its numbers may be called, or it has
 * none.
 */
export async function findDoNotCall(phone: string | undefined): Promise<DoNotCallEntry | null> {
  const [closed] = await findClosed(numbersOf([phone]))
  return closed ? entryOf(closed) : null
}

const entryOf = ({
  date,
  source,
}: {
  readonly date: string
  readonly source?: string | undefined
}): DoNotCallEntry => ({
  date,
  source: source ?? null,
})

/** Reads the do-not-call rows of normalised numbers, strongly consistent. */
export const findClosed = (numbers: readonly string[]) =>
  getRows(
    DoNotCalls,
    numbers.map((phone) => ({ phone })),
  )

/** Number of phone numbers that are looked up for less than the filter costs. */
const FEW = 8

/**
 * Finds the do-not-call entries of phone fields of a list of customers, as a map by the text of the field. A field with
 * several numbers has the entry of the first closed one.
 */
export async function findDoNotCalls(phones: readonly (string | undefined)[]): Promise<Map<string, DoNotCallEntry>> {
  const numbers = numbersOf(phones)
  if (numbers.length === 0) return new Map()
  const possible = numbers.length <= FEW ? numbers : numbers.filter(await readClosedFilter())
  if (possible.length === 0) return new Map()
  const { data } = await DoNotCalls.get(possible.map((phone) => ({ phone }))).go()
  const closed = new Map(data.map((row) => [row.phone, entryOf(row)]))
  return new Map(
    phones.flatMap((phone = '') => {
      const number = readPhones(phone).find((one) => closed.has(one))
      return number === undefined ? [] : [[phone, closed.get(number) as DoNotCallEntry]]
    }),
  )
}

/** Returns the phone numbers among these that are on the do-not-call list, normalised; strongly consistent. */
export async function findClosedNumbers(phones: readonly (string | undefined)[]): Promise<Set<string>> {
  const rows = await findClosed(numbersOf(phones))
  return new Set(rows.map(({ phone }) => phone))
}

interface Refusal {
  readonly message: string
  readonly field: string
}

const NOT_CALLED: Refusal = { message: 'Dit nummer wil niet gebeld worden', field: 'customerPhone' }

/**
 * Returns the conditions that none of these phone numbers is on the do-not-call list. If one is, the change with these
 * conditions fails with 422 and the text of `refusal`.
 */
export const requireCallable = (
  phones: readonly (string | undefined)[],
  refusal: Refusal = NOT_CALLED,
): GuardedWrite[] =>
  numbersOf(phones).map((phone) =>
    condition(
      DoNotCalls.delete({ phone }).where((row, { notExists }) => notExists(row.phone)),
      () => unprocessable(refusal.message, refusal.field),
    ),
  )

/**
 * Returns the changes that put all numbers of phone fields on the do-not-call list; none for numbers that are on it
 * already.
 */
export async function putOnDoNotCall(
  actor: Pick<Caller, 'id'>,
  phones: readonly string[],
  entry: DoNotCallEntry,
): Promise<Change[]> {
  const closed = await findClosedNumbers(phones)
  const open = numbersOf(phones).filter((number) => !closed.has(number))
  const [first, ...others] = open.map((number) => markedAsClosed(actor, number, entry))
  return first ? [{ ...first, write: [...first.write, ...(await addToClosedFilter(open))] }, ...others] : []
}

/** Daily limits on closings of numbers, by who has the number besides the person who closes it. */
const limitsOf = {
  others: ({ id }: Caller) => ({ subject: `do-not-call#${id}`, hits: 10, seconds: 86_400 }),
  nobody: ({ id }: Caller) => ({ subject: `do-not-call-unknown#${id}`, hits: 30, seconds: 86_400 }),
}

/**
 * Daily number of closings, of both kinds together, above which the person is told that each may be provisional. Which
 * ones are is unsaid, as that would tell whether somebody else has the number.
 */
const warningLimitOf = ({ id }: Caller) => ({ subject: `do-not-call-told#${id}`, hits: 10, seconds: 86_400 })

/** The change that closes a number, or makes its closing final. */
export interface Closing extends Change {
  readonly isProvisional?: true
  /** Set above the daily number of `warningLimitOf`. */
  readonly mayBeJudged?: true
  /** True when the number was closed already, and only the moment of the objection is newer. */
  readonly isAgain?: true
}

/**
 * Returns the changes with which a person puts all numbers of phone fields on the do-not-call list (market 66).
 * Closings by admins, and of numbers within the person's reach, are final. So are ten a day of other people's
 * customers, and thirty that nobody else has. Later ones are provisional. A second person makes a provisional closing
 * final; beyond their own limits, only an admin judges it. For numbers that are closed already, renews the moment of
 * the objection, so that nobody lifts an objection that they did not see.
 */
export async function closeNumbers(
  actor: Caller,
  phones: readonly string[],
  entry: DoNotCallEntry,
): Promise<Closing[]> {
  // Read first: a closing that is reopened after this makes the confirmation fail, and the objection is planned again.
  const waiting = await findProvisional(numbersOf(phones))
  const closings = await Promise.all(
    (await putOnDoNotCall(actor, phones, entry)).map(async (change): Promise<Closing> => {
      const holder = await holderOf(actor, change.entity.id)
      const action = holder === 'others' ? 'do-not-call.set-for-others' : change.action
      const isOwn = holder === 'own' || actor.role === 'admin'
      const judged = isOwn || (await countSuccess(warningLimitOf(actor))) ? {} : { mayBeJudged: true as const }
      if (await isFinal(actor, holder)) return { ...change, ...judged, action }
      const write = [...change.write, provisionalWrite(actor, change.entity.id, entry)]
      return { ...change, ...judged, action, write, isProvisional: true }
    }),
  )
  const repeated = waiting
    .filter(({ setBy }) => setBy !== actor.id)
    .map(async (row) =>
      (await isFinal(actor, await holderOf(actor, row.phone))) ? confirmation(row) : repetition(row, entry),
    )
  const made = [...closings, ...(await Promise.all(repeated))]
  const closed = await findClosed(numbersOf(phones))
  const again = closed.filter((row) => !made.some(({ entity }) => entity.id === row.phone))
  return [...made, ...again.map((row) => objectedAgain(row, entry))]
}

/** Returns the change that notes a newer objection for a closed number; it fails with 409 when it was lifted meanwhile. */
const objectedAgain = ({ phone, createdAt }: ClosedRow, { date, source }: DoNotCallEntry): Closing => ({
  action: 'do-not-call.set',
  entity: { type: 'do-not-call', id: phone },
  before: null,
  after: { phone, date, ...(source ? { source } : {}) },
  write: [
    DoNotCalls.patch({ phone })
      .set({ repeatedAt: now() })
      .where((row, { eq }) => eq(row.createdAt, createdAt)),
  ],
  isAgain: true,
})

type ClosedRow = Awaited<ReturnType<typeof findClosed>>[number]

const isFinal = async (actor: Caller, holder: Holder) =>
  holder === 'own' || actor.role === 'admin' || (await countSuccess(limitsOf[holder](actor)))

/**
 * People who have a number besides the actor: `own` when a record is within reach that somebody else made. A record
 * that the actor made, or gave the number, says nothing, as anybody can do that.
 */
type Holder = 'own' | 'others' | 'nobody'

async function holderOf(actor: Caller, value: string): Promise<Holder> {
  const { rows } = await takeRows<KnownCustomerRow>(KnownCustomers.query.primary({ by: 'phone', value }), MAX_READ)
  const others = rows.filter(({ author }) => author !== actor.id)
  if (others.some((row) => canSeeKnownRecord(actor, row))) return 'own'
  return others.length > 0 ? 'others' : 'nobody'
}

/** Returns the change that stores a do-not-call entry. The caller adds the writes of `addToClosedFilter` to it. */
function markedAsClosed(actor: Pick<Caller, 'id'>, phone: string, { date, source }: DoNotCallEntry): Change {
  const row = { phone, date, setBy: actor.id, createdAt: now(), ...(source ? { source } : {}) }
  return {
    action: 'do-not-call.set',
    entity: { type: 'do-not-call', id: phone },
    before: null,
    after: row,
    write: [DoNotCalls.put(row)],
  }
}

/** Returns a do-not-call entry with today as its date and the imported file `filename` as its source. */
export const newDoNotCallEntry = (filename: string): DoNotCallEntry => ({
  date: localDateOf(now()),
  source: `Import van ${filename}`.slice(0, 200),
})

/** Numbers in one transaction: each takes two of the hundred writes, and the rows of the list some more. */
const CLOSED_TOGETHER = 40

/** Puts the valid numbers of an import on the do-not-call list, in several transactions; skips those that are on it. */
export async function addToDoNotCallList(
  permit: Permit,
  phones: readonly string[],
  entry: DoNotCallEntry,
): Promise<void> {
  const numbers = numbersOf(phones)
  for (let from = 0; from < numbers.length; from += CLOSED_TOGETHER) {
    const some = numbers.slice(from, from + CLOSED_TOGETHER)
    await planAndCommit(permit, async () => ({
      changes: await putOnDoNotCall(permit.actor, some, entry),
      result: undefined,
    }))
  }
}

/**
 * Returns the changes that take all numbers of a phone field off the do-not-call list, with the reason (rulings 32).
 * They fail with `onFailure` when the customer objected meanwhile; by itself that is a 422, as a change that fails with
 * a 409 may be planned again. Callers check the right to do so.
 */
export async function liftDoNotCall(
  phone: string,
  reason: string,
  unmark = withoutMark,
  onFailure = CHANGED,
): Promise<Change[]> {
  const closed = await findClosed(numbersOf([phone]))
  return closed.map((row) => ({ ...liftOf(row, reason, unmark, onFailure), outbox: [endOfClosing(row)] }))
}

const CHANGED = () => unprocessable('Dit nummer is intussen gewijzigd. Laad de pagina opnieuw.')
const withoutMark = (phone: string): Operation | GuardedWrite => ProvisionalClosings.delete({ phone })

/** Returns the change that takes a number off the do-not-call list, for a reason. */
export const liftOf = (row: ClosedRow, reason: string, unmark = withoutMark, onFailure = CHANGED): Change => ({
  action: 'do-not-call.lift',
  entity: { type: 'do-not-call', id: row.phone },
  before: entryOf(row),
  after: { reason },
  write: [{ write: deleteUnchanged(row), onFailure }, unmark(row.phone)],
})

const deleteUnchanged = ({ phone, createdAt, repeatedAt }: ClosedRow) =>
  DoNotCalls.delete({ phone }).where(
    (row, { eq, notExists }) =>
      `${eq(row.createdAt, createdAt)} AND ${repeatedAt ? eq(row.repeatedAt, repeatedAt) : notExists(row.repeatedAt)}`,
  )

/**
 * Returns the changes that confirm or reopen a provisional closing. They fail with 409 when it was judged meanwhile.
 */
export const judgeClosing = async (row: ProvisionalClosingRow, decision: 'confirm' | 'reopen'): Promise<Change[]> =>
  decision === 'confirm'
    ? [confirmation(row)]
    : liftDoNotCall(row.phone, 'Voorlopige sluiting teruggedraaid', () => removeMark(row), staleConflict)
