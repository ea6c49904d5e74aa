import { type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { lastBookDay, readJournal, type TransactionRow } from '../book/service.ts'
import { type IssuedDocument, listOpenDocuments, readIssuedDocuments } from '../invoices/registry.ts'

/** The book from a day on: its transactions, and each document that was open that day or later. */
export interface BookSince {
  /** Transactions after the day before, future ones included, by date. */
  readonly journal: readonly TransactionRow[]
  readonly documents: ReadonlyMap<string, IssuedDocument>
  /**
   * Returns the open amount of a document at the end of a day, in signed cents. The day must not be before the day
   * before the first of these transactions.
   */
  readonly openAt: (documentId: string, day: LocalDate) => number
}

/**
 * Reads the book from a day on. The open amount of any later day follows from the present one, less the postings after
 * that day: reading costs as much as was posted since, however old the book is.
 */
export async function readBookSince(from: LocalDate): Promise<BookSince> {
  const [journal, open] = await Promise.all([readJournal({ from, to: lastBookDay() }), listOpenDocuments()])
  const changes = new Map<string, { readonly date: string; readonly amount: number }[]>()
  for (const { date, postings } of journal) {
    for (const { account, amount, documentId } of postings) {
      if (account !== 'creditor' || documentId === undefined) continue
      changes.set(documentId, [...(changes.get(documentId) ?? []), { date, amount }])
    }
  }
  const documents = new Map(open.map((document) => [document.id, document]))
  const closed = await readIssuedDocuments([...changes.keys()].filter((id) => !documents.has(id)))
  for (const [id, document] of closed) documents.set(id, document)
  return {
    journal,
    documents,
    openAt: (id, day) =>
      (changes.get(id) ?? [])
        .filter(({ date }) => date > day)
        .reduce((sum, { amount }) => sum + amount, documents.get(id)?.open ?? 0),
  }
}

/** Returns today in Amsterdam, or the given day if that is earlier. */
export const todayOrBefore = (day: LocalDate): LocalDate => {
  const today = localDateOf(now())
  return day < today ? day : today
}
