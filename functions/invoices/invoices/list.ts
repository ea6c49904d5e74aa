import { type InvoiceStatus, invoiceStatuses } from '../../../shared/api/parts/billing.ts'
import type { InvoiceFilter } from '../../../shared/api/schemas/invoices.ts'
import { sumInvoices } from '../../../shared/invoicing/invoice-sums.ts'
import { addDays, addMonths, type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { readAll } from '../../platform/data/rows.ts'
import type { Paging } from '../../platform/http/page.ts'
import { buildTextMatcher } from '../../records/finding.ts'
import { type Bounds, listWithin, readAllWithin, readFirstWithin } from '../../records/list.ts'
import { byMonth, dates } from '../../records/months.ts'
import { inOrder, isText, iterateRows, type Partition } from '../../records/source.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { answerOf } from './acceptance-rules.ts'
import { type InvoiceRow, Invoices, openStatuses } from './entity.ts'
import { invoicesById } from './records.ts'
import { DAYS_AHEAD, daysOverdue, payableToday } from './rules.ts'
import { viewsOf } from './views.ts'

/** Number of months that a list without a period shows. */
const MONTHS = 12

/** Maximum number of rows to total or count, and of rows to read to find these. */
const MOST_ADDED = { rows: 5_000, read: 10_000 }

/**
 * Lists the invoices and credit notes that match a filter, newest first. A list of an open status has all months by
 * default, any other the last twelve.
 */
export const listInvoices = async (actor: Caller, query: InvoiceFilter & Paging) =>
  listWithin(actor, 'self-billing:manage', query, {
    ...(await filterSource(actor, query)),
    show: (rows) => viewsOf(actor, rows),
  })

/** Reads all invoices that match a filter, for an export; throws when there are more than `bounds` allows. */
export const readAllInvoices = async (actor: Caller, query: InvoiceFilter, bounds: Bounds) =>
  readAllWithin(actor, 'self-billing:manage', bounds, await filterSource(actor, query))

/**
 * Adds up the amounts of the filtered invoices in euros, over 5,000 rows at most; `isComplete` tells whether that is
 * all.
 */
export async function totalInvoices(actor: Caller, query: InvoiceFilter) {
  const { rows, isComplete } = await readFirstWithin(
    actor,
    'self-billing:manage',
    MOST_ADDED,
    await filterSource(actor, query),
  )
  const summed = rows.map((row) => ({
    ...row,
    ...{ payableToday: payableToday(row), isInPaymentFile: row.paymentFileId !== undefined },
  }))
  return { ...sumInvoices(summed), isComplete }
}

/**
 * Reads the invoices that match a filter, whatever their status, to count them. Returns `all` and, read separately, the
 * `open` ones, at most 5,000 each. Without dates in the filter, only `all` is limited to the last twelve months.
 */
export async function readRowsToCount(actor: Caller, { status: _, ...query }: InvoiceFilter) {
  const { all, matches } = await filterSource(actor, query)
  const some = (source: typeof all) =>
    readFirstWithin(actor, 'self-billing:manage', MOST_ADDED, { all: source, matches })
  return { all: await some(all), open: await some(() => openSource(openStatuses)) }
}

/**
 * Lists the invoices of the last twelve months that the actor handles. These are assigned to the actor, or belong to a
 * partner whose agent the actor is (rulings 50).
 */
export const listAssignedInvoices = async (actor: Caller, query: Paging) =>
  listWithin(actor, 'invoice:assigned', query, {
    ...(await assignedTo(actor)),
    show: (rows) => viewsOf(actor, rows),
  })

/**
 * Reads all invoices of the last twelve months that the actor handles, as `listAssignedInvoices` does, filtered by
 * status. Throws when there are more than `bounds` allows.
 */
export const readAssignedInvoices = async (actor: Caller, { status }: Pick<InvoiceFilter, 'status'>, bounds: Bounds) =>
  readAllWithin(actor, 'invoice:assigned', bounds, {
    ...(await assignedTo(actor)),
    matches: (row: InvoiceRow) => matchesQuery({ status }, row),
  })

async function assignedTo(actor: Caller) {
  requireReach(actor, 'invoice:assigned')
  const partners = await readAll<PartnerRow>(Partners.query.byAgent({ agentKey: actor.id }))
  const mine = new Set(partners.map(({ id }) => id))
  return {
    own: (userId: string) =>
      inMonths(spanOf({}), (month) => [
        castInvoiceQuery(Invoices.query.byAssignee({ assigneeKey: userId, month })),
        ...[...mine].map((partnerCompanyId) => castInvoiceQuery(Invoices.query.byPartner({ partnerCompanyId, month }))),
      ]),
    ownersOf: ({ assignedUserId, partnerCompanyId }: InvoiceRow) => ({
      owners: [...(assignedUserId ? [assignedUserId] : []), ...(mine.has(partnerCompanyId) ? [actor.id] : [])],
    }),
  }
}

/**
 * Reads invoices by invoice number, strongly consistent; unknown numbers are absent. A number contains the year of its
 * invoice (rulings 43); that year is read backwards until all are found.
 */
export async function findInvoicesByNumber(numbers: readonly string[]): Promise<Map<string, InvoiceRow>> {
  const byYear = Map.groupBy(new Set(numbers), (number) => number.split('-').at(-2) ?? '')
  const ids: string[] = []
  for (const [year, ofYear] of byYear) {
    const sought = new Set(ofYear)
    const span = { first: `${year}-01-01` as LocalDate, last: earliest(`${year}-12-31`, spanOf({}).last) }
    const source = inMonths(span, (month) => [castInvoiceQuery(Invoices.query.byMonth({ month }))])
    for await (const { id, invoiceNumber } of iterateRows(source)) {
      if (sought.delete(invoiceNumber)) ids.push(id)
      if (sought.size === 0) break
    }
  }
  const rows = await invoicesById(ids)
  return new Map([...rows.values()].map((row) => [row.invoiceNumber, row]))
}

const earliest = (day: string, other: LocalDate) => (day < other ? day : other) as LocalDate

/** Casts a query to one of invoice rows, as ElectroDB types lists of maps too loosely. Changes nothing else. */
export const castInvoiceQuery = (query: unknown) => query as Partition<InvoiceRow>

const inMonths = (span: ReturnType<typeof spanOf>, partitions: (month: string) => readonly Partition<InvoiceRow>[]) =>
  byMonth<InvoiceRow>({ by: 'invoiceDate', calendar: dates, span, order: 'desc', partitions })

function spanOf({ from, to }: Pick<InvoiceFilter, 'from' | 'to'>) {
  const today = localDateOf(now())
  const last = (to ?? addDays(today, DAYS_AHEAD)) as LocalDate
  return { first: (from as LocalDate | undefined) ?? addMonths(to ? last : today, -MONTHS), last }
}

/** Returns the source of a filtered list, and the condition that its rows must meet. */
async function filterSource(actor: Caller, query: InvoiceFilter) {
  requireReach(actor, 'self-billing:manage')
  const isFound = await foundBy(query.q)
  return {
    all: () => chooseInvoiceSource(query),
    matches: (row: InvoiceRow) => matchesQuery(query, row) && isFound(row),
  }
}

/** Returns the invoices of the index that fits the filter best; the caller applies the other filters. */
function chooseInvoiceSource(query: InvoiceFilter) {
  const { status, partnerCompanyId, assignedUserId } = query
  const span = spanOf(query)
  if (status === 'overdue' || openStatuses.some((one) => one === status)) {
    const shelves = openStatuses.filter((one) => status === 'overdue' || one === status)
    return openSource(shelves)
  }
  if (partnerCompanyId) {
    return inMonths(span, (month) => [castInvoiceQuery(Invoices.query.byPartner({ partnerCompanyId, month }))])
  }
  if (assignedUserId) {
    return inMonths(span, (month) => [
      castInvoiceQuery(Invoices.query.byAssignee({ assigneeKey: assignedUserId, month })),
    ])
  }
  if (status)
    return inMonths(span, (month) => [castInvoiceQuery(Invoices.query.byShelf({ shelf: `${status}#${month}` }))])
  return inMonths(span, (month) => [castInvoiceQuery(Invoices.query.byMonth({ month }))])
}

const openSource = (shelves: readonly string[]) =>
  inOrder<InvoiceRow>(
    { invoiceDate: isText, id: isText },
    shelves.map((shelf) => castInvoiceQuery(Invoices.query.byShelf({ shelf }))),
    'desc',
  )

const isStatus = (status: string): status is InvoiceStatus => invoiceStatuses.some((one) => one === status)

function matchesQuery(query: InvoiceFilter, row: InvoiceRow): boolean {
  const { status, type, acceptance, partnerCompanyId, assignedUserId, from, to, dueBy, isInPaymentFile: inFile } = query
  return (
    (!status || (isStatus(status) ? row.status === status : daysOverdue(row) > 0)) &&
    (!type || row.type === type) &&
    (!acceptance || answerOf(row) === acceptance) &&
    (!partnerCompanyId || row.partnerCompanyId === partnerCompanyId) &&
    (!assignedUserId || row.assignedUserId === assignedUserId) &&
    (!from || row.invoiceDate >= from) &&
    (!to || row.invoiceDate <= to) &&
    (!dueBy || isToPayBy(dueBy, row)) &&
    (!inFile || String(row.paymentFileId !== undefined) === inFile)
  )
}

/** Tells whether something of an invoice is still to be paid, and due on a day at the latest. */
const isToPayBy = (day: string, row: InvoiceRow): boolean =>
  row.type === 'invoice' && row.status === 'in_behandeling' && row.dueDate <= day && payableToday(row) > 0

/**
 * Returns a condition that finds invoices by number, description or partner. All names of partners are read at once, as
 * partners are few.
 */
async function foundBy(q = ''): Promise<(row: InvoiceRow) => boolean> {
  if (q === '') return () => true
  const partners = await readAll<PartnerRow>(Partners.query.byName({}))
  const names = new Map(partners.map(({ id, name }) => [id, name]))
  return buildTextMatcher<InvoiceRow>(q, ({ invoiceNumber, description, partnerCompanyId, supplier }) => ({
    texts: [description, supplier?.name ?? names.get(partnerCompanyId)],
    codes: [invoiceNumber],
    phones: [],
  }))
}
