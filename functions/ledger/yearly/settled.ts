import { unprocessable } from '../../../shared/errors.ts'
import { inEuros } from '../../../shared/money.ts'
import { isLegalPerson, type LegalForm } from '../../../shared/numbers/legal-forms.ts'
import { type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import {
  listWithoutSums,
  type PostingRow,
  readDocumentHistory,
  readJournal,
  type TransactionRow,
} from '../../book/service.ts'
import {
  type IssuedDocument,
  type PartnerDetails,
  readIssuedDocuments,
  readPartnerDetails,
} from '../../invoices/registry.ts'
import { namesOf } from '../../people/service.ts'
import { readLastMails } from './mails.ts'

/** Number of past years whose payments can be read. */
const YEARS_BACK = 7

/** Part of a document that was settled in a year, in signed cents; `gross` = `paid` + `setOff` + `discount`. */
export interface SettledDocument {
  readonly document: IssuedDocument
  /** Last day of the bank, or of a set-off. */
  readonly day: string
  readonly gross: number
  /** VAT in `gross`, less that in `discount`. */
  readonly vat: number
  readonly setOff: number
  readonly discount: number
  /** Amount that the bank moved. */
  readonly paid: number
}

/** A natural person who was paid without VAT in a year, in cents. */
export interface ThirdParty {
  readonly name: string
  readonly address: string
  readonly postalCode: string
  readonly city: string
  readonly kvkNumber: string
  readonly legalForm: LegalForm
  readonly amount: number
  /** Numbers of own invoices whose VAT is unknown, as they were recorded without an amount. */
  readonly withoutSums: readonly string[]
}

/**
 * Reads the documents that were settled in a year by the day of the bank, by number. A payment that the bank did not
 * book in the year is left out. Throws 422 for a year too far away.
 */
export async function readSettledDocuments(year: string): Promise<SettledDocument[]> {
  return settle(await readYear(year), year)
}

/** Reads the transactions of a year by their day of value, also those dated later because their month was closed. */
async function readYear(year: string): Promise<TransactionRow[]> {
  const thisYear = Number(localDateOf(now()).slice(0, 4))
  if (Number(year) > thisYear || Number(year) < thisYear - YEARS_BACK) {
    throw unprocessable('Kies een jaar van de afgelopen zeven jaar', 'year')
  }
  const until = `${Number(year) + 1}-12-31` as LocalDate
  const rows = await readJournal({ from: `${year}-01-01` as LocalDate, to: until })
  return rows.filter(({ valueDate }) => valueDate.startsWith(year))
}

/** Amounts of one document in some transactions, in signed cents. */
interface Settlement {
  readonly day: string
  readonly paid: number
  readonly setOff: number
  readonly discount: number
  readonly discountVat: number
}

const NOTHING: Settlement = { day: '', paid: 0, setOff: 0, discount: 0, discountVat: 0 }

const sumOn = (postings: readonly PostingRow[], ...accounts: readonly PostingRow['account'][]) =>
  postings.filter(({ account }) => accounts.includes(account)).reduce((sum, { amount }) => sum + amount, 0)

/** Returns what a transaction settles of a document: a booking of the bank, a set-off, or a discount taken or returned. */
function settlementsOf({ kind, postings, valueDate: day, documentId }: TransactionRow): [string, Settlement][] {
  if (documentId === undefined) return []
  if (kind === 'booking') return [[documentId, { ...NOTHING, day, paid: sumOn(postings, 'transit') }]]
  if (kind === 'set-off') {
    return postings.map((one) => [one.documentId ?? '', { ...NOTHING, day, setOff: one.amount }])
  }
  if (!postings.some(({ account }) => account === 'discount')) return []
  const discount = -sumOn(postings, 'discount', 'vat', 'vat-owed')
  return [[documentId, { ...NOTHING, discount, discountVat: -sumOn(postings, 'vat', 'vat-owed') }]]
}

function sumByDocument(rows: readonly TransactionRow[]): Map<string, Settlement> {
  const sums = new Map<string, Settlement>()
  for (const [id, one] of rows.flatMap(settlementsOf)) {
    const before = sums.get(id) ?? NOTHING
    sums.set(id, {
      day: one.day > before.day ? one.day : before.day,
      paid: before.paid + one.paid,
      setOff: before.setOff + one.setOff,
      discount: before.discount + one.discount,
      discountVat: before.discountVat + one.discountVat,
    })
  }
  return sums
}

const grossOf = ({ paid, setOff, discount }: Settlement) => paid + setOff + discount

async function settle(rows: readonly TransactionRow[], year: string): Promise<SettledDocument[]> {
  // A discount without a booking belongs to a payment that the bank has not booked.
  const settlements = [...sumByDocument(rows)].filter(([, { day }]) => day !== '')
  const documents = await readIssuedDocuments(settlements.map(([id]) => id))
  const settled = await Promise.all(
    settlements.map(async ([id, settlement]) => {
      const document = documents.get(id)
      return document ? [await settledOf(document, settlement, year)] : []
    }),
  )
  return settled.flat().toSorted((one, other) => one.document.number.localeCompare(other.document.number))
}

async function settledOf(document: IssuedDocument, settlement: Settlement, year: string): Promise<SettledDocument> {
  const gross = grossOf(settlement)
  const before = gross === document.total ? 0 : await settledBefore(document, year)
  // Rounds the VAT settled so far, so that the years of a document add up to its VAT.
  const vatOf = (cents: number) => (document.total === 0 ? 0 : Math.round((document.vat * cents) / document.total))
  const { day, paid, setOff, discount, discountVat } = settlement
  return { document, day, gross, vat: vatOf(before + gross) - vatOf(before) - discountVat, setOff, discount, paid }
}

/** Reads what was settled of a document before a year, in signed cents. */
async function settledBefore({ id }: IssuedDocument, year: string): Promise<number> {
  const history = await readDocumentHistory(id)
  const settlement = sumByDocument(history.filter(({ valueDate }) => valueDate < `${year}-01-01`)).get(id) ?? NOTHING
  return settlement.day === '' ? 0 : grossOf(settlement)
}

const add = (documents: readonly SettledDocument[], of: (one: SettledDocument) => number) =>
  documents.reduce((sum, one) => sum + of(one), 0)

/** Adds up settled documents, in euros: invoices + creditNotes − discount = paid = net + vat. */
export function sumsOf(documents: readonly SettledDocument[]) {
  const grossOfType = (type: IssuedDocument['type']) =>
    add(
      documents.filter(({ document }) => document.type === type),
      ({ gross }) => gross,
    )
  const [paid, vat] = [add(documents, (one) => one.paid), add(documents, (one) => one.vat)]
  return {
    ...{ invoices: inEuros(grossOfType('invoice')), creditNotes: inEuros(grossOfType('credit_note')) },
    ...{ discount: inEuros(add(documents, (one) => one.discount)), paid: inEuros(paid) },
    ...{ net: inEuros(paid - vat), vat: inEuros(vat) },
  }
}

/** Returns settled documents by partner, each with the partner's present details, by name. */
export async function groupByPartner(
  documents: readonly SettledDocument[],
): Promise<{ readonly partner: PartnerDetails; readonly documents: readonly SettledDocument[] }[]> {
  const groups = Map.groupBy(documents, ({ document }) => document.partnerId)
  const partners = await readPartnerDetails([...groups.keys()])
  return partners
    .map((partner) => ({ partner, documents: groups.get(partner.id) ?? [] }))
    .toSorted((one, other) => one.partner.name.localeCompare(other.partner.name, 'nl'))
}

/** Returns what the bank paid in a year by partner, with the sum of the list for the tax authority. */
export async function readYearly({ year }: { readonly year: string }) {
  const rows = await readYear(year)
  const documents = await settle(rows, year)
  const partners = await groupByPartner(documents)
  const mails = await readLastMails(
    year,
    partners.map(({ partner }) => partner.id),
  )
  const thirdParties = [...listPersons(partners), ...(await listOwnInvoicers(rows))]
  return {
    year,
    partners: partners.map(({ partner: { id, name, email }, documents: theirs }) => ({
      ...{ id, name, email, ...sumsOf(theirs), mail: mails.get(id) ?? null },
    })),
    totals: sumsOf(documents),
    thirdParties: { count: thirdParties.length, amount: inEuros(sumAmounts(thirdParties)) },
  }
}

const sumAmounts = (people: readonly ThirdParty[]) => people.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Lists the natural persons who were paid without VAT in a year: partners with such a legal form or an unknown one, for
 * documents without VAT, and people who send their own invoices without VAT.
 */
export async function readThirdParties(year: string): Promise<ThirdParty[]> {
  const rows = await readYear(year)
  return [...listPersons(await groupByPartner(await settle(rows, year))), ...(await listOwnInvoicers(rows))]
}

const listPersons = (partners: Awaited<ReturnType<typeof groupByPartner>>): ThirdParty[] =>
  partners
    .filter(({ partner }) => !isLegalPerson(partner.legalForm))
    .map(({ partner, documents }) => {
      const amount = add(
        documents.filter(({ document }) => document.vat === 0),
        ({ paid }) => paid,
      )
      return { ...partner, amount, withoutSums: [] }
    })
    .filter(({ amount }) => amount !== 0)

const hasVat = ({ postings }: TransactionRow) => postings.some(({ account }) => account === 'vat')

/** Lists the people whose own invoices have no VAT, with the sum of these; we have no address of them. */
async function listOwnInvoicers(rows: readonly TransactionRow[]): Promise<ThirdParty[]> {
  const paid = Map.groupBy(
    rows.filter((row) => row.kind === 'own-invoice' && row.userId !== undefined && !hasVat(row)),
    ({ userId }) => userId ?? '',
  )
  const names = await namesOf([...paid.keys()])
  const people = [...paid].map(async ([userId, own]) => {
    const { firstName, lastName } = names(userId)
    return {
      ...{ name: `${firstName} ${lastName}`, address: '', postalCode: '', city: '', kvkNumber: '' },
      ...{ legalForm: 'unknown' as const },
      amount: -own.reduce((sum, { postings }) => sum + sumOn(postings, 'own-invoices'), 0),
      withoutSums: await listWithoutSums(
        userId,
        own.flatMap(({ documentNumber }) => documentNumber ?? []),
      ),
    }
  })
  return Promise.all(people)
}
