import { isReversed, REVERSED_RATE } from '../../shared/api/parts/billing.ts'
import { type VatCategory, type VatDocument, type VatRow, vatCategories } from '../../shared/api/schemas/vat.ts'
import { inEuros, percentOf, subtractVatShares, type VatShare, wholeCents } from '../../shared/money.ts'
import { addDays, addMonths, type LocalDate } from '../../shared/time.ts'
import { type PostingRow, sumPostingsOn, type TransactionRow } from '../book/service.ts'
import { type IssuedDocument, readIssuedDocuments } from '../invoices/registry.ts'
import { namesOf } from '../people/service.ts'
import { fullName } from '../platform/identity/user.ts'
import { type BookSince, readBookSince, todayOrBefore } from './documents-at.ts'
import { requirePeriod } from './period.ts'

/** Number of months after the due date when the VAT of what is unpaid is owed again (art. 29 lid 7 Wet OB). */
const UNPAID_MONTHS = 12

/** Line of a category: base and VAT of one posting, in signed cents; VAT owed is above 0. */
interface Line {
  readonly category: VatCategory
  readonly document: Pick<IssuedDocument, 'number' | 'partnerName'> & { readonly id: string | null }
  readonly date: string
  readonly base: number
  readonly vat: number
}

/** Boxes of the VAT return of the categories that count in it. */
const boxes: Partial<Record<VatCategory, '2a' | '5b'>> = {
  ...{ 'normaal-21': '5b', 'normaal-9': '5b', 'normaal-0': '5b', verlegd: '5b', 'verlegd-buitenland': '5b' },
  ...{ own: '5b', discount: '5b', owed: '2a' },
}

/**
 * Returns the VAT of a period (month, quarter or year) by category, with the documents behind each number. VAT of a
 * refused invoice and its credit notes counts in no box. Throws 422 for a period too far away.
 */
export async function readVat({ period }: { readonly period: string }) {
  const { from, to } = requirePeriod(period)
  const book = await readBookSince(from)
  const posted = book.journal.filter((row) => row.date <= to && (isIssue(row) || row.postings.some(isVat)))
  const documents = await readDocumentsOf(posted)
  const names = await readOwnNames(posted)
  const lines = [
    ...posted.flatMap((row) => (row.kind === 'own-invoice' ? ownLines(row, names) : linesOf(row, documents))),
    ...unpaidLines(book, { before: addDays(from, -1), at: todayOrBefore(to) }),
  ]
  const rows = vatCategories.map((category) => rowOf(category, lines))
  const vatOf = (...some: readonly VatCategory[]) => sumVat(lines.filter(({ category }) => some.includes(category)))
  const refused = vatOf('refused')
  const eInvoices = vatOf('normaal-21', 'normaal-9', 'normaal-0', 'kor', 'vrijgesteld') + refused
  const [reversed, owed] = [vatOf('verlegd', 'verlegd-buitenland'), vatOf('owed')]
  const [own, discount] = [vatOf('own'), vatOf('discount')]
  const deductible = eInvoices + reversed + own + discount - refused
  return {
    ...{ period, from, to, rows, eInvoices: inEuros(eInvoices), reversed: inEuros(reversed) },
    ...{ own: inEuros(own), discount: inEuros(discount), refused: inEuros(refused), deductible: inEuros(deductible) },
    ...{ owed: inEuros(owed), refund: inEuros(deductible - owed) },
    difference: inEuros(posted.filter(isIssue).reduce((sum, row) => sum + differenceOf(row, documents), 0)),
  }
}

/** Reads the names of the zzp'ers whose own invoices are among transactions. */
const readOwnNames = (rows: readonly TransactionRow[]) =>
  namesOf(rows.flatMap(({ kind, userId }) => (kind === 'own-invoice' && userId) || []))

/** Returns the lines of a zzp'er's own invoice, of which a transaction settles a part. */
const ownLines = (
  { date, userId = '', documentNumber: number = '', postings }: TransactionRow,
  names: Awaited<ReturnType<typeof readOwnNames>>,
): Line[] =>
  postings.filter(isVat).map(({ amount: vat, base = 0 }) => ({
    ...{ category: 'own', date, base, vat },
    document: { id: null, number, partnerName: fullName(names(userId)) },
  }))

const isIssue = ({ kind }: TransactionRow) => kind === 'issue' || kind === 'credit'

const isVat = ({ account }: PostingRow) => account === 'vat' || account === 'vat-owed'

/** Reads the documents of transactions, and the invoices that credit notes among them credit. */
async function readDocumentsOf(rows: readonly TransactionRow[]): Promise<Map<string, IssuedDocument>> {
  const documents = await readIssuedDocuments(rows.flatMap(({ documentId }) => documentId ?? []))
  const credited = [...documents.values()].flatMap(({ creditedId }) => creditedId ?? [])
  return new Map([...(await readIssuedDocuments(credited)), ...documents])
}

/**
 * Adds up, in cents above 0, what an issued document and its postings differ in: base and VAT of each scheme and rate,
 * with reversed VAT computed from its base. A posting without a scheme has that of the document at its rate.
 */
function differenceOf({ documentId = '', postings }: TransactionRow, documents: ReadonlyMap<string, IssuedDocument>) {
  const document = documents.get(documentId)
  if (!document) return 0
  const taxed = document.taxed.map((one): VatShare => {
    if (!isReversed(one.vatScheme)) return one
    return { ...one, vatRate: REVERSED_RATE, vatAmount: percentOf(one.base, REVERSED_RATE) }
  })
  const posted = postings
    .filter(({ account }) => account === 'vat')
    .map(({ scheme, rate: vatRate = 0, base = 0, amount }) => ({
      vatScheme: scheme ?? taxed.find((one) => one.vatRate === vatRate)?.vatScheme,
      ...{ vatRate, base: wholeCents(base), vatAmount: wholeCents(amount) },
    }))
  const off = subtractVatShares(taxed, posted)
  return off.reduce((sum, { base, vatAmount }) => sum + Math.abs(base) + Math.abs(vatAmount), 0)
}

function linesOf(row: TransactionRow, documents: ReadonlyMap<string, IssuedDocument>): Line[] {
  const document = documents.get(row.documentId ?? '')
  if (!document) return []
  const credited = documents.get(document.creditedId ?? '')
  const isApart = document.isRefused || credited?.isRefused === true
  return row.postings.filter(isVat).flatMap((posting) => {
    const { account, amount, base = 0 } = posting
    const sign = account === 'vat-owed' ? -1 : 1
    const line = { document, date: row.date, base: sign * base + 0, vat: sign * amount + 0 }
    if (!isApart) return { ...line, category: categoryOf(row, posting) }
    // The e-invoice of a refused document with reversed VAT has no VAT to leave out.
    if (account === 'vat-owed') return []
    return { ...line, category: 'refused' as const, vat: isReversed(vatSchemeOf(row, posting)) ? 0 : line.vat }
  })
}

function categoryOf(row: TransactionRow, posting: PostingRow): VatCategory {
  if (posting.account === 'vat-owed') return 'owed'
  if (!isIssue(row)) return 'discount'
  const scheme = vatSchemeOf(row, posting)
  if (scheme !== 'normaal') return scheme
  return posting.rate === 21 ? 'normaal-21' : posting.rate === 9 ? 'normaal-9' : 'normaal-0'
}

/** Returns the VAT scheme of a posting; a posting of before schemes were posted tells it by its rate and VAT owed. */
export function vatSchemeOf(row: TransactionRow, { scheme, rate }: PostingRow) {
  if (scheme !== undefined) return scheme
  if (sumPostingsOn(row, 'vat-owed') !== 0) return 'verlegd'
  return rate === 0 ? 'vrijgesteld' : 'normaal'
}

/**
 * Returns what a period adds to the VAT of amounts that are unpaid a year after their due date: the unpaid share at its
 * end, less that before it.
 */
function unpaidLines({ documents, openAt }: BookSince, { before, at }: { before: LocalDate; at: LocalDate }): Line[] {
  return [...documents.values()].flatMap((document): Line[] => {
    const { id, type, dueDate, total, vat, isRefused } = document
    if (type !== 'invoice' || vat === 0 || isRefused) return []
    const since = addMonths(dueDate, UNPAID_MONTHS)
    const shareAt = (day: LocalDate, of: number) =>
      since <= day && openAt(id, day) > 0 ? Math.round((of * openAt(id, day)) / total) : 0
    const [base, owed] = [total - vat, vat].map((of) => shareAt(at, of) - shareAt(before, of))
    return base || owed ? [{ category: 'unpaid', document, date: since, base: base ?? 0, vat: owed ?? 0 }] : []
  })
}

function rowOf(category: VatCategory, lines: readonly Line[]): VatRow {
  const own = lines.filter((line) => line.category === category)
  return {
    ...{ category, box: boxes[category] ?? null, base: inEuros(own.reduce((sum, { base }) => sum + base, 0)) },
    ...{ vat: inEuros(sumVat(own)), documents: own.map(viewOf) },
  }
}

const sumVat = (lines: readonly Line[]) => lines.reduce((sum, { vat }) => sum + vat, 0)

const viewOf = ({ document: { id, number, partnerName }, date, base, vat }: Line): VatDocument => ({
  ...{ id, number, date, partnerName, base: inEuros(base), vat: inEuros(vat) },
})
