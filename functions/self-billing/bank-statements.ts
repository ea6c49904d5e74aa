import { createHash } from 'node:crypto'
import type { UploadedFile } from '../../shared/contract/endpoint.ts'
import { CREDIT_PREFIX } from '../../shared/contract/self-billing.ts'
import { type ConfirmPayments, confirmableAt, type ProposalKind } from '../../shared/contract/settlement.ts'
import { AppError, conflict, unprocessable } from '../../shared/errors.ts'
import { euros, wholeCents } from '../../shared/money.ts'
import { addDays, dateText, type Instant, localDateOf, now } from '../../shared/time.ts'
import type { SettingsRow } from '../company/service.ts'
import { namesOf } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit, commitAll, type GuardedWrite } from '../platform/commit.ts'
import { putDocument } from '../platform/document-store.ts'
import type { Paging } from '../platform/page.ts'
import { readAll } from '../platform/rows.ts'
import { listWithin } from '../records/list.ts'
import { records } from '../records/record.ts'
import { inOrder, text } from '../records/source.ts'
import { filenameOf } from './agreements.ts'
import type { Booking, Direction } from './bank-booking.ts'
import { bookingsOfCsv } from './bank-csv.ts'
import {
  alsoBack,
  cancelling,
  creditNumbersIn,
  type Doubt,
  fileNamedBy,
  type Match,
  matched,
  mayBeBack,
  numbersGiven,
  numbersIn,
  sentBack,
  seriesOf,
} from './bank-matching.ts'
import { type BankStatementRow, BankStatements } from './bank-statement-entity.ts'
import { bookingsOfCamt } from './camt.ts'
import { payByBooking, takeBackByBooking } from './invoice-changing.ts'
import { type InvoiceRow, Invoices } from './invoice-entity.ts'
import { invoicesNumbered } from './invoice-list.ts'
import { DAYS_AHEAD, paidBefore, paymentOf, returnRefusal } from './invoice-rules.ts'
import { invoicesById } from './invoice-views.ts'
import { lastNumber } from './numbers.ts'
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
  marks: ['isSettled'],
})

/** Where statements lie in the bucket. */
const FOLDER = 'bank-statements'

/** Proposals of one statement at most, and doubts. */
const MOST = 500

/** Payment files that are read in one go. */
const BATCH = 100

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
  const { data: before } = await BankStatements.get({ id }).go({ consistent: true })
  const proposed = (before as BankStatementRow | null)?.proposals ?? []
  const { found, doubts } = await toldBy({ bookings, incoming }, proposed, settings)
  const room = MOST - proposed.length
  const at = now()
  const row: BankStatementRow = {
    id,
    version: 1,
    filename: filenameOf(file),
    bookings: bookings.length,
    proposals: [
      ...proposed,
      ...found.slice(0, room).map(({ kind, index, invoice, booking, amount, by, paymentFileId, isPaired }) => ({
        ...{ kind, at: index, invoiceId: invoice.id, date: booking.date, amount, by, paymentFileId, isPaired },
        meant: kind === 'return' ? paymentOf(invoice) : undefined,
      })),
    ],
    doubts: [
      ...leftOut(found.slice(room), 'voorstellen'),
      ...doubts.slice(0, MOST),
      ...leftOut(doubts.slice(MOST), 'twijfelgevallen'),
    ].map(({ booking, reason }) => ({
      ...{ date: booking.date, amount: booking.amount, reason },
      text: (booking.reference ?? booking.text).slice(0, 140),
    })),
    isSettled: false,
    uploadedBy: actor.id,
    uploadedAt: at,
    updatedAt: at,
  }
  await putDocument(FOLDER, file.bytes, 'application/octet-stream')
  const { row: after, changes } = before
    ? statementRecords.changed(before as BankStatementRow, row, { verb: 'upload' })
    : { row, changes: statementRecords.created(row) }
  return commitAll(permit, changes, await detailsOf(after))
}

interface Read {
  /** What left our account, and what came in. */
  readonly bookings: readonly Booking[]
  readonly incoming: readonly Booking[]
}

/** What a statement tells besides what it proposed before. */
async function toldBy({ bookings, incoming }: Read, proposed: BankStatementRow['proposals'], settings: SettingsRow) {
  const isNew = (kind: ProposalKind) => (_: Booking, at: number) =>
    !proposed.some((one) => one.kind === kind && one.at === at)
  // A return cancels one payment; what else is told of its invoice stands.
  const cancelled = cancelling(bookings, incoming)
  const gone = new Set(cancelled.values())
  const fresh = new Set(bookings.filter(isNew('payment')))
  // What a payment file paid in one is looked at again: of it some may be proposed, and not what came back.
  const left = bookings.filter((one) => !gone.has(one) && (fresh.has(one) || fileNamedBy(one) !== null))
  const loose = incoming.filter((booking) => !cancelled.has(booking))
  const arrived = incoming.filter(isNew('return'))
  const prefixes = prefixesOf(settings)
  const lastOf = await lastNumbers(prefixes, [...left, ...arrived])
  const waiting = await readAll<InvoiceRow>(Invoices.query.byShelf({ shelf: 'in_behandeling' }) as never)
  const isPaid = ({ id }: InvoiceRow) => proposed.some((one) => one.kind === 'payment' && one.invoiceId === id)
  const invoices = waiting.filter((row) => row.type === 'invoice' && !isPaid(row))
  const waits = new Set(invoices.map(({ invoiceNumber }) => invoiceNumber))
  const others = numbersGiven(left, { prefixes, lastOf }).filter((number) => !waits.has(number))
  const named = await invoicesNumbered([...numbersGiven(arrived, { prefixes, lastOf }), ...others])
  const [files, notes] = await Promise.all([
    filesOf([...waiting, ...named.values()], left),
    notesOf([...named.values()], arrived),
  ])
  const filed = files.filter(({ id }) => left.some((booking) => fileNamedBy(booking) === id))
  const beside = filed.flatMap(({ payments }) => payments).filter((one) => !waits.has(one.invoiceNumber))
  const besides = await invoicesById(beside.map(({ invoiceId }) => invoiceId))
  const paid = matched(left, {
    ...{ invoices, files, prefixes, lastOf },
    others: new Map([...named, ...[...besides.values()].map((row) => [row.invoiceNumber, row] as const)]),
    proposed: proposed.flatMap(({ kind, invoiceId }) => (kind === 'payment' ? [invoiceId] : [])),
  })
  // A payment that the statement itself tells to have come back, or something else of it, is proposed by no line of its own.
  const { sure = [], unsure = [] } = Object.groupBy(paid.matches, ({ booking, invoice }) =>
    mayBeBack(loose, booking.date, invoice.invoiceNumber) ? 'unsure' : 'sure',
  )
  const isProposed = (row: InvoiceRow) => isPaid(row) || sure.some(({ invoice }) => invoice.id === row.id)
  const back = sentBack(arrived, {
    ...{ invoices: named, notes, files, bookings, cancelled, unsure },
    isPaid: isProposed,
  })
  const returns = [
    ...proposed.filter(({ kind }) => kind === 'return'),
    ...back.matches.map((one) => ({ ...one, invoiceId: one.invoice.id })),
  ]
  const isReturned = ({ invoice, amount }: Match) =>
    returns.some((one) => one.isPaired && one.invoiceId === invoice.id && one.amount === amount)
  return {
    found: [
      ...sure
        .filter(({ booking }) => fresh.has(booking))
        .map((one) => ({ ...one, kind: 'payment' as const, index: bookings.indexOf(one.booking) })),
      ...back.matches.map((one) => ({ ...one, kind: 'return' as const, index: incoming.indexOf(one.booking) })),
    ],
    doubts: [
      ...paid.doubts.filter(({ booking }) => fresh.has(booking)),
      ...unsure
        .filter((one) => !isReturned(one))
        .map(({ booking, invoice }) => ({ booking, reason: alsoBack(invoice) })),
      ...back.doubts,
    ],
  }
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

/** The credit notes of invoices, and those that bookings name, by their numbers. */
async function notesOf(
  invoices: readonly InvoiceRow[],
  bookings: readonly Booking[],
): Promise<Map<string, InvoiceRow>> {
  const naming = bookings.filter((booking) => creditNumbersIn(booking).length > 0)
  const lastOf = await lastNumbers([CREDIT_PREFIX], naming)
  const [ofInvoices, named] = await Promise.all([
    invoicesById(invoices.flatMap(({ creditNoteIds = [] }) => creditNoteIds)),
    invoicesNumbered(numbersGiven(naming, { prefixes: [CREDIT_PREFIX], lastOf })),
  ])
  return new Map([...[...ofInvoices.values()].map((row) => [row.invoiceNumber, row] as const), ...named])
}

/** The last number given out of each series, of some prefixes, that bookings name a number of. */
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

/** What a statement has no room for, told as a doubt about the first of it. */
function leftOut(rest: readonly Pick<Doubt, 'booking'>[], what: string): Doubt[] {
  const [first] = rest
  if (!first) return []
  const reason = `Een afschrift houdt ${MOST} ${what}: vanaf deze boeking zijn er ${rest.length} weggelaten. Upload een kortere periode.`
  return [{ booking: first.booking, reason }]
}

/** What left our account, and what came in. */
async function bookingsOf(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 64))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  const read = (direction: Direction) =>
    head.startsWith('<') ? bookingsOfCamt(new TextDecoder().decode(bytes), direction) : bookingsOfCsv(bytes, direction)
  const [bookings, incoming] = [await read('out'), await read('in')]
  if (bookings.length + incoming.length === 0) {
    throw unprocessable('Op dit afschrift staat geen betaling van onze rekening', 'file')
  }
  return { bookings, incoming }
}

/** Nothing is proposed of a statement that names another account than the one of the settings. */
function refuseOthers(bookings: readonly Booking[], bankAccount: string): void {
  const isOurs = (account: string) =>
    /^\d+$/.test(account)
      ? bankAccount.slice(-NUMBER_DIGITS) === account.padStart(NUMBER_DIGITS, '0')
      : account === bankAccount
  const other = bookings.find(({ account }) => account !== undefined && !isOurs(account))?.account
  if (other !== undefined) {
    throw unprocessable(`Dit afschrift is van rekening ${other} en niet van die bij de instellingen`, 'file')
  }
}

/** Of the number that a Dutch IBAN ends with. */
const NUMBER_DIGITS = 10

/**
 * Pays the invoices that a statement proposed and somebody confirms, each by its ordinary step, on the day of the booking,
 * or takes that back where it says that a payment came back. What cannot be, or was confirmed before, is told and keeps
 * nothing else up: a payment that came back since is none again, and another one stands on another statement.
 */
export async function confirmPayments(actor: Caller, id: string, { kind = 'payment', invoiceIds }: ConfirmPayments) {
  const { row: shown, permit } = await statementRecords.within(actor, id)
  const done: string[] = []
  const failed: { invoiceId: string; reason: string }[] = []
  for (const invoiceId of new Set(invoiceIds)) {
    const own = [...shown.proposals.entries()].filter(([, one]) => one.kind === kind && one.invoiceId === invoiceId)
    const [index = 0, proposal] = own.find(([, { confirmedAt }]) => confirmedAt === undefined) ?? own[0] ?? []
    try {
      if (!proposal) throw unprocessable('Dit afschrift stelt deze factuur niet voor')
      if (proposal.confirmedAt !== undefined) {
        throw conflict(`Deze boeking is al bevestigd op ${dateText(localDateOf(proposal.confirmedAt as Instant))}`)
      }
      const { date: day, paymentFileId, meant } = proposal
      const booked = { day, write: confirmed(shown, index) }
      if (kind === 'return') await takeBackByBooking(actor, invoiceId, { ...booked, meant })
      else await payByBooking(actor, invoiceId, { ...booked, paymentFileId })
      done.push(invoiceId)
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'unauthenticated') throw error
      failed.push({ invoiceId, reason: error.message })
    }
  }
  const { proposals } = await statementRecords.find(id)
  const invoices = await invoicesById(proposals.map(({ invoiceId }) => invoiceId))
  const result = { paid: kind === 'payment' ? done : [], returned: kind === 'return' ? done : [], failed }
  const told = (invoiceId: string) => ({ invoiceId, invoiceNumber: invoices.get(invoiceId)?.invoiceNumber })
  return commit(
    permit,
    {
      action: 'bank-statement.confirm',
      entity: { type: 'bank-statement', id, name: shown.filename },
      after: {
        paid: result.paid.map(told),
        returned: result.returned.map(told),
        failed: failed.map(({ invoiceId, reason }) => ({ ...told(invoiceId), reason })),
      },
      write: isSettled(proposals, invoices) ? [BankStatements.patch({ id }).set({ isSettled: true })] : [],
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

type Proposal = BankStatementRow['proposals'][number]

/** How much of what a statement proposes waits for somebody to say so. */
const waitingOf = async ({ proposals }: BankStatementRow) =>
  waitingIn(proposals, await invoicesById(proposals.map(({ invoiceId }) => invoiceId)))
const waitingIn = (proposals: readonly Proposal[], invoices: ReadonlyMap<string, InvoiceRow>) =>
  proposals.filter((one) => {
    const invoice = invoices.get(one.invoiceId)
    if (one.confirmedAt !== undefined || invoice?.status !== confirmableAt[one.kind]) return false
    return refusalOf(one, invoice) === null
  }).length

/** Whether nothing of it waits for anybody, nor for the payment that came back to be confirmed. */
const isSettled = (proposals: readonly Proposal[], invoices: ReadonlyMap<string, InvoiceRow>) =>
  waitingIn(proposals, invoices) === 0 && !proposals.some((one) => isAhead(one, invoices.get(one.invoiceId)))

/** Whether it says that a payment came back which nobody confirmed yet, and may still. */
function isAhead(one: Proposal, invoice: InvoiceRow | undefined): boolean {
  if (one.kind === 'payment' || one.confirmedAt !== undefined || invoice?.status !== 'in_behandeling') return false
  return refusalOf(one, paidBefore(invoice, one.date)) === null
}

/** Why what it says to have come back takes nothing back by now: another payment was made since. */
const refusalOf = ({ kind, confirmedAt, date, meant }: Proposal, invoice: InvoiceRow) =>
  kind === 'return' && confirmedAt === undefined ? returnRefusal(invoice, date, meant) : null

/**
 * What is to happen before it can be confirmed, or instead where the statement tells its payment too; the payment file is
 * named only where it is the one that was carried out.
 */
function aheadText(
  { date, isPaired }: Proposal,
  { invoiceNumber, paymentFileId }: InvoiceRow,
  files: readonly PaymentFileRow[],
): string {
  const isCarriedOut = files.some(({ id, executionDate }) => id === paymentFileId && executionDate <= date)
  if (isPaired) {
    const freeing = isCarriedOut
      ? ' Geef de betaling vrij in het betaalbestand, dan kan een ander bestand haar betalen.'
      : ''
    return `${invoiceNumber} is op dit afschrift betaald en teruggekomen, en wacht dus nog op betaling.${freeing}`
  }
  const otherwise = isCarriedOut ? ' Is die er niet, geef de betaling dan vrij in het betaalbestand.' : ''
  return `${invoiceNumber} staat nog niet op Betaald: bevestig eerst haar betaling, van een ander afschrift.${otherwise}`
}

/** Statements as lists show them; invoices are read of those alone that were not settled. */
async function rowsOf(rows: readonly BankStatementRow[]) {
  const names = await namesOf(rows.map(({ uploadedBy }) => uploadedBy))
  return Promise.all(
    rows.map(async ({ proposals, doubts, ...row }) => ({
      ...row,
      proposed: proposals.length,
      toConfirm: row.isSettled ? 0 : await waitingOf({ ...row, proposals, doubts }),
      doubtful: doubts.length,
      uploadedBy: names(row.uploadedBy),
    })),
  )
}

async function detailsOf({ proposals, doubts, ...row }: BankStatementRow) {
  const [names, invoices] = await Promise.all([
    namesOf([row.uploadedBy]),
    invoicesById(proposals.map(({ invoiceId }) => invoiceId)),
  ])
  const ahead = proposals.flatMap((one) => {
    const invoice = invoices.get(one.invoiceId)
    return invoice && isAhead(one, invoice) ? [invoice] : []
  })
  const files = await filesOf(ahead, [])
  return {
    ...row,
    proposed: proposals.length,
    toConfirm: waitingIn(proposals, invoices),
    doubtful: doubts.length,
    uploadedBy: names(row.uploadedBy),
    proposals: proposals.flatMap((one) => {
      const { kind, invoiceId, date, amount, by, confirmedAt = null } = one
      const invoice = invoices.get(invoiceId)
      if (!invoice) return []
      const reason = isAhead(one, invoice) ? aheadText(one, invoice, files) : refusalOf(one, invoice)
      const { invoiceNumber, status, supplier } = invoice
      const partnerName = supplier?.name ?? 'Onbekend'
      return [
        {
          ...{ kind, invoiceId, invoiceNumber, partnerName, status, date, by, confirmedAt, reason },
          amount: money(amount),
        },
      ]
    }),
    doubts: doubts.map(({ amount, ...doubt }) => ({ ...doubt, amount: money(amount) })),
  }
}

const money = (amount: number) => euros(wholeCents(amount))
