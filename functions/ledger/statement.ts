import { MOST_POSTINGS, type PostingKind } from '../../shared/api/ledger.ts'
import { inEuros } from '../../shared/money.ts'
import {
  isOpen,
  itemIdsOf,
  journalOfPartner,
  journalOfPerson,
  type LedgerItem,
  openItemList,
  readItemsOfTransactions,
  readPersonBalance,
  sumPostingsOn,
  type TransactionRow,
} from '../book/service.ts'
import { listPartnersOf } from '../invoices/partner-companies.ts'
import { type DocumentOf, readDocumentsFor } from '../invoices/registry.ts'
import { nameOf, ownersOfPerson } from '../people/service.ts'
import type { Caller } from '../platform/actor.ts'
import type { Paging } from '../platform/http/page.ts'
import { listWithin } from '../records/list.ts'
import { readAllRows } from '../records/source.ts'
import { describeItems, type ItemView } from '../sales/service.ts'
import { type BalanceOwner, findPersonWithin } from './people.ts'

/**
 * Kind of posting that the statement shows for each kind of transaction. A split, a set-off and a booking of the bank
 * are absent, because they change no amount of the person. A payment or return is shown only for an invoice that settled items of the person.
 */
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

/** Order of transactions that were posted at the same moment. */
const order: readonly string[] = Object.keys(kinds)

/**
 * Returns a person's ledger statement of a month, in euros: its sums, and the latest postings, each with the open
 * amount after it. `omitted` is the number of further postings. Throws 403 without access to commissions, 404 for a
 * person out of reach.
 */
export async function readLedgerStatement(
  actor: Caller,
  { month, ...whose }: BalanceOwner & { readonly month: string },
) {
  const user = await findPersonWithin(actor, whose)
  const [sums, { rows, documents }] = await Promise.all([
    readPersonBalance(user.id, month),
    readMonth(actor, user.id, month),
  ])
  const shown = rows.slice(0, MOST_POSTINGS)
  const items = await readItemsOfTransactions(shown)
  const viewOf = await describeItems(actor, [...items.values()])
  let open = sums.openAfter
  const postings = shown.map((row) => {
    const theirs = itemIdsOf(row).flatMap((id) => items.get(id) ?? [])
    const amount = isMoney(row) ? null : payableOf(row)
    const after = open
    open -= amount ?? 0
    const { kind, date, valueDate, documentId = '' } = row
    return {
      valueDate: valueDate === date ? undefined : valueDate,
      ...{ id: row.id, date, kind: kinds[kind] ?? ('correction' as const), items: theirs.length },
      ...aboutOf(theirs, kind, viewOf),
      // The text of an earning names the customer, whom not everybody may see.
      text: kind === 'due' ? undefined : row.text,
      ...documentOf(row, documents.get(documentId)),
      ...{ amount: amount === null ? null : inEuros(amount), balance: inEuros(after) },
    }
  })
  return {
    ...{ userId: user.id, user: nameOf(user), month },
    ...{ openBefore: inEuros(sums.openBefore), earned: inEuros(sums.earned) },
    ...{ corrected: inEuros(sums.corrected), payroll: inEuros(sums.payroll) },
    ...{ invoiced: inEuros(sums.invoiced), credited: inEuros(sums.credited) },
    ...{ ownInvoices: inEuros(sums.ownInvoices), openAfter: inEuros(sums.openAfter) },
    ...{ postings, omitted: rows.length - shown.length },
  }
}

/**
 * Reads the postings of a person in a month, newest first. Includes payments of the invoices that settled their items.
 */
async function readMonth(actor: Caller, userId: string, month: string) {
  const [own, partners] = await Promise.all([readAllRows(journalOfPerson(userId, month)), listPartnersOf(userId)])
  const partnerIds = new Set([...partners.map(({ id }) => id), ...own.flatMap(({ partnerId }) => partnerId ?? [])])
  const ofPartners = await Promise.all([...partnerIds].map((id) => readAllRows(journalOfPartner(id, month))))
  const payments = ofPartners.flat().filter(isMoney)
  const documents = await readDocumentsFor(
    actor,
    [...own, ...payments].flatMap(({ documentId }) => documentId ?? []),
  )
  const isTheirs = ({ documentId = '' }: TransactionRow) => documents.get(documentId)?.userId === userId
  const rows = [...own.filter(({ kind }) => kind in kinds), ...payments.filter(isTheirs)].sort(byMoment)
  return { rows, documents }
}

/**
 * Returns the customer and commission of a posting about one item; nothing where it has several items or no commission.
 */
function aboutOf(
  [item, other]: readonly LedgerItem[],
  kind: TransactionRow['kind'],
  viewOf: (item: LedgerItem) => ItemView,
) {
  const view = item && !other && item.commissionId !== undefined ? viewOf(item) : undefined
  // Only an earning has a role, agent or caller.
  const as = kind === 'due' ? view?.as : undefined
  return {
    ...{ customerName: view?.customerName, commissionId: view?.commissionId, salesDockId: view?.salesDockId },
    ...{ as, isFee: view?.isFee ?? false },
  }
}

/** Returns the document of a posting and the amount paid; its id and the amount only for readers who may open it. */
function documentOf(row: TransactionRow, document: DocumentOf | undefined) {
  const isReadable = document?.isReadable ?? false
  return {
    document: document && { id: isReadable ? document.id : undefined, number: document.number },
    paid: isReadable && isMoney(row) ? inEuros(-sumPostingsOn(row, 'transit')) : null,
  }
}

/**
 * Tells whether a transaction moved money to or from a partner. It then changes no open amount of the person, because
 * the invoice already settled the items.
 */
const isMoney = (row: TransactionRow) =>
  (row.kind === 'payment' || row.kind === 'return') && sumPostingsOn(row, 'transit') !== 0

/** Sorts newest first: by day, then by the moment of posting, then by the order of the kinds. */
const byMoment = (one: TransactionRow, other: TransactionRow): number =>
  other.date.localeCompare(one.date) ||
  other.postedAt.localeCompare(one.postedAt) ||
  order.indexOf(other.kind) - order.indexOf(one.kind) ||
  other.id.localeCompare(one.id)

/** Returns the amount by which a transaction raises a person's open amount. */
const payableOf = (row: TransactionRow) => -sumPostingsOn(row, 'payable')

/**
 * Lists the open items of a person (by default the actor), in euros. Throws 403 and 404 as
 * `readLedgerStatement` does.
 */
export async function listOpenItems(actor: Caller, { userId, ...paging }: BalanceOwner & Paging) {
  const user = await findPersonWithin(actor, { userId })
  const items = () => openItemList(user.id)
  return listWithin(actor, 'commission:read', paging, {
    ...{ all: items, team: items, own: items },
    ownersOf: () => ownersOfPerson(user),
    matches: isOpen,
    show: async (rows) => {
      const viewOf = await describeItems(actor, rows)
      return rows.map((item) => {
        const { customerName, commissionId } = viewOf(item)
        return {
          ...{ id: item.id, kind: item.kind, date: item.date, supplyDate: item.supplyDate, commissionId },
          text: item.kind === 'due' ? customerName : item.text,
          amount: inEuros(item.amount),
        }
      })
    },
  })
}
