import type { SuppliedDay } from '../../shared/api/schemas/cut-off.ts'
import { unprocessable } from '../../shared/errors.ts'
import { inEuros } from '../../shared/money.ts'
import { addMonths, type LocalDate, localDateOf, monthText, now } from '../../shared/time.ts'
import {
  invoiceIdOf,
  isReversed,
  itemIdsOf,
  type LedgerItem,
  lastBookDay,
  readCurrentItems,
  readJournal,
  type TransactionRow,
} from '../book/service.ts'
import { readIssuedDocuments } from '../invoices/registry.ts'
import { type BookRecords, conceptInvoiceClaims, readBookRecords } from './book-records.ts'
import { byEarner, describeEarner, usersById } from './people.ts'

/** Number of past months whose cut-off can be computed: one more than can be reconciled, for its opening day. */
const MONTHS_BACK = 61

/** Maximum number of months between the day on which an item is noted and its day of supply. */
const NOTED_AHEAD = 3

/** Kinds of transactions that settle items, each by 1, or release items that were settled. */
const settled: Partial<Record<TransactionRow['kind'], 1 | -1>> = {
  ...{ payroll: 1, 'own-invoice': 1, issue: 1, credit: -1 },
}

/** An item at the end of a day, with the document that settles it then or later. */
interface Standing {
  readonly item: LedgerItem
  readonly isSettled: boolean
  readonly document: SuppliedDay['document']
}

/**
 * Returns the cut-off at the end of a day, by default today: what was supplied up to that day and is on no document up
 * to that day, and what is on such a document but was supplied later. Amounts in euros before VAT. An item that nobody
 * earns any more is in neither. Throws 422 for a day more than five years back, or after the last day of the book.
 */
export async function readCutOff({ date }: { readonly date?: string | undefined }) {
  const today = localDateOf(now())
  const day = (date ?? today) as LocalDate
  if (day > lastBookDay() || day < addMonths(today, -MONTHS_BACK)) {
    throw unprocessable('Kies een dag van de afgelopen vijf jaar', 'date')
  }
  const [records, journal] = await Promise.all([
    readBookRecords(day.slice(0, 7)),
    readJournal({ from: addMonths(day, -NOTED_AHEAD), to: lastBookDay() }),
  ])
  const standings = await readStandings(records, journal, day)
  const users = await usersById([...new Set(standings.map(({ item }) => item.userId))])
  const earnerOf = (userId: string) => describeEarner(userId, users.get(userId), records.partners)
  const due = standings.filter(({ item, isSettled }) => !isSettled && item.supplyDate <= day)
  const toReceive = [...Map.groupBy(due, ({ item }) => item.userId)]
    .map(([userId, theirs]) => ({
      ...{ ...earnerOf(userId), amount: sumOf(theirs), days: daysOf(theirs) },
      notedLater: sumOf(theirs.filter(({ item }) => item.date > day)),
    }))
    .toSorted(byEarner)
  const early = standings.filter(({ item, isSettled }) => isSettled && item.supplyDate > day)
  const ahead = [...Map.groupBy(early, ({ item }) => item.userId)]
    .flatMap(([userId, theirs]) => daysOf(theirs).map((one) => ({ ...earnerOf(userId), ...one })))
    .toSorted((one, other) => one.supplyDate.localeCompare(other.supplyDate))
  const paidBy = (method: string) => sumOf(due.filter(({ item }) => earnerOf(item.userId).payoutMethod === method))
  return {
    ...{ date: day, toReceive, ahead },
    totals: {
      ...{ payroll: paidBy('payroll'), invoice: paidBy('invoice'), ownInvoice: paidBy('own-invoice') },
      ...{ toReceive: sumOf(due), notedLater: sumOf(due.filter(({ item }) => item.date > day)), ahead: sumOf(early) },
    },
  }
}

/**
 * Reads the items that are on different sides of a day, as far as the present ones and the transactions since tell:
 * open ones, those settled after the day, and those noted shortly before it or later.
 */
async function readStandings(
  { items, documents }: BookRecords,
  journal: readonly TransactionRow[],
  day: LocalDate,
): Promise<Standing[]> {
  const later = journal.filter(({ date, kind }) => date > day && settled[kind] !== undefined)
  const noted = journal.filter(
    ({ kind, supplyDate = '' }) => (kind === 'due' || kind === 'correction') && supplyDate > day,
  )
  const touched = await readCurrentItems([...later, ...noted].flatMap(itemIdsOf))
  const all = new Map([...items, ...touched].map((item) => [item.id, item]))
  const concepts = conceptInvoiceClaims(documents)
  const since = new Map<string, number>()
  for (const { kind, itemIds = [] } of later) {
    for (const id of itemIds) since.set(id, (since.get(id) ?? 0) + (settled[kind] ?? 0))
  }
  const documentOf = await readDocuments([...all.values()], later)
  return [...all.values()].flatMap((item) => {
    const { by = '' } = item.claimedBy ?? {}
    const isNow = /^(invoice|payroll|own-invoice)#/.test(by) && !concepts.has(by)
    const changes = idsOf(item).reduce((sum, id) => sum + (since.get(id) ?? 0), 0)
    const isSettled = Number(isNow) - changes > 0
    if (isReversed(item) && !isSettled) return []
    return [{ item, isSettled, document: isNow || isSettled ? documentOf(item, isSettled) : null }]
  })
}

/** Returns the id of an item, and of the items of which it is a part. */
const idsOf = ({ id }: Pick<LedgerItem, 'id'>): string[] => {
  const whole = id.replace(/\/[12]$/, '')
  return whole === id ? [id] : [id, ...idsOf({ id: whole })]
}

/**
 * Returns a function that describes the document that settled an item: an invoice, an own invoice or a payroll. For an
 * item that was settled at the day, this is the invoice that a credit note among the later transactions credits.
 */
async function readDocuments(items: readonly LedgerItem[], later: readonly TransactionRow[]) {
  const credits = new Map(
    later
      .filter(({ kind }) => kind === 'credit')
      .toSorted((one, other) => other.postedAt.localeCompare(one.postedAt))
      .flatMap(({ documentId = '', itemIds = [] }) => itemIds.map((id) => [id, documentId] as const)),
  )
  const notes = await readIssuedDocuments([...credits.values()])
  const invoices = await readIssuedDocuments([
    ...items.flatMap((item) => invoiceIdOf(item) ?? []),
    ...[...notes.values()].flatMap(({ creditedId }) => creditedId ?? []),
  ])
  return (item: LedgerItem, isSettled: boolean): SuppliedDay['document'] => {
    const noteId = isSettled ? idsOf(item).flatMap((id) => credits.get(id) ?? [])[0] : undefined
    const invoice = invoices.get(notes.get(noteId ?? '')?.creditedId ?? invoiceIdOf(item) ?? '')
    if (invoice) return { id: invoice.id, name: invoice.number, date: invoice.invoiceDate }
    const [, kind, name = ''] = /^(payroll|own-invoice)#(.*)$/.exec(item.claimedBy?.by ?? '') ?? []
    if (kind === undefined) return null
    return { id: null, name: kind === 'payroll' ? `Loon van ${monthText(name)}` : `Eigen factuur ${name}`, date: null }
  }
}

/** Groups items by day of supply and document, in that order. */
const daysOf = (standings: readonly Standing[]): SuppliedDay[] =>
  [...Map.groupBy(standings, ({ item, document }) => `${item.supplyDate} ${document?.name ?? ''}`)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([, some]) => {
      const [first] = some
      if (!first) return []
      const { item, document } = first
      return [{ supplyDate: item.supplyDate, count: some.length, amount: sumOf(some), document }]
    })

const sumOf = (standings: readonly Standing[]) => inEuros(standings.reduce((sum, { item }) => sum + item.amount, 0))
