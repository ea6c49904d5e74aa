import { createHash } from 'node:crypto'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { CREDIT_PREFIX } from '../../shared/contract/self-billing.ts'
import type { ConfirmPayments, ProposalKind } from '../../shared/contract/settlement.ts'
import { AppError, conflict, unprocessable } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { addDays, addMonths, dateText, type Instant, localDateOf, monthOf, now } from '../../shared/time.ts'
import type { SettingsRow } from '../company/service.ts'
import { documentHistory } from '../ledger/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit, commitAll, type GuardedWrite } from '../platform/commit.ts'
import { putDocument } from '../platform/document-store.ts'
import type { Paging } from '../platform/page.ts'
import { readAll } from '../platform/rows.ts'
import { listWithin } from '../records/list.ts'
import { records } from '../records/record.ts'
import { inOrder, text } from '../records/source.ts'
import { inUtf8 } from '../spreadsheets/xml.ts'
import { filenameOf } from './agreements.ts'
import type { Booking, Direction } from './bank-booking.ts'
import type { Doubt, Known } from './bank-context.ts'
import { bookingsOfCsv } from './bank-csv.ts'
import { readStatement, refusalToConfirm } from './bank-matching.ts'
import { fileNamedBy, isGiven, numbersIn, ourNumbersIn, seriesOf } from './bank-numbers.ts'
import { type BankStatementRow, BankStatements } from './bank-statement-entity.ts'
import { bookingsOfCamt } from './camt.ts'
import { bookTold } from './invoice-changing.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { invoicesNumbered } from './invoice-list.ts'
import { DAYS_AHEAD } from './invoice-rules.ts'
import { invoicesById } from './invoice-views.ts'
import { lastNumber } from './numbers.ts'
import { type PartnerRow, Partners } from './partner-entity.ts'
import { type PaymentFileRow, PaymentFiles } from './payment-file-entity.ts'
import { prefixesOf, settingsInForce } from './settings.ts'

const statementRecords = records<BankStatementRow>({
  type: 'bank-statement',
  entity: BankStatements,
  called: 'dit rekeningafschrift',
  ownedBy: () => ({}),
  actions: {
    read: 'self-billing:manage',
    create: 'self-billing:manage',
    edit: 'self-billing:manage',
    remove: 'self-billing:manage',
  },
})

/** Where statements lie in the bucket. */
const FOLDER = 'bank-statements'

/** Proposals of one statement at most, and doubts. */
const MOST = 500

/** Payment files that are read in one go, and histories of documents. */
const BATCH = 100
const AT_ONCE = 20

/** Before this one no invoice had a number of ours. */
const FIRST_YEAR = '2020'

/** Statements, the latest upload first. */
export const listStatements = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'self-billing:manage', paging, {
    all: () =>
      inOrder<BankStatementRow>({ uploadedAt: text, id: text }, [BankStatements.query.all({}) as never], 'desc'),
    show: rowsOf,
  })

/** One statement with what it proposes. */
export const findStatement = async (actor: Caller, id: string) =>
  detailsOf((await statementRecords.within(actor, id)).row)

/**
 * Reads a statement and proposes which invoices it pays, and of which the payment came back; nothing changes until
 * somebody confirms it. The same file again is the same statement, with what it proposed before and what its other
 * bookings tell by now. 422 for what is no statement, and for one of another account than ours.
 */
export async function uploadStatement(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'self-billing:manage')
  const { bookings, incoming } = await bookingsOf(file.bytes)
  const settings = await settingsInForce()
  refuseOthers([...bookings, ...incoming], settings.bankAccount)
  const id = createHash('sha256').update(file.bytes).digest('hex')
  const { data } = await BankStatements.get({ id }).go({ consistent: true })
  const before = data as BankStatementRow | null
  const read = readStatement({ bookings, incoming }, await knownOf([...bookings, ...incoming], before, settings))
  const at = now()
  const row: BankStatementRow = {
    id,
    version: 1,
    filename: filenameOf(file),
    bookings: bookings.length,
    ...withRoom(before, read),
    uploadedBy: actor.id,
    uploadedAt: at,
    updatedAt: at,
  }
  await putDocument(FOLDER, file.bytes, 'application/octet-stream')
  const { row: after, changes } = before
    ? statementRecords.changed(before, row, { verb: 'upload' })
    : { row, changes: statementRecords.created(row) }
  return commitAll(permit, changes, await detailsOf(after))
}

/** Returns what a statement proposed before and proposes now, as far as there is room, with what is doubted. */
function withRoom(before: BankStatementRow | null, read: ReturnType<typeof readStatement>) {
  const { proposals: proposed = [], doubts: doubted = [] } = before ?? {}
  const room = MOST - proposed.length
  const left = read.proposals.slice(room)
  const stays = doubted.filter((doubt) => proposed.some(({ booking }) => booking === doubt.booking))
  const doubts = [...stays, ...read.doubts.map(doubtOf)]
  return {
    proposals: [...proposed, ...read.proposals.slice(0, room)],
    doubts: [
      ...leftOut(left, 'voorstellen'),
      ...doubts.slice(0, MOST),
      ...leftOut(doubts.slice(MOST), 'twijfelgevallen'),
    ],
  }
}

type StoredDoubt = BankStatementRow['doubts'][number]

const doubtOf = ({ booking, of, reason }: Doubt): StoredDoubt => ({
  ...{ booking: of, date: booking.date, amount: booking.amount, reason },
  text: (booking.reference ?? booking.text).slice(0, 140),
})

/** Returns what a statement had no room for, as a doubt about the first of it. */
function leftOut(rest: readonly Omit<StoredDoubt, 'text' | 'reason'>[], what: string): StoredDoubt[] {
  const [first] = rest
  if (!first) return []
  const reason = `Een afschrift houdt ${MOST} ${what}: vanaf hier zijn er ${rest.length} weggelaten. Upload een kortere periode.`
  return [{ booking: first.booking, date: first.date, amount: first.amount, text: '-', reason }]
}

/** Returns what the bookings of a statement are held against. */
async function knownOf(
  all: readonly Booking[],
  before: BankStatementRow | null,
  settings: SettingsRow,
): Promise<Known> {
  const proposed = before?.proposals ?? []
  const prefixes = prefixesOf(settings)
  const numbering = { prefixes, lastOf: await lastNumbers([...prefixes, CREDIT_PREFIX], all) }
  const numbers = [...new Set(all.flatMap((booking) => ourNumbersIn(booking, numbering)))]
  const [shelved, named, ofAccounts] = await Promise.all([
    readAll<InvoiceRow>(Invoices.query.byShelf({ shelf: 'in_behandeling' }) as never),
    invoicesNumbered(numbers.filter((number) => isGiven(number, numbering))),
    invoicesOfAccounts(all.filter((booking) => ourNumbersIn(booking, numbering).length === 0)),
  ])
  const found = [...shelved, ...named.values(), ...ofAccounts]
  const files = await filesOf(found, all)
  const ids = [
    ...found.flatMap(({ id, creditNoteIds = [] }) => [id, ...creditNoteIds]),
    ...files.flatMap(({ payments }) => payments.map(({ invoiceId }) => invoiceId)),
    ...proposed.map(({ invoiceId }) => invoiceId),
  ]
  const documents = [...(await invoicesById(ids)).values()]
  return { ...numbering, documents, files, proposed, booked: await bookedOf(documents) }
}

/** Returns the causes of the bookings that the book has of documents: of those that were ever paid. */
async function bookedOf(documents: readonly InvoiceRow[]): Promise<Set<string>> {
  const paid = documents.filter(({ payments, lastReturn }) => payments.length > 0 || lastReturn !== undefined)
  const histories: Awaited<ReturnType<typeof documentHistory>>[] = []
  for (let at = 0; at < paid.length; at += AT_ONCE) {
    histories.push(...(await Promise.all(paid.slice(at, at + AT_ONCE).map(({ id }) => documentHistory(id)))))
  }
  return new Set(histories.flat().flatMap(({ kind, id }) => (kind === 'booking' ? [id] : [])))
}

/** Lists recent invoices of the partners whose accounts bookings name, which may have been called paid already. */
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

/** The payment files that open invoices are in, and those that bookings name: not all that there ever were. */
async function filesOf(invoices: readonly InvoiceRow[], bookings: readonly Booking[]): Promise<PaymentFileRow[]> {
  const named = [
    ...invoices.map(({ paymentFileId }) => paymentFileId ?? null),
    ...bookings.map((booking) => fileNamedBy(booking)),
  ]
  const ids = [...new Set(named)].filter((id) => id !== null)
  const files: PaymentFileRow[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const { data } = await PaymentFiles.get(ids.slice(at, at + BATCH).map((id) => ({ id }))).go({ consistent: true })
    files.push(...(data as PaymentFileRow[]))
  }
  return files
}

/** Returns the last number given out of each series, of some prefixes, that bookings name a number of. */
async function lastNumbers(prefixes: readonly string[], bookings: readonly Booking[]): Promise<Map<string, number>> {
  const lastYear = addDays(localDateOf(now()), DAYS_AHEAD).slice(0, 4)
  const named = new Set(bookings.flatMap(numbersIn).map(seriesOf))
  const last = [...named].map(async (series): Promise<[string, number][]> => {
    const [, prefix = '', year = ''] = /^(.+)-(\d{4})$/.exec(series) ?? []
    const isOurs = prefixes.includes(prefix) && FIRST_YEAR <= year && year <= lastYear
    return isOurs ? [[series, await lastNumber(prefix, year)]] : []
  })
  return new Map((await Promise.all(last)).flat())
}

/** What left our account, and what came in. */
async function bookingsOf(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 64))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  const xml = head.startsWith('<') ? await xmlOf(bytes) : null
  const read = (direction: Direction) =>
    xml === null ? bookingsOfCsv(bytes, direction) : bookingsOfCamt(xml, direction)
  const [bookings, incoming] = [await read('out'), await read('in')]
  if (bookings.length + incoming.length === 0) {
    throw unprocessable('Op dit afschrift staat geen betaling van onze rekening', 'file')
  }
  return { bookings, incoming }
}

/** Returns the text of an XML file, in the encoding that it declares. */
async function xmlOf(bytes: Uint8Array): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of inUtf8([Buffer.from(bytes)])) pieces.push(piece)
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** Nothing is proposed of a statement that names another account than the one of the settings. */
function refuseOthers(bookings: readonly Booking[], bankAccount: string): void {
  const isOurs = (account: string) =>
    /^\d+$/.test(account)
      ? bankAccount.slice(-NUMBER_DIGITS) === account.padStart(NUMBER_DIGITS, '0')
      : account === bankAccount
  const other = bookings.find(({ account }) => account !== undefined && !isOurs(account))?.account
  if (other !== undefined) {
    throw unprocessable(`Dit afschrift is van rekening ${other}, niet van de onze`, 'file')
  }
}

/** Of the number that a Dutch IBAN ends with. */
const NUMBER_DIGITS = 10

/**
 * Confirms what a statement proposed: each booking is posted in one transaction with the step of its document and the note
 * of it. What cannot be, or was confirmed before, is returned with its reason and keeps nothing else up.
 */
export async function confirmPayments(actor: Caller, id: string, { kind = 'payment', invoiceIds }: ConfirmPayments) {
  const { row: shown, permit } = await statementRecords.within(actor, id)
  const done: string[] = []
  const failed: { invoiceId: string; reason: string }[] = []
  const taken = new Set<number>()
  for (const invoiceId of invoiceIds) {
    const own = [...shown.proposals.entries()].filter(([, one]) => one.kind === kind && one.invoiceId === invoiceId)
    const waiting = own.find(([at, { confirmedAt }]) => confirmedAt === undefined && !taken.has(at))
    const [index = 0, proposal] = waiting ?? own[0] ?? []
    taken.add(index)
    try {
      if (!proposal) throw unprocessable('Dit afschrift stelt deze factuur niet voor')
      if (proposal.confirmedAt !== undefined) {
        throw conflict(`Deze boeking is al bevestigd op ${dateText(localDateOf(proposal.confirmedAt as Instant))}`)
      }
      await bookTold(actor, invoiceId, proposal, confirmed(shown, index))
      done.push(invoiceId)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unauthenticated') throw error
      failed.push({ invoiceId, reason: error.message })
    }
  }
  const invoices = await invoicesById(shown.proposals.map(({ invoiceId }) => invoiceId))
  const of = (one: ProposalKind) => (kind === one ? done : [])
  const result = { paid: of('payment'), returned: of('return'), repaid: of('repayment'), failed }
  const told = (invoiceId: string) => ({ invoiceId, invoiceNumber: invoices.get(invoiceId)?.invoiceNumber })
  return commit(
    permit,
    {
      action: 'bank-statement.confirm',
      entity: { type: 'bank-statement', id, name: shown.filename },
      after: {
        paid: result.paid.map(told),
        returned: result.returned.map(told),
        repaid: result.repaid.map(told),
        failed: failed.map(({ invoiceId, reason }) => ({ ...told(invoiceId), reason })),
      },
      write: [],
    },
    result,
  )
}

/** The mark of a proposal that somebody confirms, once; other bookings of its statement are confirmed beside it. */
const confirmed = ({ id }: BankStatementRow, index: number): GuardedWrite => ({
  write: BankStatements.patch({ id })
    .data(({ proposals }, { set }) => {
      const proposal = proposals[index]
      if (proposal) set(proposal.confirmedAt, now())
    })
    .add({ version: 1 })
    .where(({ proposals }, { notExists }) => {
      const proposal = proposals[index]
      return proposal ? notExists(proposal.confirmedAt) : ''
    }),
  otherwise: () => conflict('Deze boeking is al bevestigd'),
})

type StoredProposal = BankStatementRow['proposals'][number]

/** Returns how much of what a statement proposes waits for somebody to confirm it. */
const waitingIn = (proposals: readonly StoredProposal[]): number =>
  proposals.filter(({ confirmedAt }) => confirmedAt === undefined).length

/** Returns statements as lists show them. */
async function rowsOf(rows: readonly BankStatementRow[]) {
  const names = await namesOf(rows.map(({ uploadedBy }) => uploadedBy))
  return rows.map(({ proposals, doubts, ...row }) => ({
    ...row,
    proposed: proposals.length,
    toConfirm: waitingIn(proposals),
    doubtful: doubts.length,
    uploadedBy: names(row.uploadedBy),
  }))
}

async function detailsOf(statement: BankStatementRow) {
  const [row] = await rowsOf([statement])
  if (!row) throw new Error('A statement has a view')
  const { proposals, doubts } = statement
  const invoices = await invoicesById(proposals.map(({ invoiceId }) => invoiceId))
  return {
    ...row,
    proposals: proposals.flatMap((one) => {
      const { kind, invoiceId, date, amount, by, isPart = false, confirmedAt = null } = one
      const invoice = invoices.get(invoiceId)
      if (!invoice) return []
      const { invoiceNumber, status, supplier } = invoice
      const reason = confirmedAt === null ? refusalToConfirm(invoice, one) : null
      const partnerName = supplier?.name ?? 'Onbekend'
      return [
        {
          ...{ kind, invoiceId, invoiceNumber, partnerName, status, date, by, isPart, confirmedAt, reason },
          amount: money(amount),
        },
      ]
    }),
    doubts: doubts.map(({ booking: _, amount, ...doubt }) => ({ ...doubt, amount: money(amount) })),
  }
}

const money = (amount: number) => euros(wholeCents(amount))
