import { contributionsOf as balanceContributions } from '../functions/book/balance.ts'
import { LedgerTransactions } from '../functions/book/entity.ts'
import { InvoicedPayees } from '../functions/book/payout-methods.ts'
import { type Entry, transactionOf } from '../functions/book/posting.ts'
import { InvoiceSettings, SETTINGS_ID, type SettingsRow } from '../functions/company/service.ts'
import { CompanyNumbers, numberFields } from '../functions/invoices/company-numbers.ts'
import { customerOf, keepDocuments, supplierOf } from '../functions/invoices/documents/documents.ts'
import { type InvoiceRow, Invoices } from '../functions/invoices/invoices/entity.ts'
import { isIssued } from '../functions/invoices/invoices/issued.ts'
import {
  amountsOf,
  CREDIT_RESTRICTION,
  contributionsOf,
  datesOf,
  addIndexKeys as placedInvoice,
  priceLines,
  schemeOf,
  unpaid,
} from '../functions/invoices/invoices/rules.ts'
import { InvoiceNumbers } from '../functions/invoices/numbers.ts'
import { type PartnerRow, Partners } from '../functions/invoices/partner-entity.ts'
import { payeeIdOf } from '../functions/invoices/partners/partners.ts'
import { issueEntry } from '../functions/invoices/payments/invoice-book.ts'
import { applyPayment } from '../functions/invoices/payments/paying.ts'
import { type PaymentFileRow, PaymentFiles } from '../functions/invoices/payments/payment-file-entity.ts'
import { FOLDER as PAYMENT_FILES } from '../functions/invoices/payments/payment-files.ts'
import { buildPaymentXml } from '../functions/invoices/payments/payment-xml.ts'
import { putDocument } from '../functions/platform/aws/document-store.ts'
import { Outbox } from '../functions/platform/data/outbox.ts'
import type { User } from '../functions/platform/identity/user.ts'
import { bankDayFrom } from '../shared/invoicing/bank-days.ts'
import { rateUnder } from '../shared/invoicing/vat-schemes.ts'
import { addDays, instantIn, type LocalDate, startOfDay } from '../shared/time.ts'
import { addContribution, addCounts, type Sum } from './counts.ts'
import { planRunInvoices, type RunInvoice, runWritesOf } from './monthly-invoices.ts'
import { drawIban, drawVatNumber } from './numbers.ts'
import { createDemoPartners } from './partners.ts'
import { type Chance, createChance } from './random.ts'
import { storeAll } from './writing.ts'

/**
 * Stores the demo's partner companies with their agreements, the invoices, a payment file, and the settings of
 * self-billing.
 */
export async function storePresentInvoices(people: readonly User[], today: LocalDate): Promise<void> {
  const rows = await createDemoPartners(people, today)
  const settings = settingsOf(people)
  const invoiced = rows.filter(({ agreement, isActive }) => agreement && isActive)
  // Monthly runs read the partners and the settings.
  await storeAll([...rows.map((row) => Partners.put(row)), InvoiceSettings.put(settings)])
  const planned = await demoInvoices(invoiced, settings, today)
  const invoices = planned.map(({ row }) => row)
  const documentsOf = ({ id }: PartnerRow) => invoices.filter(({ partnerCompanyId }) => partnerCompanyId === id)
  const lastDayOf = (documents: typeof invoices) =>
    documents
      .flatMap(({ type, invoiceDate }) => (type === 'invoice' ? [invoiceDate] : []))
      .toSorted()
      .at(-1)
  const withCounts = (row: PartnerRow) => {
    const documents = documentsOf(row)
    return { ...row, invoiceCount: documents.length, lastInvoiceOn: lastDayOf(documents) }
  }
  await storeAll([
    ...rows.map((row) => Partners.put({ ...withCounts(row), createdBy: settings.updatedBy ?? 'demo' })),
    ...rows.flatMap((row) => invoicedPayeeOf(row)),
    ...companyNumbersOf(rows, settings),
    ...lastNumbers(invoices, settings.invoicePrefix),
    InvoiceSettings.put(settings),
  ])
  const maker = people.filter(({ role, isActive }) => role === 'admin' && isActive)[1]
  const waiting = await waitingFile(invoices, settings, { maker, today })
  const paidOn = new Map(planned.flatMap(({ row, run }) => (run?.paidOn ? [[row.id, run.paidOn] as const] : [])))
  await addCounts(await storeInvoices(waiting.invoices, paidOn), false)
  await storeAll([
    ...waiting.files.map((row) => PaymentFiles.put(row)),
    ...invoices.flatMap(mailsAbout),
    ...runWritesOf(
      planned.flatMap(({ row, run }) => (run ? [{ ...run, row }] : [])),
      settings.updatedBy ?? 'demo',
    ),
  ])
}

/** Returns the writes of the mails that brought a sent invoice to its partner, and a paid one to the accounting. */
function mailsAbout({ id: subject, sentAt, sentToAccounting, createdBy: by }: InvoiceRow) {
  const kinds = [...(sentAt ? ['partner-mail'] : []), ...(sentToAccounting ? ['accounting-mail'] : [])]
  return kinds.map((kind) =>
    Outbox.put({
      ...{ id: `demo-${kind}-${subject}`, kind: `invoice-${kind}`, subject, state: 'sent', lane: 'own', by },
      ...{ createdAt: sentAt ?? '', settledAt: sentAt },
    }),
  )
}

/** Returns the writes of who has each KvK-nummer, btw-nummer and IBAN: partners, or our own company. */
const companyNumbersOf = (rows: readonly PartnerRow[], settings: SettingsRow) =>
  numberFields.flatMap((field) => [
    ...[...Map.groupBy(rows, (row) => row[field])].map(([number, holders]) =>
      CompanyNumbers.put({ field, number, partnerIds: holders.map(({ id }) => id) }),
    ),
    CompanyNumbers.put({ field, number: settings[field], isOurs: true }),
  ])

/**
 * Days from today until the waiting payment file is executed; if banks are closed that day, on the next banking day.
 */
const PAYS_IN_DAYS = 7

/**
 * Returns a payment file for two of the invoices, and all invoices, in which these two are marked as in the file. The
 * file waits for approval by another admin than its maker. Returns no file without a maker or an invoice to pay.
 */
async function waitingFile(
  invoices: readonly InvoiceRow[],
  settings: SettingsRow,
  { maker, today }: { readonly maker: User | undefined; readonly today: LocalDate },
) {
  const paid = invoices.filter(({ status }) => status === 'in_behandeling').slice(0, 2)
  if (!maker || paid.length === 0) return { invoices, files: [] }
  const at = startOfDay(today)
  const executionDate = bankDayFrom(addDays(today, PAYS_IN_DAYS))
  const payments = paid.flatMap(({ id, invoiceNumber, supplier, totalAmount: amount }) =>
    supplier
      ? [{ invoiceId: id, invoiceNumber, partnerName: supplier.name, bankAccount: supplier.bankAccount, amount }]
      : [],
  )
  const order = { id: createChance(96).id(), executionDate, payments, createdAt: at }
  const debtor = { name: settings.companyName, bankAccount: settings.bankAccount }
  const xml = Buffer.from(buildPaymentXml({ ...order, debtor }))
  const row: PaymentFileRow = {
    ...order,
    ...{ version: 1, state: 'waiting', requestedDate: executionDate, leftOut: [], netted: [] },
    total: payments.reduce((sum, { amount }) => sum + amount, 0),
    count: payments.length,
    hash: await putDocument(PAYMENT_FILES, xml, 'application/xml'),
    ...{ approvedBy: undefined, approvedAt: undefined },
    ...{ withdrawnBy: undefined, withdrawnAt: undefined, reason: undefined, isPaid: undefined },
    ...{ createdBy: maker.id, updatedAt: at },
  }
  const marked = invoices.map((one) => (paid.includes(one) ? { ...one, paymentFileId: row.id } : one))
  return { invoices: marked, files: [row] }
}

/**
 * Stores additional paid invoices of the past year, numbers `from` up to, not including, `until`, for a large demo.
 * They have their own number prefix and no documents.
 */
export async function storeOlderInvoices(
  people: readonly User[],
  today: LocalDate,
  from: number,
  until: number,
): Promise<void> {
  const partners = (await createDemoPartners(people, today)).filter(({ agreement, isActive }) => agreement && isActive)
  const settings = settingsOf(people)
  for (let first = from; first < until; first += OLDER_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(OLDER_AT_ONCE, until - first) }, (_, at) => first + at)
    const invoices = numbers.map((number) => {
      const invoiceDate = addDays(today, -OLDEST_DAYS + (number % OLDER_DAYS))
      const invoiceNumber = `OUD-${invoiceDate.slice(0, 4)}-${String(number + 1).padStart(4, '0')}`
      const planned = {
        invoiceNumber,
        invoiceDate,
        status: 'betaald' as const,
        chance: createChance(number * 9007 + 3),
      }
      return invoiceRow(partners[number % partners.length] as PartnerRow, settings, planned)
    })
    await addCounts(await storeInvoices(invoices), false)
  }
}

const OLDER_AT_ONCE = 1_000

/** Number of days before today of the oldest invoice; even on 1 January, no invoice is older than last year. */
const OLDEST_DAYS = 365

/** Number of days, from that oldest day on, over which the older invoices are spread. */
const OLDER_DAYS = 330

/** Returns the settings of self-billing, with our company as it is on invoices. */
function settingsOf(people: readonly User[]): SettingsRow {
  const admin = people.find(({ role }) => role === 'admin')
  return {
    id: SETTINGS_ID,
    version: 1,
    companyName: 'Partnerview BV',
    address: 'Godsweerderstraat 10',
    postalCode: '6041 GH',
    city: 'Roermond',
    kvkNumber: '68412309',
    vatNumber: drawVatNumber(createChance(97)),
    bankAccount: drawIban(createChance(98)),
    defaultVatRate: 21,
    defaultVatRates: undefined,
    defaultPaymentTerms: '30_days',
    defaultDiscountPercentage: 3,
    emailTemplate: undefined,
    accountingEmail: 'boekhouding@partnerview.example',
    autoSendToAccounting: true,
    checkVatNumbers: undefined,
    invoicePrefix: 'YDS',
    earlierPrefixes: undefined,
    ledgerAccounts: undefined,
    updatedBy: admin?.id,
  }
}

/**
 * Returns the invoices of each partner: those of the monthly runs for its agent's commissions, for a partner without an
 * agent one of about four weeks ago that was typed, and a recent typed concept.
 */
async function demoInvoices(partners: readonly PartnerRow[], settings: SettingsRow, today: LocalDate) {
  const issued = await Promise.all(
    partners.map(async (partner, at) =>
      partner.assignedAgentId === undefined
        ? [{ partner, run: undefined, invoiceDate: addDays(today, -26 - at), status: 'in_behandeling' as const }]
        : (await planRunInvoices(partner, at, { settings, today })).map((run) => ({
            ...{ partner, run, invoiceDate: run.invoiceDate },
            status: run.paidOn ? ('betaald' as const) : ('in_behandeling' as const),
          })),
    ),
  )
  const planned = [
    ...issued.flat(),
    ...partners.map((partner, at) => ({
      ...{ partner, run: undefined, invoiceDate: addDays(today, -(at % 5)), status: 'concept' as const },
    })),
  ].sort((one, other) => one.invoiceDate.localeCompare(other.invoiceDate))
  const given = new Map<string, number>()
  return Promise.all(
    planned.map(async ({ partner, run, invoiceDate, status }, at) => {
      const year = invoiceDate.slice(0, 4)
      const number = (given.get(year) ?? 0) + 1
      given.set(year, number)
      const invoiceNumber = `${settings.invoicePrefix}-${year}-${String(number).padStart(4, '0')}`
      const chance = createChance(at * 8009 + 1)
      return { run, row: await invoiceOf(partner, settings, { invoiceNumber, invoiceDate, status, chance, run }) }
    }),
  )
}

interface Planned {
  readonly invoiceNumber: string
  readonly invoiceDate: LocalDate
  readonly status: 'concept' | 'in_behandeling' | 'betaald'
  readonly chance: Chance
  /** Plan of the monthly run that made the invoice; undefined for one that was typed. */
  readonly run?: RunInvoice | undefined
}

async function invoiceOf(partner: PartnerRow, settings: SettingsRow, planned: Planned): Promise<InvoiceRow> {
  const row = invoiceRow(partner, settings, planned)
  return isIssued(row) ? { ...row, documents: await keepDocuments(row) } : row
}

/**
 * Returns an invoice with its ledger entries: issued if it was sent, and paid if it is betaald, by default two days
 * after its date.
 */
function bookedInvoice(row: InvoiceRow, paidOn: LocalDate | undefined): { row: InvoiceRow; entries: readonly Entry[] } {
  if (!isIssued(row)) return { row, entries: [] }
  const issued: InvoiceRow = { ...row, open: row.totalAmount }
  const issue = issueEntry(issued, row.commissions, row.createdBy)
  if (row.status !== 'betaald') return { row: issued, entries: [issue] }
  const date = paidOn ?? addDays(row.invoiceDate as LocalDate, 2)
  const paid = applyPayment({ ...issued, status: 'in_behandeling' }, { date, by: row.createdBy })
  return { row: { ...paid.after, version: row.version + 1 }, entries: [issue, ...paid.entries] }
}

/** Stores invoices with their ledger transactions; `paidOn` has days of payment. Returns what they add to the counters. */
async function storeInvoices(
  invoices: readonly InvoiceRow[],
  paidOn: ReadonlyMap<string, LocalDate> = new Map(),
): Promise<Sum[]> {
  const booked = invoices.map((row) => bookedInvoice(row, paidOn.get(row.id)))
  const transactions = booked.flatMap(({ entries }) => entries.map((entry) => transactionOf(entry)))
  await storeAll([
    ...booked.map(({ row }) => Invoices.put(row)),
    ...transactions.map((row) => LedgerTransactions.put(row)),
  ])
  const counts = new Map<string, Sum>()
  for (const { row } of booked) for (const one of contributionsOf(row)) addContribution(counts, one)
  for (const row of transactions) for (const one of balanceContributions(row)) addContribution(counts, one)
  return [...counts.values()]
}

function invoiceRow(
  partner: PartnerRow,
  settings: SettingsRow,
  { invoiceNumber, invoiceDate, status, chance, run }: Planned,
): InvoiceRow {
  const offers48Hours = run === undefined && partner.allows48HourDiscount && chance.maybe(0.4)
  // The offer of a concept lapses, and in a new year it cannot be dated anew: its number is of the year before.
  const has48HourDiscount = offers48Hours && status !== 'concept'
  const dates = datesOf({
    invoiceDate,
    has48HourDiscount,
    supplyFrom: run?.form.supplyFrom,
    supplyTo: run?.form.supplyTo,
  })
  const supplied = { ...partner, ...dates }
  const vatRate = rateUnder(schemeOf({}, supplied), 21)
  const lines = priceLines(
    run?.form.lines ?? [
      {
        description: 'Begeleiding van nieuwe agenten',
        quantity: 1 + chance.below(8),
        unitPrice: 85 + chance.below(40),
        vatRate,
      },
      { description: 'Bemande uren op de beurs', quantity: 1 + chance.below(10), unitPrice: 25, vatRate },
    ],
    supplied,
  )
  const priced = { lines, has48HourDiscount, discountPercentage: 3, creditRestrictionPercentage: CREDIT_RESTRICTION }
  const at = instantIn(invoiceDate, '10:00')
  const isSent = status !== 'concept'
  return placedInvoice({
    ...priced,
    ...amountsOf(priced),
    ...dates,
    id: chance.id(),
    version: 1,
    type: 'invoice',
    invoiceNumber,
    creditedInvoice: undefined,
    creditNoteIds: undefined,
    partnerCompanyId: partner.id,
    ...{ assignedUserId: undefined, dateReason: undefined },
    description: run?.form.description ?? 'Overige werkzaamheden',
    vatRate,
    status,
    paymentTerms: has48HourDiscount ? '48_hours' : '30_days',
    ...unpaid,
    notes: undefined,
    attachments: [],
    sentAt: isSent ? at : undefined,
    supplier: isSent ? supplierOf(partner) : undefined,
    customer: isSent ? customerOf(settings) : undefined,
    documents: undefined,
    acceptanceDays: isSent ? partner.acceptanceDays : undefined,
    linkGeneration: 0,
    presentedAt: isSent ? at : undefined,
    answer: undefined,
    commissions: run?.commissions,
    paymentFileId: undefined,
    sentToPartner: isSent,
    sentToAccounting: status === 'betaald',
    autoSendEnabled: true,
    createdBy: settings.updatedBy ?? 'demo',
    createdAt: at,
    updatedAt: at,
  })
}

/**
 * Returns the write of the row that says that a payee is paid by invoices; none for a partner without a payee. No demo
 * payee has two partners.
 */
function invoicedPayeeOf(row: PartnerRow) {
  const userId = payeeIdOf(row)
  return userId === undefined ? [] : [InvoicedPayees.put({ userId, partnerIds: [row.id] })]
}

/** Returns the writes that store the last invoice number of each year, for one series. */
function lastNumbers(invoices: readonly InvoiceRow[], series: string) {
  const years = [...new Set(invoices.map(({ invoiceDate }) => invoiceDate.slice(0, 4)))]
  return years.map((year) => {
    const last = invoices.filter(({ invoiceDate }) => invoiceDate.startsWith(year)).length
    return InvoiceNumbers.put({ series, year, last })
  })
}
