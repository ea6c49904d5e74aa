import { type Action, can, type Owned } from '../../shared/access.ts'
import type { KnownRecord } from '../../shared/api/leads.ts'
import { type CustomerTrace, listCustomerTraces } from '../../shared/customer-id.ts'
import { foldText } from '../../shared/folded.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { putRows, readAll, takeRows } from '../platform/data/rows.ts'
import type { Operation } from '../platform/data/table.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { findDoNotCall } from './do-not-call-list.ts'
import { type KnownCustomerRow, KnownCustomers } from './entity.ts'
import { canSeeKnownRecord, MAX_READ, readers, type Type } from './reach.ts'

export {
  addToDoNotCallList,
  type Closing,
  closeNumbers,
  findClosedNumbers,
  findDoNotCall,
  findDoNotCalls,
  judgeClosing,
  liftDoNotCall,
  newDoNotCallEntry,
  putOnDoNotCall,
  requireCallable,
} from './do-not-call-list.ts'
export type { DoNotCallEntry, ProvisionalClosingRow } from './entity.ts'
export { closingsOn, findProvisional, findProvisionalClosings } from './provisional-closings.ts'
export { readers, type Type as KnownType } from './reach.ts'

/** Fields by which a customer is recognised. */
export interface Customer {
  readonly customerName: string
  readonly companyName?: string | undefined
  readonly customerPhone?: string | undefined
  readonly customerEmail?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly createdBy?: string | undefined
  readonly phoneBy?: string | undefined
}
type Trace = Pick<KnownCustomerRow, 'by' | 'value'>

/** Maximum number of known records shown in a hint. */
const MAX_HINTS = 10
/** Maximum number of rows in which a customer of the same name is looked up. */
const MAX_NAMESAKES = 1_000

/** Functions that give the owners, date and EANs of a record for the index of known customers. */
interface Recognition<Row> {
  readonly ownersOf: (row: Row) => Owned
  readonly dateOf: (row: Row) => string
  /** EANs by which the record is found too. */
  readonly eansOf?: (row: Row) => readonly string[]
  /** Maximum number of index rows for phone, e-mail and address, in this order; all three by default. */
  readonly most?: number
}

/**
 * Returns a function that gives the writes by which the index of known customers follows a change of a record, for the
 * transaction of that change. `before` is null for a new record, `after` for a deleted one. `recognition` says what the
 * index stores of a record.
 */
export const traceWritesFor =
  <Row extends Customer & { readonly id: string }>(type: Type, recognition: Recognition<Row>) =>
  (before: Row | null, after: Row | null): Operation[] => {
    const { gone, known } = tracesBetween(type, recognition, before, after)
    return [...gone.map((trace) => KnownCustomers.delete(trace)), ...known.map((trace) => KnownCustomers.put(trace))]
  }

/**
 * Returns a function that updates the index of known customers for records changed in batches. Call that function
 * before the records are written, so that a retry of a failed batch writes the index too. `recognition` says what the
 * index stores of each record.
 */
export const traceWriterFor =
  <Row extends Customer & { readonly id: string }>(type: Type, recognition: Recognition<Row>) =>
  async (changes: readonly { readonly before: Row | null; readonly after: Row | null }[]): Promise<void> => {
    const traces = changes.map(({ before, after }) => tracesBetween(type, recognition, before, after))
    const gone = traces.flatMap((one) => one.gone)
    await runInParallel(gone, async (trace) => void (await KnownCustomers.delete(trace).go()))
    await putRows(
      KnownCustomers,
      traces.flatMap(({ known }) => known),
    )
  }

/** Returns the index rows that a change of a record removes (`gone`) and those that it adds or updates (`known`). */
function tracesBetween<Row extends Customer & { readonly id: string }>(
  type: Type,
  { ownersOf, dateOf, eansOf, most = Number.POSITIVE_INFINITY }: Recognition<Row>,
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
    return [...listCustomerTraces(row).slice(0, most), ...eans]
  }

  function shown(row: Row) {
    const { teamId, owners = [] } = ownersOf(row)
    const author = row.phoneBy ?? row.createdBy
    return {
      customerName: row.customerName,
      ...(row.companyName ? { companyName: row.companyName } : {}),
      date: dateOf(row),
      ...(typeof teamId === 'number' ? { teamId } : {}),
      owners: [...owners],
      ...(author ? { author } : {}),
    }
  }
}

/**
 * Returns who gave a changed record its phone number: the actor for another number than before. So nobody makes
 * somebody else's customer their own by writing the number in a record of theirs (market 66).
 */
export const findPhoneAuthor = (
  actor: Pick<Caller, 'id'>,
  before: Pick<Customer, 'customerPhone' | 'phoneBy'>,
  after: Pick<Customer, 'customerPhone'>,
): string | undefined => (before.customerPhone === after.customerPhone ? before.phoneBy : actor.id)

const isSame = (one: Partial<Trace>, other: Trace) => one.by === other.by && one.value === other.value

/** Returns texts that are equal for the same customer, the surest first: by phone, by e-mail, by address with name. */
export const customerKeys = (customer: Customer): string[] =>
  listCustomerTraces(customer).map(({ by, value }) =>
    [by, value, ...(by === 'address' ? [foldText(customer.customerName)] : [])].join(':'),
  )

/**
 * Finds a lead, contract or other record (`type`) of the same customer, by phone, e-mail, or address and name. Returns
 * the id of the record or null; prefers a record with the same name. Strongly consistent.
 */
export async function findRecordOfCustomer(type: Type, customer: Customer): Promise<string | null> {
  const name = foldText(customer.customerName)
  const found = await Promise.all(
    listCustomerTraces(customer).map(async ({ by, value }) => {
      const known = KnownCustomers.query.primary({ by, value }).begins({ type })
      const { rows } = await takeRows(known, MAX_NAMESAKES, { consistent: true })
      const namesake = rows.find(({ customerName }) => foldText(customerName) === name)
      return (namesake ?? (by === 'address' ? undefined : rows[0]))?.recordId
    }),
  )
  return found.find((id) => id !== undefined) ?? null
}

interface Sought {
  readonly phone?: string | undefined
  readonly email?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly except?: string | undefined
}

/**
 * Returns at most ten records within reach with the same phone number, e-mail address or address, latest first;
 * `except` lists ids to leave out. `doNotCall` is the do-not-call entry of the number, for every reader (rulings 32).
 * Throws 403 when the actor may not look up known customers.
 */
export async function findKnownRecords(actor: Caller, sought: Sought) {
  authorise(actor, 'customer:recognise')
  const traces = listCustomerTraces({
    customerPhone: sought.phone,
    customerEmail: sought.email,
    postalCode: sought.postalCode,
    houseNumber: sought.houseNumber,
  })
  const found = await Promise.all(
    traces.map(async ({ by, value }) => {
      const { rows } = await takeRows<KnownCustomerRow>(KnownCustomers.query.primary({ by, value }), MAX_READ)
      return rows.map((row) => ({ ...row, by }))
    }),
  )
  const excepted = sought.except?.split(',') ?? []
  const known = new Map<string, KnownRecord>()
  for (const row of found.flat()) {
    if (!canSeeKnownRecord(actor, row) || excepted.includes(row.recordId) || known.has(row.recordId)) continue
    const { recordId: id, type, by, customerName, companyName = null, date } = row
    known.set(id, { id, type, by, customerName, companyName, date })
  }
  const latest = [...known.values()].sort((one, other) => (one.date < other.date ? 1 : -1))
  return { doNotCall: await findDoNotCall(sought.phone), known: latest.slice(0, MAX_HINTS) }
}

/** For each kind of record, the action that lets an actor see it on the page of a customer (access.md). */
const lists: Record<Type, Action> = { ...readers, sale: 'sale:list' }

/** Record of a customer, with the phone number, e-mail address or address by which it was found. */
export type KnownRow = Pick<KnownCustomerRow, 'type' | 'recordId' | 'customerName' | 'companyName' | 'date'> & {
  readonly trace: CustomerTrace
}

/** Maximum number of rows read for one phone number or address, as thousands of customers may share a switchboard. */
const MAX_TRACED = 300

/**
 * Lists the records with one of these phone numbers or addresses that the actor sees in a list, latest first; those
 * within reach where `actions` is `readers`. `isComplete` is false when there are more than are read.
 */
export async function listTracedRecords(actor: Caller, traces: readonly CustomerTrace[], actions = lists) {
  const found = await Promise.all(
    traces.map(async (trace) => {
      const query = KnownCustomers.query.primary({ by: trace.by, value: trace.value })
      const { rows, isOver } = await takeRows<KnownCustomerRow>(query, MAX_TRACED, { consistent: true })
      const listed = rows.filter(({ type, teamId, owners }) => can(actor, actions[type], { teamId, owners }))
      return { isOver, rows: listed.map((row): KnownRow => ({ ...row, trace })) }
    }),
  )
  const rows = found.flatMap((one) => one.rows).sort((one, other) => (one.date < other.date ? 1 : -1))
  return { rows, isComplete: found.every(({ isOver }) => isOver) }
}

/** Reads up to a hundred records with a phone number, of one kind or of all, strongly consistent. */
async function readWith(phone: string, type?: Type): Promise<readonly KnownCustomerRow[]> {
  const query = KnownCustomers.query.primary({ by: 'phone', value: phone })
  const { rows } = await takeRows<KnownCustomerRow>(type ? query.begins({ type }) : query, MAX_READ, {
    consistent: true,
  })
  return rows
}

/** Lists the customers of the records with a phone number, whoever has them; at most a hundred. */
export const listCustomersWith = (
  phone: string,
): Promise<readonly Pick<KnownCustomerRow, 'customerName' | 'companyName'>[]> => readWith(phone)

/** Lists the ids of the records of a kind with a phone number, whoever has them; at most a hundred. */
export const listRecordsWith = async (type: Type, phone: string): Promise<string[]> =>
  (await readWith(phone, type)).map(({ recordId }) => recordId)

/** Tells whether an actor may see a record with a phone number. */
export const isWithinReach = async (actor: Caller, phone: string): Promise<boolean> =>
  (await readWith(phone)).some((row) => canSeeKnownRecord(actor, row))

/** Tells whether any record has this phone number, e-mail address or address, within reach or not. */
export async function isTraced({ by, value }: CustomerTrace): Promise<boolean> {
  const { rows } = await takeRows<KnownCustomerRow>(KnownCustomers.query.primary({ by, value }), 1, {
    consistent: true,
  })
  return rows.length > 0
}

interface Sold {
  readonly customerName?: string | undefined
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
  readonly eans: readonly string[]
}

/** A possible duplicate of a sale: its date and owners, and whether EAN or customer is the same (`kind`). */
interface LikeSale extends Owned {
  readonly kind: 'ean' | 'customer'
  readonly saleId: string
  readonly saleDate: string
}

/**
 * Finds sales that may be the given sale, whoever owns them (rulings 33). They have the same customer name and address,
 * or one of the EANs.
 */
export async function findSimilarSales({ customerName, postalCode, houseNumber, eans }: Sold): Promise<LikeSale[]> {
  const places = customerName ? listCustomerTraces({ postalCode, houseNumber }) : []
  const traces: Trace[] = [...[...new Set(eans)].map((value) => ({ by: 'ean' as const, value })), ...places]
  const found = await Promise.all(
    traces.map(async ({ by, value }) => {
      const sales = KnownCustomers.query.primary({ by, value }).begins({ type: 'sale' })
      const rows = await readAll<KnownCustomerRow>(sales)
      return rows
        .filter((row) => by === 'ean' || foldText(row.customerName) === foldText(customerName ?? ''))
        .map(({ recordId, date, teamId, owners }) => ({
          kind: by === 'ean' ? ('ean' as const) : ('customer' as const),
          ...{ saleId: recordId, saleDate: date, teamId, owners },
        }))
    }),
  )
  return found.flat()
}
