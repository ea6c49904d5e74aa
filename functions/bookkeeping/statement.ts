import { MOST_POSTINGS, type PostingKind } from '../../shared/contract/ledger.ts'
import {
  balance,
  findItems,
  type LedgerItem,
  partnerJournal,
  personJournal,
  type TransactionRow,
} from '../ledger/service.ts'
import { nameOf } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import { everyRow } from '../records/source.ts'
import { customersOf, earnedAs, type ItemCustomer } from '../sales/service.ts'
import { type DocumentOf, documentsFor, partnersOf } from '../self-billing/service.ts'
import { personWithin, shownAmount, type Whose } from './balance.ts'

/** What a line tells of a transaction; a split moves nothing, and what moves money alone is told of invoices. */
const kinds: Partial<Record<TransactionRow['kind'], PostingKind>> = {
  due: 'earned',
  correction: 'correction',
  payroll: 'payroll',
  'own-invoice': 'own-invoice',
  issue: 'invoice',
  payment: 'payment',
  credit: 'credit',
  reversal: 'correction',
  return: 'return',
}

/** What happens first where several are posted at one moment. */
const order: readonly string[] = Object.keys(kinds)

/** Shows a month of somebody in the book, each posting with what was open after it. 404 out of reach. */
export async function statementOf(actor: Caller, { month, ...whose }: Whose & { readonly month: string }) {
  const user = await personWithin(actor, whose)
  const [sums, { rows, documents }] = await Promise.all([balance(user.id, month), monthOf(actor, user.id, month)])
  const shown = rows.slice(0, MOST_POSTINGS)
  const items = await itemsOf(shown)
  const customerOf = await customersOf(actor, [...items.values()])
  let open = sums.openAfter
  const postings = shown.map((row) => {
    const theirs = idsOf(row).flatMap((id) => items.get(id) ?? [])
    const amount = isMoney(row) ? null : payableOf(row)
    const after = open
    open -= amount ?? 0
    const { kind, date, documentId = '' } = row
    return {
      ...{ id: row.id, date, kind: kinds[kind] ?? ('correction' as const), items: theirs.length },
      ...aboutOf(theirs, kind, customerOf),
      // The text of what is due names the customer, whom not everybody sees.
      text: kind === 'due' ? undefined : row.text,
      ...documentOf(row, documents.get(documentId)),
      ...{ amount: amount === null ? null : shownAmount(amount), balance: shownAmount(after) },
    }
  })
  return {
    ...{ userId: user.id, user: nameOf(user), month },
    ...{ openBefore: shownAmount(sums.openBefore), earned: shownAmount(sums.earned) },
    ...{ corrected: shownAmount(sums.corrected), payroll: shownAmount(sums.payroll) },
    ...{ invoiced: shownAmount(sums.invoiced), credited: shownAmount(sums.credited) },
    ...{ ownInvoices: shownAmount(sums.ownInvoices), openAfter: shownAmount(sums.openAfter) },
    ...{ postings, omitted: rows.length - shown.length },
  }
}

/** Reads what was posted of a person in a month, newest first, with the payments of invoices that settled their items. */
async function monthOf(actor: Caller, userId: string, month: string) {
  const [own, partners] = await Promise.all([rowsOf(personJournal(userId, month)), partnersOf(userId)])
  const partnerIds = new Set([...partners.map(({ id }) => id), ...own.flatMap(({ partnerId }) => partnerId ?? [])])
  const ofPartners = await Promise.all([...partnerIds].map((id) => rowsOf(partnerJournal(id, month))))
  const moved = ofPartners.flat().filter(isMoney)
  const documents = await documentsFor(
    actor,
    [...own, ...moved].flatMap(({ documentId }) => documentId ?? []),
  )
  const isTheirs = ({ documentId = '' }: TransactionRow) => documents.get(documentId)?.userId === userId
  const rows = [...own.filter(({ kind }) => kind in kinds), ...moved.filter(isTheirs)].sort(byMoment)
  return { rows, documents }
}

/** Returns what a posting of one item is about; of several, or of no commission, nothing. */
function aboutOf(
  [item, other]: readonly LedgerItem[],
  kind: TransactionRow['kind'],
  customerOf: (item: LedgerItem) => ItemCustomer,
) {
  const customer = item && !other && item.commissionId !== undefined ? customerOf(item) : undefined
  const { row, isSeen = false, customerName } = customer ?? {}
  return {
    customerName,
    commissionId: isSeen ? item?.commissionId : undefined,
    salesDockId: isSeen ? row?.salesDockId : undefined,
    as: kind === 'due' && item ? earnedAs(item, row) : undefined,
    isFee: row?.type === 'lead',
  }
}

/** Returns the document of a posting, and what was paid of it, as far as whoever asks may open it. */
function documentOf(row: TransactionRow, document: DocumentOf | undefined) {
  const isReadable = document?.isReadable ?? false
  return {
    document: document && { id: isReadable ? document.id : undefined, number: document.number },
    paid: isReadable && isMoney(row) ? shownAmount(-sumOn(row, 'transit')) : null,
  }
}

async function rowsOf(source: ReturnType<typeof personJournal>): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = []
  for await (const row of everyRow(source)) rows.push(row)
  return rows
}

/** Whether money moved to a partner, or back: what was owed to the person was settled by the invoice already. */
const isMoney = (row: TransactionRow) =>
  (row.kind === 'payment' || row.kind === 'return') && sumOn(row, 'transit') !== 0

/** Newest first, those of one day by the moment at which they were posted, and of one moment in the order of the kinds. */
const byMoment = (one: TransactionRow, other: TransactionRow): number =>
  other.date.localeCompare(one.date) ||
  other.postedAt.localeCompare(one.postedAt) ||
  order.indexOf(other.kind) - order.indexOf(one.kind) ||
  other.id.localeCompare(one.id)

/** Returns the items that a transaction opens, or settles. */
const idsOf = ({ id, kind, itemIds = [] }: TransactionRow): readonly string[] =>
  kind === 'due' || kind === 'correction' ? [id] : itemIds

async function itemsOf(rows: readonly TransactionRow[]): Promise<Map<string, LedgerItem>> {
  const items = await findItems(rows.flatMap(idsOf))
  return new Map(items.map((item) => [item.id, item]))
}

/** Returns by how much a transaction raises what is open of its person. */
const payableOf = (row: TransactionRow) => -sumOn(row, 'payable')

const sumOn = ({ postings }: TransactionRow, account: TransactionRow['postings'][number]['account']): number =>
  postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0)
