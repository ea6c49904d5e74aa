import { type Action, can, type Owned } from '../../shared/access.ts'
import type { DoNotCall } from '../../shared/contract/fields.ts'
import type { KnownRecord } from '../../shared/contract/leads.ts'
import { type CustomerTrace, customerTraces } from '../../shared/customer-id.ts'
import { unprocessable } from '../../shared/errors.ts'
import { folded } from '../../shared/folded.ts'
import { isPhone, normalisePhone } from '../../shared/identifiers.ts'
import { localDateOf, now } from '../../shared/time.ts'
import { authorise, type Caller, type Permit } from '../platform/actor.ts'
import { type Change, commitAll, condition, type GuardedWrite } from '../platform/commit.ts'
import { hit } from '../platform/rate-limit.ts'
import { getRows, putRows, readAll, take } from '../platform/rows.ts'
import { sideBySide } from '../platform/side-by-side.ts'
import type { Operation } from '../platform/table.ts'
import type { Source } from '../records/source.ts'
import { ClosedNumbers, DoNotCalls, type KnownCustomerRow, KnownCustomers } from './entity.ts'

/** Fields by which a customer is recognised. */
export interface Customer {
  readonly customerName: string
  readonly companyName?: string | undefined
  readonly customerPhone?: string | undefined
  readonly customerEmail?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
}

type Type = KnownRecord['type']
type Trace = Pick<KnownCustomerRow, 'by' | 'value'>

/** Action that lets a reader see hints of each kind of record. */
const readers: Record<Type, Action> = {
  lead: 'lead:read',
  appointment: 'appointment:read',
  contract: 'contract:manage',
  sale: 'sale:read',
}

/** Maximum number of hints shown, and of rows read for them: many records may have the number of one switchboard. */
const MAX_HINTS = 10
const MAX_READ = 100
/** Rows that are searched for a customer of the same name. */
const MAX_NAMESAKES = 1_000

/** Data of a hint about a kind of record, and the owners of the record. */
interface Told<Row> {
  readonly ownedBy: (row: Row) => Owned
  readonly dateOf: (row: Row) => string
  /** EANs by which the record is found too. */
  readonly eansOf?: (row: Row) => readonly string[]
  /** Number of keys stored, in the order phone, e-mail, address; all by default. */
  readonly most?: number
}

/**
 * Returns a function that gives the index writes of a changed record, for its transaction: its customer is then found
 * by phone number, e-mail address, address and EAN. Either side may be null.
 */
export const recognisable =
  <Row extends Customer & { readonly id: string }>(type: Type, told: Told<Row>) =>
  (before: Row | null, after: Row | null): Operation[] => {
    const { gone, known } = tracesBetween(type, told, before, after)
    return [...gone.map((trace) => KnownCustomers.delete(trace)), ...known.map((trace) => KnownCustomers.put(trace))]
  }

/**
 * Writes the same index rows for records that are written in batches, one change each. Call it before the records are
 * written, so that a batch that failed halfway repeats it.
 */
export const recognise =
  <Row extends Customer & { readonly id: string }>(type: Type, told: Told<Row>) =>
  async (changes: readonly { readonly before: Row | null; readonly after: Row | null }[]): Promise<void> => {
    const traces = changes.map(({ before, after }) => tracesBetween(type, told, before, after))
    const gone = traces.flatMap((one) => one.gone)
    await sideBySide(gone, async (trace) => void (await KnownCustomers.delete(trace).go()))
    await putRows(
      KnownCustomers,
      traces.flatMap(({ known }) => known),
    )
  }

function tracesBetween<Row extends Customer & { readonly id: string }>(
  type: Type,
  { ownedBy, dateOf, eansOf, most = Number.POSITIVE_INFINITY }: Told<Row>,
  before: Row | null,
  after: Row | null,
) {
  const [was, is] = [before, after].map((row) => (row ? traced(row) : [])) as [Trace[], Trace[]]
  const isIn = (traces: Trace[]) => (trace: Trace) => traces.some((one) => isSame(one, trace))
  const looksSame = before && after && JSON.stringify(shown(before)) === JSON.stringify(shown(after))
  const key = { type, recordId: String((after ?? before)?.id) }
  return {
    gone: was.filter((trace) => !isIn(is)(trace)).map((trace) => ({ ...trace, ...key })),
    known: is
      .filter((trace) => !looksSame || !isIn(was)(trace))
      .map((trace) => ({ ...trace, ...key, ...shown(after as Row) })),
  }

  function traced(row: Row): Trace[] {
    const eans = [...new Set(eansOf?.(row) ?? [])].map((value) => ({ by: 'ean' as const, value }))
    return [...customerTraces(row).slice(0, most), ...eans]
  }

  function shown(row: Row) {
    const { teamId, owners = [] } = ownedBy(row)
    return {
      customerName: row.customerName,
      ...(row.companyName ? { companyName: row.companyName } : {}),
      date: dateOf(row),
      ...(typeof teamId === 'number' ? { teamId } : {}),
      owners: [...owners],
    }
  }
}

const isSame = (one: Partial<Trace>, other: Trace) => one.by === other.by && one.value === other.value

/** Returns the keys by which two customers are the same, the surest first: phone, e-mail, address with name. */
export const customerKeys = (customer: Customer): string[] =>
  customerTraces(customer).map(({ by, value }) =>
    [by, value, ...(by === 'address' ? [folded(customer.customerName)] : [])].join(':'),
  )

/**
 * Finds the record of a kind with the same customer: by phone, else by e-mail, else by address and name. Of several it
 * prefers one with the same name. Returns its id or null; strongly consistent.
 */
export async function recordOf(type: Type, customer: Customer): Promise<string | null> {
  const name = folded(customer.customerName)
  const found = await Promise.all(
    customerTraces(customer).map(async ({ by, value }) => {
      const known = KnownCustomers.query.primary({ by, value }).begins({ type })
      const { rows } = await take(known, MAX_NAMESAKES, { consistent: true })
      const namesake = rows.find(({ customerName }) => folded(customerName) === name)
      return (namesake ?? (by === 'address' ? undefined : rows[0]))?.recordId
    }),
  )
  return found.find((id) => id !== undefined) ?? null
}

interface Asked {
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly except?: string | undefined
}

/**
 * Returns known records of a customer within reach, with the same phone number, e-mail address or address: the latest
 * ten. Also returns whether the number is on the do-not-call list, to everybody and without a name (rulings 32).
 */
export async function knownOf(actor: Caller, asked: Asked) {
  authorise(actor, 'customer:recognise')
  const traces = customerTraces({
    customerPhone: asked.phone,
    customerEmail: asked.email,
    postalCode: asked.postalCode,
    houseNumber: asked.houseNumber,
  })
  const found = await Promise.all(
    traces.map(async ({ by, value }) => {
      const { rows } = await take<KnownCustomerRow>(KnownCustomers.query.primary({ by, value }), MAX_READ)
      return rows.map((row) => ({ ...row, by }))
    }),
  )
  const excepted = asked.except?.split(',') ?? []
  const known = new Map<string, KnownRecord>()
  for (const row of found.flat()) {
    if (!isWithin(actor, row) || excepted.includes(row.recordId) || known.has(row.recordId)) continue
    const { recordId: id, type, by, customerName, companyName = null, date } = row
    known.set(id, { id, type, by, customerName, companyName, date })
  }
  const latest = [...known.values()].sort((one, other) => (one.date < other.date ? 1 : -1))
  return { doNotCall: await doNotCallOf(asked.phone), known: latest.slice(0, MAX_HINTS) }
}

const isWithin = (actor: Caller, { type, teamId, owners }: KnownCustomerRow) =>
  can(actor, readers[type], { teamId, owners })

/** The lists by whose reach and flags a customer's page shows records of each kind (access.md). */
const lists: Record<Type, Action> = { ...readers, sale: 'sale:list' }

/** A record of a customer, by the trace that leads to it. */
export type KnownRow = Pick<KnownCustomerRow, 'type' | 'recordId' | 'customerName' | 'companyName' | 'date'> & {
  readonly trace: CustomerTrace
}

/** Rows read of one trace: a switchboard may be the number of thousands. */
const MAX_TRACED = 300

/**
 * Lists the records that traces lead to, the latest first, of the kinds that somebody has a list of and within its
 * reach; `isWhole` is false where there are more than are read.
 */
export async function recordsTraced(actor: Caller, traces: readonly CustomerTrace[]) {
  const found = await Promise.all(
    traces.map(async (trace) => {
      const query = KnownCustomers.query.primary({ by: trace.by, value: trace.value })
      const { rows, isOver } = await take<KnownCustomerRow>(query, MAX_TRACED, { consistent: true })
      const listed = rows.filter(({ type, teamId, owners }) => can(actor, lists[type], { teamId, owners }))
      return { isOver, rows: listed.map((row): KnownRow => ({ ...row, trace })) }
    }),
  )
  const rows = found.flatMap((one) => one.rows).sort((one, other) => (one.date < other.date ? 1 : -1))
  return { rows, isWhole: found.every(({ isOver }) => isOver) }
}

/** Tells whether any record has a trace, in or out of reach. */
export async function isTraced({ by, value }: CustomerTrace): Promise<boolean> {
  const { rows } = await take<KnownCustomerRow>(KnownCustomers.query.primary({ by, value }), 1, { consistent: true })
  return rows.length > 0
}

interface Sold {
  readonly customerName?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly eans: readonly string[]
}

/** A possible duplicate of a sale: its date and owners. */
interface LikeSale extends Owned {
  readonly kind: 'ean' | 'customer'
  readonly saleId: string
  readonly saleDate: string
}

/** Finds sales with one of some EANs, or of a customer with the same name and address, of all owners (rulings 33). */
export async function salesLike({ customerName, postalCode, houseNumber, eans }: Sold): Promise<LikeSale[]> {
  const places = customerName ? customerTraces({ postalCode, houseNumber }) : []
  const traces: Trace[] = [...[...new Set(eans)].map((value) => ({ by: 'ean' as const, value })), ...places]
  const found = await Promise.all(
    traces.map(async ({ by, value }) => {
      const sales = KnownCustomers.query.primary({ by, value }).begins({ type: 'sale' })
      const rows = await readAll<KnownCustomerRow>(sales)
      return rows
        .filter((row) => by === 'ean' || folded(row.customerName) === folded(customerName ?? ''))
        .map(({ recordId, date, teamId, owners }) => ({
          kind: by === 'ean' ? ('ean' as const) : ('customer' as const),
          ...{ saleId: recordId, saleDate: date, teamId, owners },
        }))
    }),
  )
  return found.flat()
}

/** Returns the distinct valid phone numbers; texts such as 'onbekend' or '0' belong to nobody. */
const numbersOf = (phones: readonly (string | undefined)[]): string[] =>
  [...new Set(phones.map((phone = '') => normalisePhone(phone)))].filter(isPhone)

/** Returns the do-not-call entry of a number, or null. */
export async function doNotCallOf(phone: string | undefined): Promise<DoNotCall | null> {
  const [number] = numbersOf([phone])
  if (number === undefined) return null
  const { data } = await DoNotCalls.get({ phone: number }).go({ consistent: true })
  return data && { date: data.date, source: data.source ?? null }
}

/** Returns the do-not-call entries among some numbers, by their normal form, for lists of customers. */
export async function doNotCallsOf(phones: readonly (string | undefined)[]): Promise<Map<string, DoNotCall>> {
  const numbers = numbersOf(phones)
  if (numbers.length === 0) return new Map()
  const lists = new Map(
    (await ClosedNumbers.query.all({}).go({ pages: 'all' })).data.map((list) => [list.ending, list]),
  )
  const met = numbers.filter((phone) => {
    const list = lists.get(endingOf(phone))
    return list?.isFull || list?.phones?.includes(phone)
  })
  if (met.length === 0) return new Map()
  const { data } = await DoNotCalls.get(met.map((phone) => ({ phone }))).go()
  return new Map(data.map(({ phone, date, source = null }) => [phone, { date, source }]))
}

/** Returns those of some numbers that are not to be called, each looked up by itself; strongly consistent. */
export async function findClosedNumbers(phones: readonly (string | undefined)[]): Promise<Set<string>> {
  const rows = await getRows(
    DoNotCalls,
    numbersOf(phones).map((phone) => ({ phone })),
  )
  return new Set(rows.map(({ phone }) => phone))
}

const endingOf = (phone: string) => phone.slice(-1)

/** Numbers in a row of the list: ten full rows are some 15 read units. */
const MOST_LISTED = 1_000

/**
 * Returns the writes that add numbers to the rows of the list. A full row is marked, and its numbers are then looked up
 * one by one.
 */
async function listed(phones: readonly string[]): Promise<Operation[]> {
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

/** Returns the conditions that none of these numbers is on the do-not-call list; 422 otherwise. */
export const stillCalled = (phones: readonly (string | undefined)[], refusal: Refusal = NOT_CALLED): GuardedWrite[] =>
  numbersOf(phones).map((phone) =>
    condition(
      DoNotCalls.delete({ phone }).where((row, { notExists }) => notExists(row.phone)),
      () => unprocessable(refusal.message, refusal.field),
    ),
  )

/** Returns the change that marks a number as do-not-call; a number that is marked keeps its date and source. */
export async function numberClosed(actor: Pick<Caller, 'id'>, phone: string, told: DoNotCall): Promise<Change> {
  const { write, ...change } = markedAsClosed(actor, phone, told)
  return { ...change, write: [...write, ...(await listed([phone]))] }
}

/** Returns the daily limit for closing numbers that only customers of others have. */
const strangersLimitOf = ({ id }: Caller) => ({
  subject: `do-not-call#${id}`,
  ...{ hits: 10, seconds: 86_400 },
  refusal: 'Je hebt vandaag al 10 nummers van klanten van anderen gesloten. Vraag het een beheerder.',
})

/**
 * Returns the same change on behalf of a person. Audits it as another action where only others have a customer with the
 * number; 429 after 10 of those in a day. The record `except`, made to report the number, does not count as the
 * person's customer.
 */
export async function numberClosedBy(
  actor: Caller,
  phone: string,
  told: DoNotCall,
  except: string | null,
): Promise<Change> {
  const change = await numberClosed(actor, phone, told)
  const { rows } = await take<KnownCustomerRow>(KnownCustomers.query.primary({ by: 'phone', value: phone }), MAX_READ)
  const others = rows.filter(({ recordId }) => recordId !== except)
  if (others.length === 0 || others.some((row) => isWithin(actor, row))) return change
  await hit(strangersLimitOf(actor))
  return { ...change, action: 'do-not-call.set-for-others' }
}

function markedAsClosed(actor: Pick<Caller, 'id'>, phone: string, { date, source }: DoNotCall): Change {
  const row = { phone, date, setBy: actor.id, createdAt: now(), ...(source ? { source } : {}) }
  return {
    action: 'do-not-call.set',
    entity: { type: 'do-not-call', id: phone },
    before: null,
    after: row,
    write: [DoNotCalls.put(row)],
  }
}

/** Returns the do-not-call entry for a number from an imported file. */
export const saidIn = (filename: string): DoNotCall => ({
  date: localDateOf(now()),
  source: `Import van ${filename}`.slice(0, 200),
})

/** Numbers in one transaction: each takes two of the hundred writes, and the rows of the list some more. */
const CLOSED_TOGETHER = 40

/** Adds valid numbers that are not yet on the do-not-call list, for an import of many. */
export async function closeNumbers(permit: Permit, phones: readonly string[], told: DoNotCall): Promise<void> {
  const numbers = numbersOf(phones)
  for (let from = 0; from < numbers.length; from += CLOSED_TOGETHER) {
    const some = numbers.slice(from, from + CLOSED_TOGETHER)
    const { data } = await DoNotCalls.get(some.map((phone) => ({ phone }))).go({ consistent: true })
    const open = some.filter((phone) => !data.some((closed) => closed.phone === phone))
    const [first, ...others] = open.map((phone) => markedAsClosed(permit.actor, phone, told))
    if (!first) continue
    await commitAll(permit, [{ ...first, write: [...first.write, ...(await listed(open))] }, ...others], undefined)
  }
}

/**
 * Returns the change that takes a number off the do-not-call list, with the reason (rulings 32). Callers check the
 * right to do so.
 */
export function numberOpened(phone: string, before: DoNotCall, reason: string): Change {
  return {
    action: 'do-not-call.lift',
    entity: { type: 'do-not-call', id: phone },
    before,
    after: { reason },
    write: [
      DoNotCalls.delete({ phone }),
      ClosedNumbers.update({ ending: endingOf(phone) }).delete({ phones: [phone] }),
    ],
  }
}

/** Maximum number of phone numbers looked up for one count, and at a time. */
const MOST_COUNTED = 500
const COUNTED_TOGETHER = 16

/**
 * Returns the ids of all records of a kind with a do-not-call number, within anybody's reach; null when there are too many
 * such numbers to look up.
 */
export async function recordsNotToCall(type: Type): Promise<string[] | null> {
  const { data: lists } = await ClosedNumbers.query.all({}).go({ pages: 'all' })
  const numbers = lists.flatMap(({ phones = [] }) => phones)
  if (numbers.length > MOST_COUNTED || lists.some(({ isFull }) => isFull)) return null
  const ids = new Set<string>()
  const find = async (value: string) => {
    const known = KnownCustomers.query.primary({ by: 'phone', value }).begins({ type })
    for (const { recordId } of await readAll<KnownCustomerRow>(known)) ids.add(recordId)
  }
  await sideBySide(numbers, find, COUNTED_TOGETHER)
  return [...ids]
}

/** Limits a list to records whose number is on the do-not-call list, or to the others. */
export function ofNumbers<Row extends { readonly customerPhone?: string | undefined }>(
  source: Source<Row>,
  isClosed: boolean,
): Source<Row> {
  return {
    ...source,
    read: async (after, limit) => {
      const stretch = await source.read(after, limit)
      const closed = await doNotCallsOf(stretch.rows.map(({ customerPhone }) => customerPhone))
      const rows = stretch.rows.filter(({ customerPhone = '' }) => closed.has(customerPhone) === isClosed)
      const looked = stretch.rows.length
      return { ...stretch, rows, looked, parts: stretch.parts + looked / ROWS_OF_A_CALL }
    },
  }
}

/** Rows counted per call, the same as in a list; it includes rows that are left out. */
const ROWS_OF_A_CALL = 80
