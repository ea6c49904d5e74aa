import { CREDIT_PREFIX } from '../../../shared/api/schemas/invoice-settings.ts'
import { addDays, addMonths, localDateOf, monthOf, now } from '../../../shared/time.ts'
import { readDocumentHistory } from '../../book/service.ts'
import type { SettingsRow } from '../../company/service.ts'
import { readAll } from '../../platform/data/rows.ts'
import { type InvoiceRow, Invoices } from '../invoices/entity.ts'
import { findInvoicesByNumber } from '../invoices/list.ts'
import { invoicesById, partnersById } from '../invoices/records.ts'
import { DAYS_AHEAD } from '../invoices/rules.ts'
import { readLastNumber } from '../numbers.ts'
import { type PartnerRow, Partners } from '../partner-entity.ts'
import { causeOfBooking } from '../payments/invoice-book.ts'
import { type PaymentFileRow, PaymentFiles } from '../payments/payment-file-entity.ts'
import { prefixesOf } from '../settings.ts'
import type { Booking } from './booking.ts'
import type { MatchingData } from './context.ts'
import { isIssuedNumber, numbersIn, ourNumbersIn, paymentFileIdIn, seriesOf } from './numbers.ts'
import type { BankStatementRow } from './statement-entity.ts'

/** Maximum number of payment files in one read of the table. */
const BATCH = 100

/** Maximum number of documents whose histories are read at the same time. */
const AT_ONCE = 20

/** First year in which our invoices may have numbers. */
const FIRST_YEAR = '2020'

/**
 * Reads what a statement's bookings are matched with: documents, payment files, accounts of partners and posted
 * bookings. `before` is the statement as an earlier upload of the same file stored it, null at the first upload.
 */
export async function readMatchingData(
  all: readonly Booking[],
  before: BankStatementRow | null,
  settings: SettingsRow,
): Promise<MatchingData> {
  const proposed = before?.proposals ?? []
  const prefixes = prefixesOf(settings)
  const numbering = { prefixes, lastOf: await lastNumbers([...prefixes, CREDIT_PREFIX], all) }
  const numbers = [...new Set(all.flatMap((booking) => ourNumbersIn(booking, numbering)))]
  const [shelved, named, ofAccounts] = await Promise.all([
    readAll<InvoiceRow>(Invoices.query.byShelf({ shelf: 'in_behandeling' }) as never),
    findInvoicesByNumber(numbers.filter((number) => isIssuedNumber(number, numbering))),
    invoicesOfAccounts(all.filter((booking) => ourNumbersIn(booking, numbering).length === 0)),
  ])
  const found = [...shelved, ...named.values(), ...ofAccounts]
  const files = await readPaymentFilesOf(found, all)
  const ids = [
    ...found.flatMap(({ id, creditNoteIds = [] }) => [id, ...creditNoteIds]),
    ...files.flatMap(({ payments }) => payments.map(({ invoiceId }) => invoiceId)),
    ...proposed.map(({ invoiceId }) => invoiceId),
  ]
  const documents = [...(await invoicesById(ids)).values()]
  const [partners, booked] = await Promise.all([
    partnersById(documents.map(({ partnerCompanyId }) => partnerCompanyId)),
    bookedOf(documents),
  ])
  const accounts = new Map([...partners.values()].map(({ id, bankAccount }) => [id, bankAccount]))
  return { ...numbering, documents, files, accounts, proposed, booked }
}

/**
 * Returns the causes (`causeOfBooking`) of all bank bookings that are posted on these documents. Documents that were
 * never paid have none, so their histories are not read.
 */
async function bookedOf(documents: readonly InvoiceRow[]): Promise<Set<string>> {
  const paid = documents.filter(({ payments, lastReturn }) => payments.length > 0 || lastReturn !== undefined)
  const histories: Awaited<ReturnType<typeof readDocumentHistory>>[] = []
  for (let at = 0; at < paid.length; at += AT_ONCE) {
    histories.push(...(await Promise.all(paid.slice(at, at + AT_ONCE).map(({ id }) => readDocumentHistory(id)))))
  }
  return new Set(histories.flat().flatMap(({ kind, id }) => (kind === 'booking' ? [id] : [])))
}

/** Counts the bank bookings of a day and amount (signed cents) that are posted on a document. */
export async function countPosted(row: InvoiceRow, booking: { date: string; amount: number }): Promise<number> {
  const booked = await bookedOf([row])
  let nth = 0
  while (booked.has(causeOfBooking(row, { ...booking, nth }))) nth += 1
  return nth
}

/**
 * Lists the invoices of partners whose accounts the bookings name, dated in the month of the booking or the month
 * before. These are paid invoices too: a booking may be a payment that was marked by hand.
 */
async function invoicesOfAccounts(bookings: readonly Booking[]): Promise<InvoiceRow[]> {
  const monthsOf = new Map<string, Set<string>>()
  for (const { iban, date } of bookings) {
    if (iban === undefined) continue
    const months = monthsOf.get(iban) ?? new Set()
    monthsOf.set(iban, months.add(monthOf(date)).add(monthOf(addMonths(date, -1))))
  }
  if (monthsOf.size === 0) return []
  const partners = await readAll<PartnerRow>(Partners.query.byName({}) as never)
  const read = partners.flatMap(({ id, bankAccount }) =>
    [...(monthsOf.get(bankAccount) ?? [])].map((month) =>
      readAll<InvoiceRow>(Invoices.query.byPartner({ partnerCompanyId: id, month }) as never),
    ),
  )
  return (await Promise.all(read)).flat()
}

/** Reads the payment files with which the invoices are marked, and those whose id a booking names. */
export async function readPaymentFilesOf(
  invoices: readonly InvoiceRow[],
  bookings: readonly Booking[],
): Promise<PaymentFileRow[]> {
  const named = [
    ...invoices.map(({ paymentFileId }) => paymentFileId ?? null),
    ...bookings.map((booking) => paymentFileIdIn(booking)),
  ]
  const ids = [...new Set(named)].filter((id) => id !== null)
  const files: PaymentFileRow[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const { data } = await PaymentFiles.get(ids.slice(at, at + BATCH).map((id) => ({ id }))).go({ consistent: true })
    files.push(...(data as PaymentFileRow[]))
  }
  return files
}

/**
 * Returns the last issued number of each series, such as `YDS-2026`, that the bookings name. Leaves out a series whose
 * prefix or year is not ours.
 */
async function lastNumbers(prefixes: readonly string[], bookings: readonly Booking[]): Promise<Map<string, number>> {
  const lastYear = addDays(localDateOf(now()), DAYS_AHEAD).slice(0, 4)
  const named = new Set(bookings.flatMap((booking) => Object.values(numbersIn(booking, prefixes)).flat()).map(seriesOf))
  const last = [...named].map(async (series): Promise<[string, number][]> => {
    const [, prefix = '', year = ''] = /^(.+)-(\d{4})$/.exec(series) ?? []
    const isOurs = prefixes.includes(prefix) && FIRST_YEAR <= year && year <= lastYear
    return isOurs ? [[series, await readLastNumber(prefix, year)]] : []
  })
  return new Map((await Promise.all(last)).flat())
}
