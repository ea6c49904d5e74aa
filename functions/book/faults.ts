import { addMonths, type LocalDate, localDateOf, monthOf, monthsBetween, now } from '../../shared/time.ts'
import { runInParallel } from '../platform/run-in-parallel.ts'
import { readAllRows, type Source } from '../records/source.ts'
import { sumPostingsOn } from './balance.ts'
import type { TransactionRow } from './entity.ts'
import { findItems } from './items.ts'
import { journalOfPartner, journalOfPerson, MONTHS_AHEAD, readDocumentHistory } from './journal.ts'

/** Maximum number of people or documents that are read at the same time. */
const TOGETHER = 20

/** Number of past months that are searched for the cause of a difference. */
const MONTHS_BACK = 12

/**
 * Item, document or settlement that differs from its postings. `amount` is what was posted less what is stored, in
 * cents. `month` is the month of that item, document or settlement; for an amount in transit it is the month of the
 * document's first payment. A document without such a month has the current month.
 */
export interface Fault {
  readonly title: string
  readonly text: string
  readonly amount: number
  readonly month: string
  readonly documentId?: string | undefined
}

/** Item according to the postings. */
interface BookedItem {
  readonly amount: number
  readonly date: string
  readonly text: string
  /** Number of settlements, reversals and splits, less releases by credit notes. */
  settled: number
}

/**
 * Finds the items of a person, posted in the last twelve months, whose open amount differs from their postings. An item
 * claimed by a concept invoice still counts as open; `held` has the `claimedBy.by` of every claim by a concept.
 */
export async function findItemFaults(userId: string, held: ReadonlySet<string>): Promise<Fault[]> {
  const booked = bookedItems(await recent((month) => journalOfPerson(userId, month)))
  const rows = new Map((await findItems([...booked.keys()])).map((row) => [row.id, row]))
  return [...booked].flatMap(([id, item]): Fault[] => {
    const row = rows.get(id)
    const isOpen = row !== undefined && (row.claimedBy === undefined || held.has(row.claimedBy.by))
    const [expected, actual] = [item.settled > 0 ? 0 : item.amount, isOpen ? row.amount : 0]
    if (expected === actual) return []
    const about = { title: item.text, amount: expected - actual, month: monthOf(item.date as LocalDate) }
    return [{ ...about, text: faultText(expected, isOpen) }]
  })
}

function faultText(expected: number, isOpen: boolean): string {
  if (expected === 0) return 'al uitbetaald of teruggedraaid, maar staat nog open'
  return isOpen ? 'open bedrag is anders dan geboekt' : 'geboekt, maar de open post ontbreekt'
}

const settling: readonly TransactionRow['kind'][] = ['payroll', 'own-invoice', 'issue', 'reversal']

/** Returns the items that transactions open, each with the number of settlements that are still valid. */
function bookedItems(transactions: readonly TransactionRow[]): Map<string, BookedItem> {
  const items = new Map<string, BookedItem>()
  for (const { id, kind, date, text, postings } of transactions) {
    const open = (itemId: string, amount = 0) => items.set(itemId, { amount, date, text, settled: 0 })
    const payable = postings.filter(({ account }) => account === 'payable').map(({ amount }) => -amount)
    if (kind === 'due' || kind === 'correction') open(id, payable[0])
    if (kind === 'split') for (const part of [1, 2]) open(`${id.slice('split#'.length)}/${part}`, payable[part])
  }
  const settle = (id: string, by: number) => {
    const item = items.get(id)
    if (item) item.settled += by
  }
  for (const { id, kind, itemIds = [] } of transactions) {
    if (kind === 'split') settle(id.slice('split#'.length), 1)
    const by = settling.includes(kind) ? 1 : kind === 'credit' ? -1 : 0
    for (const itemId of itemIds) settle(itemId, by)
  }
  return items
}

/** Fault with the id of its person or partner. */
export interface OwnedFault extends Fault {
  readonly ownerId: string
}

/**
 * Finds those of the `settlements` (transactions of a month) that posted another amount than the sum of their items. An
 * item that no longer exists counts as 0.
 */
export async function findSettlementFaults(settlements: readonly TransactionRow[]): Promise<OwnedFault[]> {
  const items = new Map(
    (await findItems(settlements.flatMap(({ itemIds = [] }) => itemIds))).map((item) => [item.id, item.amount]),
  )
  return settlements.flatMap(({ kind, userId, month, text, postings, documentId, itemIds = [] }): OwnedFault[] => {
    const worth = itemIds.reduce((sum, id) => sum + (items.get(id) ?? 0), 0)
    const payable = sumPostingsOn({ postings }, 'payable')
    const posted = kind === 'credit' ? -payable : payable
    if (worth === posted || userId === undefined) return []
    const about = { ownerId: userId, title: text, amount: posted - worth, month, documentId }
    return [{ ...about, text: 'verrekend bedrag is anders dan de posten samen' }]
  })
}

/** Number of a document, and its amount in transit: cents paid or repaid that no bank statement shows yet. */
interface InTransit {
  readonly number: string
  readonly inTransit: number
}

/**
 * Finds the documents whose stored amount in transit (`stored`, by document id) differs from their postings.
 * `documents` gives the partner id by document id.
 */
export async function findTransitFaults(
  documents: ReadonlyMap<string, string>,
  stored: ReadonlyMap<string, InTransit>,
): Promise<OwnedFault[]> {
  return faultsOf([...documents.keys()], (documentId, history) => {
    const isMoved = ({ postings }: TransactionRow) => postings.some(({ account }) => account === 'transit')
    const { number: title, inTransit = 0 } = stored.get(documentId) ?? {}
    const amount = -sumPostingsOn({ postings: history.flatMap(({ postings }) => postings) }, 'transit') - inTransit
    const text = 'bedrag onderweg naar de bank is anders dan geboekt'
    return { ownerId: documents.get(documentId) ?? '', title, text, amount, month: history.find(isMoved)?.month }
  })
}

/** Stored open amount of a document in cents, with its number and month. */
interface Standing {
  readonly open: number
  readonly number: string
  readonly month: string
}

/**
 * Returns a fault for each document of a partner whose stored open amount (`standing`, by document id) differs from its
 * postings. Also checks documents without a stored amount that have postings in the last twelve months.
 */
export async function findDocumentFaults(partnerId: string, standing: ReadonlyMap<string, Standing>): Promise<Fault[]> {
  const posted = await recent((month) => journalOfPartner(partnerId, month))
  const numbers = new Map(
    posted.flatMap(({ documentId, documentNumber }) =>
      documentId && documentNumber ? [[documentId, documentNumber] as const] : [],
    ),
  )
  const ids = new Set([...standing.keys(), ...posted.flatMap(({ documentId }) => documentId ?? [])])
  return faultsOf([...ids], (documentId, history) => {
    const { open = 0, number = numbers.get(documentId), month = history[0]?.month } = standing.get(documentId) ?? {}
    const postings = history.flatMap((row) => row.postings).filter((posting) => posting.documentId === documentId)
    const text = 'open bedrag is anders dan geboekt'
    return { title: number, text, amount: -sumPostingsOn({ postings }, 'creditor') - open, month }
  })
}

type Found = Pick<Fault, 'text' | 'amount'> & Partial<Pick<Fault, 'title' | 'month'>>

/** Compares documents with their transactions by `faultOf`; returns the faults with a difference, sorted by title. */
async function faultsOf<One extends Found>(
  documentIds: readonly string[],
  faultOf: (documentId: string, history: readonly TransactionRow[]) => One,
) {
  const faults: (One & Fault)[] = []
  await runInParallel(
    documentIds,
    async (documentId) => {
      const fault = faultOf(documentId, await readDocumentHistory(documentId))
      const { amount, title = 'Factuur', month = monthOf(localDateOf(now())) } = fault
      if (amount !== 0) faults.push({ ...fault, title, month, documentId })
    },
    TOGETHER,
  )
  return faults.toSorted((one, other) => one.title.localeCompare(other.title))
}

/** Reads the transactions of the last twelve months and of the months ahead. */
async function recent(journal: (month: string) => Source<TransactionRow>): Promise<TransactionRow[]> {
  const today = localDateOf(now())
  const months = monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, MONTHS_AHEAD))
  return (await Promise.all(months.map((month) => readAllRows(journal(month))))).flat()
}
