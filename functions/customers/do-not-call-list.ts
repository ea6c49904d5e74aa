import type { DoNotCall } from '../../shared/contract/parts/fields.ts'
import { unprocessable } from '../../shared/errors.ts'
import { readPhones } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import type { Caller, Permit } from '../platform/actor.ts'
import { type Change, commitAll, condition, type GuardedWrite } from '../platform/data/commit.ts'
import { countSuccess } from '../platform/data/rate-limit.ts'
import { getRows, readAll, takeRows } from '../platform/data/rows.ts'
import type { Operation } from '../platform/data/table.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import type { Source } from '../records/source.ts'
import { ClosedNumbers, DoNotCalls, type KnownCustomerRow, KnownCustomers } from './entity.ts'
import { canSeeKnownRecord, MAX_READ, type Type } from './reach.ts'

/** Returns the distinct valid phone numbers; texts such as 'onbekend' or '0' belong to nobody. */
const numbersOf = (phones: readonly (string | undefined)[]): string[] => [
  ...new Set(phones.flatMap((phone = '') => readPhones(phone))),
]

/**
 * Finds the do-not-call entry of a phone field, strongly consistent; null when all its numbers may be called, or it has
 * none.
 */
export async function findDoNotCall(phone: string | undefined): Promise<DoNotCall | null> {
  const [closed] = await findClosed(numbersOf([phone]))
  return closed ? entryOf(closed) : null
}

const entryOf = ({ date, source }: { readonly date: string; readonly source?: string | undefined }): DoNotCall => ({
  date,
  source: source ?? null,
})

/** Reads the do-not-call rows of normalised numbers, strongly consistent. */
const findClosed = (numbers: readonly string[]) =>
  getRows(
    DoNotCalls,
    numbers.map((phone) => ({ phone })),
  )

/**
 * Finds the do-not-call entries of phone fields of a list of customers, as a map by the text of the field. A field with
 * several numbers has the entry of the first closed one.
 */
export async function findDoNotCalls(phones: readonly (string | undefined)[]): Promise<Map<string, DoNotCall>> {
  const numbers = numbersOf(phones)
  if (numbers.length === 0) return new Map()
  const lists = new Map(
    (await ClosedNumbers.query.all({}).go({ pages: 'all' })).data.map((list) => [list.ending, list]),
  )
  const possible = numbers.filter((phone) => {
    const list = lists.get(endingOf(phone))
    return list?.isFull || list?.phones?.includes(phone)
  })
  if (possible.length === 0) return new Map()
  const { data } = await DoNotCalls.get(possible.map((phone) => ({ phone }))).go()
  const closed = new Map(data.map((row) => [row.phone, entryOf(row)]))
  return new Map(
    phones.flatMap((phone = '') => {
      const number = readPhones(phone).find((one) => closed.has(one))
      return number === undefined ? [] : [[phone, closed.get(number) as DoNotCall]]
    }),
  )
}

/** Returns the phone numbers among these that are on the do-not-call list, normalised; strongly consistent. */
export async function findClosedNumbers(phones: readonly (string | undefined)[]): Promise<Set<string>> {
  const rows = await findClosed(numbersOf(phones))
  return new Set(rows.map(({ phone }) => phone))
}

const endingOf = (phone: string) => phone.slice(-1)

/** Maximum number of phone numbers in a row of the list. Reading ten full rows costs some 15 read units. */
const MOST_LISTED = 1_000

/**
 * Returns the writes that add numbers to the rows of the list. A full row is marked, and its numbers are then looked up
 * one by one.
 */
async function listWrites(phones: readonly string[]): Promise<Operation[]> {
  const lists = Map.groupBy(phones, endingOf)
  const { data } = await ClosedNumbers.get([...lists.keys()].map((ending) => ({ ending }))).go({ consistent: true })
  return [...lists].map(([ending, added]) => {
    const length = data.find((list) => list.ending === ending)?.phones?.length ?? 0
    const list = ClosedNumbers.update({ ending })
    return length + added.length > MOST_LISTED ? list.set({ isFull: true }) : list.add({ phones: added })
  })
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
 * Returns the changes that put all numbers of a phone field on the do-not-call list; none for numbers that are on it
 * already.
 */
export const putOnDoNotCall = (actor: Pick<Caller, 'id'>, phone: string, entry: DoNotCall): Promise<Change[]> =>
  closeNumbers(phone, async (number) => markedAsClosed(actor, number, entry))

/** Returns the changes that put the open numbers of a phone field on the list; `mark` makes that of one number. */
async function closeNumbers(phone: string, mark: (number: string) => Promise<Change>): Promise<Change[]> {
  const numbers = numbersOf([phone])
  const closed = await findClosed(numbers)
  const open = numbers.filter((number) => !closed.some((row) => row.phone === number))
  const [first, ...others] = await Promise.all(open.map(mark))
  return first ? [{ ...first, write: [...first.write, ...(await listWrites(open))] }, ...others] : []
}

type Whose = 'own' | 'others' | 'nobodys'

/** Numbers a day that a person closes without doubt, by whose customers have them; own ones have no limit. */
const closedADay = { others: 10, nobodys: 30 }

/** Tells whether a person may still close a number today without a judgement; counts the number. */
const isWithinLimit = async ({ id }: Caller, whose: Whose): Promise<boolean> =>
  whose === 'own' || countSuccess({ subject: `do-not-call#${whose}#${id}`, hits: closedADay[whose], seconds: 86_400 })

/**
 * Returns the changes with which a person puts all numbers of a phone field on the do-not-call list; none when they are
 * on it already. An objection is always taken: beyond the daily limits the closing is `provisional`.
 */
export const takeObjection = (actor: Caller, phone: string, entry: DoNotCall): Promise<Change[]> =>
  closeNumbers(phone, async (number) => {
    const whose = await ownerOfNumber(actor, number)
    const isSure = await isWithinLimit(actor, whose)
    const marked = markedAsClosed(actor, number, isSure ? entry : { ...entry, provisional: true })
    return whose === 'others' ? { ...marked, action: 'do-not-call.set-for-others' } : marked
  })

/**
 * Tells whose a number is. It is a person's own by a record within reach that somebody else made, such as an assigned
 * lead: what one typed oneself proves nothing.
 */
async function ownerOfNumber(actor: Caller, value: string): Promise<Whose> {
  const { rows } = await takeRows<KnownCustomerRow>(KnownCustomers.query.primary({ by: 'phone', value }), MAX_READ)
  const others = rows.filter(({ madeBy }) => madeBy !== actor.id)
  if (others.length === 0) return 'nobodys'
  return others.some((row) => canSeeKnownRecord(actor, row)) ? 'own' : 'others'
}

/** Returns the change that stores a do-not-call entry. The caller adds the writes of `listWrites` to it. */
function markedAsClosed(
  actor: Pick<Caller, 'id'>,
  phone: string,
  { date, source, provisional }: DoNotCall & { readonly provisional?: true },
): Change {
  const row = {
    ...{ phone, date, setBy: actor.id, createdAt: now() },
    ...(source ? { source } : {}),
    ...(provisional ? { provisional } : {}),
  }
  return {
    action: 'do-not-call.set',
    entity: { type: 'do-not-call', id: phone },
    before: null,
    after: row,
    write: [DoNotCalls.put(row)],
  }
}

/** Returns a do-not-call entry with today as its date and the imported file `filename` as its source. */
export const newDoNotCallEntry = (filename: string): DoNotCall => ({
  date: localDateOf(now()),
  source: `Import van ${filename}`.slice(0, 200),
})

/** Numbers in one transaction: each takes two of the hundred writes, and the rows of the list some more. */
const CLOSED_TOGETHER = 40

/** Puts the valid numbers of an import on the do-not-call list, in several transactions; skips those that are on it. */
export async function addToDoNotCallList(permit: Permit, phones: readonly string[], entry: DoNotCall): Promise<void> {
  const numbers = numbersOf(phones)
  for (let from = 0; from < numbers.length; from += CLOSED_TOGETHER) {
    const some = numbers.slice(from, from + CLOSED_TOGETHER)
    const { data } = await DoNotCalls.get(some.map((phone) => ({ phone }))).go({ consistent: true })
    const open = some.filter((phone) => !data.some((closed) => closed.phone === phone))
    const [first, ...others] = open.map((phone) => markedAsClosed(permit.actor, phone, entry))
    if (!first) continue
    await commitAll(permit, [{ ...first, write: [...first.write, ...(await listWrites(open))] }, ...others], undefined)
  }
}

/**
 * Returns the changes that take all numbers of a phone field off the do-not-call list, with the reason (rulings 32).
 * Callers check the right to do so.
 */
export async function liftDoNotCall(phone: string, reason: string): Promise<Change[]> {
  const closed = await findClosed(numbersOf([phone]))
  const lists = Map.groupBy(
    closed.map((row) => row.phone),
    endingOf,
  )
  const listed = [...lists].map(([ending, phones]) => ClosedNumbers.update({ ending }).delete({ phones }))
  return closed.map((row, at) => ({
    action: 'do-not-call.lift',
    entity: { type: 'do-not-call', id: row.phone },
    before: entryOf(row),
    after: { reason },
    write: [DoNotCalls.delete({ phone: row.phone }), ...(at === 0 ? listed : [])],
  }))
}

/** Maximum number of phone numbers looked up for one count. */
const MOST_COUNTED = 500
/** Number of phone numbers looked up in parallel. */
const COUNTED_TOGETHER = 16

/**
 * Returns the ids of all records of a kind whose number is on the do-not-call list. Null when the list has too many
 * numbers to look up, over 500.
 */
export async function findRecordsNotToCall(type: Type): Promise<string[] | null> {
  const { data: lists } = await ClosedNumbers.query.all({}).go({ pages: 'all' })
  const numbers = lists.flatMap(({ phones = [] }) => phones)
  if (numbers.length > MOST_COUNTED || lists.some(({ isFull }) => isFull)) return null
  const ids = new Set<string>()
  const find = async (value: string) => {
    const known = KnownCustomers.query.primary({ by: 'phone', value }).begins({ type })
    for (const { recordId } of await readAll<KnownCustomerRow>(known)) ids.add(recordId)
  }
  await runInParallel(numbers, find, COUNTED_TOGETHER)
  return [...ids]
}

/** Returns a source limited to records whose number is on the do-not-call list (`isClosed`), or to the others. */
export function filterByDoNotCall<Row extends { readonly customerPhone?: string | undefined }>(
  source: Source<Row>,
  isClosed: boolean,
): Source<Row> {
  return {
    ...source,
    read: async (after, limit) => {
      const stretch = await source.read(after, limit)
      const closed = await findDoNotCalls(stretch.rows.map(({ customerPhone }) => customerPhone))
      const rows = stretch.rows.filter(({ customerPhone = '' }) => closed.has(customerPhone) === isClosed)
      const looked = stretch.rows.length
      return { ...stretch, rows, looked, parts: stretch.parts + looked / ROWS_OF_A_CALL }
    },
  }
}

/** Number of looked-up rows that cost as much as one call to the table. Rows that the filter leaves out count too. */
const ROWS_OF_A_CALL = 80
