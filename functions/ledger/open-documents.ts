import { type Age, ages, type OpenDocument, type OpenPartner } from '../../shared/api/schemas/open-documents.ts'
import { unprocessable } from '../../shared/errors.ts'
import { cents, inEuros } from '../../shared/money.ts'
import { addDays, addMonths, daysBetween, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { readOwedToPartners } from '../book/service.ts'
import type { IssuedDocument } from '../invoices/registry.ts'
import { type BookSince, readBookSince } from './documents-at.ts'

/** Number of past months whose open documents can be computed. */
const MONTHS_BACK = 60

/** A document with its open amount on the day, in signed cents. */
interface Standing {
  readonly document: IssuedDocument
  readonly open: number
}

/**
 * Returns the open documents of all partners at the end of a day (by default today), by age since the due date, as the
 * postings have it. Reads again after a difference with the balances, which a simultaneous change may cause. Throws
 * 422 for a day more than five years back or in the future.
 */
export async function readOpenDocuments({ date }: { readonly date?: string | undefined }) {
  const today = localDateOf(now())
  const day = (date ?? today) as LocalDate
  if (day > today || day < addMonths(today, -MONTHS_BACK)) {
    throw unprocessable('Kies een dag van de afgelopen vijf jaar', 'date')
  }
  const first = await readStandings(day)
  const { standings, difference } = first.difference === 0 ? first : await readStandings(day)
  const isToday = day === today
  const partners = [...Map.groupBy(standings, ({ document }) => document.partnerId)]
    .map(([id, theirs]) => partnerRow(id, theirs.toSorted(byDate), { day, isToday }))
    .toSorted((one, other) => one.partner.name.localeCompare(other.partner.name, 'nl'))
  return { date: day, partners, totals: sumsOf(partners.flatMap(({ documents }) => documents)), difference }
}

const byDate = (one: Standing, other: Standing) =>
  one.document.invoiceDate.localeCompare(other.document.invoiceDate) ||
  one.document.number.localeCompare(other.document.number)

/** Reads the documents that were open at the end of a day, and by how many euros the present balances differ. */
async function readStandings(day: LocalDate): Promise<{ standings: Standing[]; difference: number }> {
  const [book, owed] = await Promise.all([readBookSince(addDays(day, 1)), readOwedToPartners()])
  const present = [...book.documents.values()].reduce((sum, { open }) => sum + open, 0)
  return { standings: standingsOf(book, day), difference: inEuros(owed - present) }
}

const standingsOf = ({ documents, openAt }: BookSince, day: LocalDate): Standing[] =>
  [...documents.values()]
    .map((document) => ({ document, open: openAt(document.id, day) }))
    .filter(({ open }) => open !== 0)

interface On {
  readonly day: LocalDate
  /** True when the day is today, so that a payment file can pay the documents. */
  readonly isToday: boolean
}

function partnerRow(id: string, standings: readonly Standing[], on: On): OpenPartner {
  const setOffs = planSetOffs(standings)
  const documents = standings.map((one) => viewOf(one, setOffs.get(one.document.id) ?? [], on))
  const name = standings.at(-1)?.document.partnerName ?? ''
  return { partner: { id, name }, ...sumsOf(documents), documents }
}

/** Last number of days after the due date of each age; the last age has no end. */
const lastDays: readonly (readonly [Age, number])[] = [
  ['notDue', 0],
  ['upTo30', 30],
  ['upTo60', 60],
  ['upTo90', 90],
  ['older', Number.POSITIVE_INFINITY],
]

const ageOf = (daysLate: number): Age => lastDays.find(([, last]) => daysLate <= last)?.[0] ?? 'older'

function viewOf({ document, open }: Standing, setOffs: OpenDocument['setOffs'], { day, isToday }: On): OpenDocument {
  const { id, number, type, invoiceDate, dueDate, total, payable, reason } = document
  const daysLate = daysBetween(dueDate, day)
  const isInvoice = type === 'invoice'
  return {
    ...{ id, number, type, invoiceDate, dueDate, daysLate, age: isInvoice ? ageOf(daysLate) : null },
    ...{ total: inEuros(total), open: inEuros(open), setOffs },
    ...{ payable: isToday ? inEuros(payable) : 0, reason: isToday && isInvoice ? reason : null },
  }
}

/**
 * Returns by document id which credit notes the next payments set off, and against which invoices: the oldest notes
 * against the oldest invoices. Leaves out refused documents.
 */
function planSetOffs(standings: readonly Standing[]): Map<string, OpenDocument['setOffs']> {
  const setOffs = new Map<string, OpenDocument['setOffs']>()
  const left = new Map(standings.map(({ document, open }) => [document.id, open]))
  const owed = standings.filter(({ document }) => !document.isRefused)
  const add = (id: string, number: string, cents: number) =>
    setOffs.set(id, [...(setOffs.get(id) ?? []), { number, amount: inEuros(cents) }])
  for (const { document: note } of owed.filter(({ open }) => open < 0)) {
    for (const { document: invoice } of owed.filter(({ open }) => open > 0)) {
      const amount = Math.min(-(left.get(note.id) ?? 0), left.get(invoice.id) ?? 0)
      if (amount <= 0) continue
      left.set(note.id, (left.get(note.id) ?? 0) + amount)
      left.set(invoice.id, (left.get(invoice.id) ?? 0) - amount)
      add(note.id, invoice.number, amount)
      add(invoice.id, note.number, amount)
    }
  }
  return setOffs
}

/** Adds up documents by age; credit notes apart. */
function sumsOf(documents: readonly OpenDocument[]) {
  const add = (some: readonly OpenDocument[], of: 'open' | 'payable' = 'open') =>
    inEuros(some.reduce((sum, document) => sum + cents(document[of]), 0))
  const byAge = Object.fromEntries(
    ages.map((age) => [age, add(documents.filter((document) => document.age === age))]),
  ) as Record<Age, number>
  return {
    ...byAge,
    creditNotes: add(documents.filter(({ type }) => type === 'credit_note')),
    open: add(documents),
    payable: add(documents, 'payable'),
  }
}
