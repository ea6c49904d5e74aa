import type { MatchedBy } from '../../shared/contract/settlement.ts'
import { AppError } from '../../shared/errors.ts'
import { moneyText, wholeCents } from '../../shared/money.ts'
import { addDays, dateText } from '../../shared/time.ts'
import type { Booking } from './bank-booking.ts'
import { fileNamedBy, isGiven, type Numbering, ourNumbersIn } from './bank-numbers.ts'
import {
  isExpected,
  isTakenBackByHand,
  paymentSentBack,
  refusalToPay,
  settledByBank,
  signedAmount,
  type Told,
} from './bank-settling.ts'
import { bookingCause } from './invoice-book.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import { isPosted, payableAt } from './invoice-rules.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

/** How many days the bank may book a file before or after its day. */
const DAYS_APART = 3

/** What a booking of a statement seems to tell of one document, for a person to confirm. */
export interface Proposal extends Told {
  /** Which booking of the statement it is. */
  readonly booking: string
  readonly invoiceId: string
  readonly by: MatchedBy
  /** Something of the document stays open. */
  readonly isPart?: boolean | undefined
  readonly confirmedAt?: string | undefined
}

/** A booking that seems to be about a document, and why nothing is proposed. */
export interface Doubt {
  readonly booking: Booking
  /** Which booking of the statement it is. */
  readonly of: string
  readonly reason: string
}

/** What the bookings of a statement are held against. */
export interface Known extends Numbering {
  /** Documents that the bookings may be about, as they stand. */
  readonly documents: readonly InvoiceRow[]
  readonly files: readonly PaymentFileRow[]
  /** The causes of the bookings that the book has. */
  readonly booked: ReadonlySet<string>
  /** What the statement proposed before. */
  readonly proposed: readonly Proposal[]
}

/** What left our account, and what came in. */
export interface Bookings {
  readonly bookings: readonly Booking[]
  readonly incoming: readonly Booking[]
}

/** What a booking tells of a document, or in Dutch why it is a doubt. */
type Found = Omit<Proposal, 'booking' | 'date' | 'nth'> | string

/** What a booking is held against: what is known, and how documents stand after the bookings before. */
interface Context extends Known {
  readonly booking: Booking
  readonly standing: Standing
  /** Whether the book has the booking of this document, for signed cents. */
  readonly isBooked: (row: InvoiceRow, amount: number) => boolean
}

/**
 * Reads what a statement tells of our documents, booking by booking in the order of their days, each held against how the
 * documents stand after the ones before. What the book has is passed over. What does not fit is tried once more after the
 * rest, as what was paid twice fits once one payment came back; then it is a doubt.
 */
export function readStatement({ bookings, incoming }: Bookings, known: Known) {
  const standing = standingOf(known)
  const before = new Set(known.proposed.map(({ booking }) => booking))
  const left = [
    ...bookings.map((booking, at) => ({ booking, of: `out${at}`, find: paidBy })),
    ...incoming.map((booking, at) => ({ booking, of: `in${at}`, find: receivedBy })),
  ]
    .filter(({ of }) => !before.has(of))
    .toSorted((one, other) => one.booking.date.localeCompare(other.booking.date))
  const proposals: Proposal[] = []
  const readOne = ({ booking, of, find }: (typeof left)[number]): Doubt[] => {
    const isBooked: Context['isBooked'] = (row, amount) => standing.isBooked(of, row, booking.date, amount)
    return find({ ...known, booking, standing, isBooked }).flatMap((found) => {
      const proposal = typeof found === 'string' ? found : standing.apply({ ...found, booking: of, date: booking.date })
      if (typeof proposal === 'string') return [{ booking, of, reason: proposal }]
      proposals.push(proposal)
      return []
    })
  }
  const doubted = new Set(left.flatMap(readOne).map(({ of }) => of))
  return { proposals, doubts: left.filter(({ of }) => doubted.has(of)).flatMap(readOne) }
}

/** How documents stand while a statement is read. */
interface Standing {
  readonly rows: () => InvoiceRow[]
  readonly byNumber: (number: string) => InvoiceRow | undefined
  readonly byId: (id: string) => InvoiceRow | undefined
  /** Whether the book has a booking of a document, or it is proposed; each that the book has answers for one booking. */
  readonly isBooked: (of: string, row: InvoiceRow, date: string, amount: number) => boolean
  /** Lets a proposal come true; returns why it cannot. */
  readonly apply: (found: Omit<Proposal, 'nth'>) => Proposal | string
}

function standingOf({ documents, proposed, booked }: Known): Standing {
  const rows = new Map(documents.map((row) => [row.id, row]))
  const seen = new Map<string, number>()
  const answered = new Set<string>()
  const nthOf = (row: InvoiceRow, date: string, amount: number) =>
    seen.get(bookingCause(row, { date, amount, nth: 0 })) ?? 0
  const see = (of: string, row: InvoiceRow, date: string, amount: number) => {
    answered.add(`${of} ${row.id}`)
    seen.set(bookingCause(row, { date, amount, nth: 0 }), nthOf(row, date, amount) + 1)
  }
  const settle = (row: InvoiceRow, told: Told) => {
    const { after } = settledByBank(row, told, 'bank')
    rows.set(row.id, { ...after, version: row.version + 1 })
    return after
  }
  for (const one of proposed) {
    const row = rows.get(one.invoiceId)
    if (!row) continue
    see(one.booking, row, one.date, signedAmount(one))
    if (one.confirmedAt === undefined && refusalToConfirm(row, one) === null) settle(row, one)
  }
  return {
    rows: () => [...rows.values()],
    byNumber: (number) => [...rows.values()].find(({ invoiceNumber }) => invoiceNumber.toUpperCase() === number),
    byId: (id) => rows.get(id),
    isBooked: (of, row, date, amount) => {
      if (answered.has(`${of} ${row.id}`)) return true
      const isIn = booked.has(bookingCause(row, { date, amount, nth: nthOf(row, date, amount) }))
      if (isIn) see(of, row, date, amount)
      return isIn
    },
    apply: (found) => {
      const row = rows.get(found.invoiceId)
      if (!row) return 'Deze factuur bestaat niet meer'
      const amount = signedAmount(found)
      const proposal = { ...found, nth: nthOf(row, found.date, amount) }
      const refusal = refusalToConfirm(row, proposal)
      // What comes back of a payment that nobody confirmed yet waits for that.
      if (refusal !== null && (found.kind !== 'return' || found.paymentId !== undefined)) return refusal
      see(found.booking, row, found.date, amount)
      if (refusal !== null) return proposal
      const { open } = settle(row, proposal)
      return found.kind === 'return' ? proposal : { ...proposal, isPart: open !== 0 && open !== row.open }
    },
  }
}

/** Returns why a proposal cannot be confirmed as its document stands; null where it can. */
export function refusalToConfirm(row: InvoiceRow, told: Told): string | null {
  try {
    settledByBank(row, told, 'bank')
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Returns what a booking that left our account pays. */
function paidBy(context: Context): readonly Found[] {
  const numbers = ourNumbersIn(context.booking, context)
  const filed = fileOf(context, numbers.length > 0)
  if (typeof filed === 'string') return [filed]
  if (filed) return paidByFile(context, filed)
  if (numbers.length === 0) return paidByAmount(context)
  const rows = named(context, numbers)
  if (typeof rows === 'string') return [rows]
  const note = rows.find(({ type }) => type === 'credit_note')
  if (note) return [`${note.invoiceNumber} is een creditfactuur. Kijk waarvoor deze afschrijving is.`]
  return rows.length === 1 && rows[0] ? paidAlone(context, rows[0]) : paidTogether(context, rows)
}

/** Returns the documents of numbers, or why one of them is none of ours. */
function named({ standing, ...known }: Context, numbers: readonly string[]): InvoiceRow[] | string {
  const unknown = numbers.find((number) => !standing.byNumber(number))
  if (unknown === undefined) return numbers.flatMap((number) => standing.byNumber(number) ?? [])
  return isGiven(unknown, known)
    ? `${unknown} is niet gevonden. Kijk waarvoor deze boeking is.`
    : `${unknown} is niet uitgegeven. Kijk waarvoor deze boeking is.`
}

const recognisedBy = ({ reference }: Booking, { invoiceNumber }: InvoiceRow): MatchedBy =>
  reference?.toUpperCase() === invoiceNumber.toUpperCase() ? 'reference' : 'text'

/** Returns the payment of one invoice that a booking names: the whole, or a part. */
function paidAlone({ booking, files, isBooked }: Context, row: InvoiceRow): readonly Found[] {
  const { amount, date } = booking
  if (isBooked(row, amount)) return []
  const found = { kind: 'payment' as const, invoiceId: row.id, amount, by: recognisedBy(booking, row) }
  if (isExpected(row, amount)) return [found]
  const refusal = refusalToPay(row, date)
  if (refusal !== null) return [refusal]
  const order = orderOf(files, row)
  if (order?.amount === amount) return [{ ...found, ...order }]
  return amount > row.open ? [tooMuch(row, amount)] : [found]
}

const tooMuch = ({ invoiceNumber, open }: InvoiceRow, amount: number) =>
  `${invoiceNumber}: ${amountText(amount - Math.abs(open))} te veel, er stond ${amountText(Math.abs(open))} open. Kijk wat er is betaald.`

/** Returns what a payment file orders of an invoice that is in it still. */
function orderOf(files: readonly PaymentFileRow[], row: InvoiceRow) {
  const file = files.find(({ id, state }) => id === row.paymentFileId && state !== 'withdrawn')
  const payment = file?.payments.find(({ invoiceId }) => invoiceId === row.id)
  return file && payment
    ? { amount: payment.amount, paymentFileId: file.id, orderedFor: file.executionDate }
    : undefined
}

/** Returns what a booking of the bank is expected to pay of an invoice: what is under way, was ordered, or is due that day. */
function expectedOf({ files, booking }: Context, row: InvoiceRow) {
  if (row.inTransit > 0) return { amount: row.inTransit }
  if (row.status !== 'in_behandeling') return { amount: 0 }
  return orderOf(files, row) ?? { amount: payableAt(row, booking.date) }
}

/** Returns the payments of several invoices that one booking names: all of them, to the cent. */
function paidTogether(context: Context, rows: readonly InvoiceRow[]): readonly Found[] {
  const { booking, booked, isBooked } = context
  const told = rows.flatMap((row) => bookedOn(booked, row, booking.date)).filter(({ amount }) => amount > 0)
  if (sumOf(told) === booking.amount && told.every(({ row, amount }) => isBooked(row, amount))) {
    return []
  }
  const shares = rows.map((row) => ({ row, ...expectedOf(context, row) }))
  const refusal = shares.flatMap(({ row, amount }) =>
    isExpected(row, amount) ? [] : (refusalToPay(row, booking.date) ?? []),
  )[0]
  if (refusal !== undefined) return [refusal]
  if (sumOf(shares) !== booking.amount) {
    const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
    return [`${names}: samen ${amountText(sumOf(shares))}, de boeking is ${amountText(booking.amount)}. Splits zelf.`]
  }
  return shares.map(({ row, ...order }) => ({ kind: 'payment', invoiceId: row.id, by: 'text', ...order }))
}

/** Returns what the book has booked of a document on a day: of each amount the first. */
function bookedOn(booked: ReadonlySet<string>, row: InvoiceRow, date: string) {
  const prefix = `book#${row.id}#${date}#`
  return [...booked]
    .filter((cause) => cause.startsWith(prefix) && cause.endsWith('#0'))
    .map((cause) => ({ row, amount: Number(cause.slice(prefix.length, -2)) }))
}

const sumOf = (parts: readonly { readonly amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Returns the payment of an invoice that nothing but account and amount tell. */
function paidByAmount(context: Context): readonly Found[] {
  const { booking, standing, isBooked } = context
  const { amount, date, iban } = booking
  const theirs = standing.rows().filter((row) => row.type === 'invoice' && row.supplier?.bankAccount === iban)
  if (iban === undefined || theirs.some((row) => isBooked(row, amount))) return []
  const alike = theirs.flatMap((row) => {
    const expected = expectedOf(context, row)
    const fits = [expected.amount, row.status === 'in_behandeling' ? payableAt(row, date) : 0].includes(amount)
    return fits ? [{ row, order: expected.amount === amount ? expected : {} }] : []
  })
  const [one, ...others] = alike
  if (!one) return []
  if (others.length > 0) {
    const names = alike
      .map(({ row }) => row.invoiceNumber)
      .toSorted()
      .join(', ')
    return [`${names} hebben deze rekening en dit bedrag. Zet zelf de juiste op Betaald.`]
  }
  return [{ kind: 'payment', invoiceId: one.row.id, by: 'account', ...one.order, amount }]
}

/** A payment file that a booking is the whole of, with what it pays. */
interface Filed {
  readonly file: PaymentFileRow
  readonly payments: PaymentFileRow['payments']
}

/**
 * Finds the payment file that a booking is the whole of: the one that the bank names, else the only one of that amount about
 * that day. Returns a text where that file cannot be what the bank booked.
 */
function fileOf(context: Context, hasNumbers: boolean): Filed | string | undefined {
  const { booking, files } = context
  const file = files.find(({ id }) => id === fileNamedBy(booking))
  if (!file) {
    const alike = hasNumbers ? [] : files.flatMap((one) => heldBy(context, one)).filter((one) => isAlike(one, booking))
    return alike.length > 1 ? 'Meer betaalbestanden zijn van dit bedrag. Kijk welk is uitgevoerd.' : alike[0]
  }
  const name = `Het betaalbestand van ${dateText(file.executionDate)}`
  if (file.state === 'withdrawn') return `${name} is ingetrokken en toch uitgevoerd. Kijk wat er is betaald.`
  const [filed] = heldBy(context, file)
  if (filed) return filed
  if (file.total === booking.amount)
    return `${name} is geheel uitgevoerd, ook wat is vrijgegeven. Kijk wat er is betaald.`
  return hasNumbers
    ? undefined
    : `${name} is ${amountText(file.total)}, de boeking ${amountText(booking.amount)}. Kijk wat er is betaald.`
}

/** Returns the payments of a file that add up to a booking: what was not released, with or without what is booked already. */
function heldBy({ booking, booked, standing }: Context, file: PaymentFileRow): Filed[] {
  const isHeld = ({ invoiceId }: PaymentFileRow['payments'][number]) => {
    const row = standing.byId(invoiceId)
    return row?.paymentFileId === file.id || (row?.payments ?? []).some((one) => one.paymentFileId === file.id)
  }
  const isIn = ({ invoiceId: id, amount }: PaymentFileRow['payments'][number]) =>
    booked.has(bookingCause({ id }, { date: booking.date, amount, nth: 0 }))
  const held = file.payments.filter(isHeld)
  const all = file.payments.filter((one) => isHeld(one) || isIn(one))
  return [held, all]
    .filter((payments) => sumOf(payments) === booking.amount)
    .map((payments) => ({ file, payments }))
    .slice(0, 1)
}

/** Whether a booking may be the whole of a file that the bank does not name: its amount, about its day, to nobody else. */
const isAlike = ({ file, payments }: Filed, { date, iban }: Booking) =>
  file.state === 'open' &&
  addDays(date, -DAYS_APART) <= file.executionDate &&
  file.executionDate <= addDays(date, DAYS_APART) &&
  (iban === undefined || payments.every(({ bankAccount }) => bankAccount === iban))

/** Returns the payments of a file that was booked as one; each that cannot be is a doubt of its own. */
const paidByFile = ({ booking: { date }, standing, isBooked }: Context, { file, payments }: Filed): readonly Found[] =>
  payments.flatMap(({ invoiceId, amount }): Found[] => {
    const row = standing.byId(invoiceId)
    if (!row || isBooked(row, amount)) return []
    const refusal = isExpected(row, amount) ? null : refusalToPay(row, date)
    if (refusal !== null) return [refusal]
    const order = { paymentFileId: file.id, orderedFor: file.executionDate }
    return [{ kind: 'payment', invoiceId, amount, by: 'payment-file', ...order }]
  })

/** Returns what money that came in tells: a credit note that is repaid, or payments that the bank sent back. */
function receivedBy(context: Context): readonly Found[] {
  const rows = named(context, ourNumbersIn(context.booking, context))
  if (typeof rows === 'string') return [rows]
  const notes = rows.filter(({ type }) => type === 'credit_note')
  const [note, ...others] = notes
  if (others.length > 0) return ['De boeking noemt meer creditfacturen. Zet ze zelf op Betaald.']
  if (note) return repaidBy(context, note)
  const [row, ...more] = rows
  return row && more.length === 0 ? sentBackBy(context, row) : sentBackTogether(context, rows)
}

/** Returns the repayment of a credit note by its partner, the whole or a part. */
function repaidBy({ booking, isBooked }: Context, note: InvoiceRow): readonly Found[] {
  const { amount, date } = booking
  if (isBooked(note, -amount)) return []
  const found = { kind: 'repayment' as const, invoiceId: note.id, amount, by: recognisedBy(booking, note) }
  if (isExpected(note, -amount)) return [found]
  if (note.status === 'betaald') {
    const how = note.payments.length === 0 ? 'verrekend' : 'terugbetaald'
    return [`${note.invoiceNumber} is al ${how} op ${dateText(note.paymentDate ?? '')}. Kijk waarvoor dit geld is.`]
  }
  const refusal = refusalToPay(note, date)
  if (refusal !== null) return [refusal]
  return amount > -note.open ? [tooMuch(note, amount)] : [found]
}

/** Returns the payment of an invoice that came back, unless it may be its partner that repays a credit note. */
function sentBackBy(context: Context, row: InvoiceRow): readonly Found[] {
  const { booking, standing, isBooked } = context
  const { amount, date } = booking
  if (isBooked(row, -amount)) return []
  const notes = standing
    .rows()
    .filter(({ creditedInvoice, status }) => creditedInvoice?.id === row.id && status !== 'cancelled')
  if (notes.some((note) => isBooked(note, -amount))) return []
  const repaid = notes.find((note) => isExpected(note, -amount))
  if (repaid) return [{ kind: 'repayment', invoiceId: repaid.id, amount, by: 'text' }]
  const owed = notes.find((note) => amount <= -(isPosted(note) ? note.open : note.totalAmount))
  if (owed) {
    return [
      `${row.invoiceNumber}: kwam de betaling terug of is ${owed.invoiceNumber} terugbetaald? Zet zelf de juiste goed.`,
    ]
  }
  const payment = paymentSentBack(row, amount, date)
  const found = { kind: 'return' as const, invoiceId: row.id, amount, by: recognisedBy(booking, row) }
  if (payment?.bookedOn === undefined && payment && isTakenBackByHand(row, date)) {
    return [`${row.invoiceNumber} is al eens teruggezet. Kijk welke betaling op ${dateText(date)} terugkwam.`]
  }
  if (payment) return [{ ...found, ...(isKnown(context, row, payment.id) ? { paymentId: payment.id } : {}) }]
  if (isExpected(row, -amount) || isTakenBackByHand(row, date)) return [found]
  const isAwaited =
    row.status === 'in_behandeling' &&
    row.lastReturn?.sentBackOn !== date &&
    [row.open, expectedOf(context, row).amount].includes(amount)
  return isAwaited ? [found] : [nothingPaid(row, booking)]
}

const nothingPaid = ({ invoiceNumber }: InvoiceRow, { amount, date }: Booking) =>
  `${invoiceNumber} heeft tot ${dateText(date)} geen betaling van ${amountText(amount)}. Kijk waarvoor dit geld is.`

/** Whether the book has a payment; else this very statement tells it, and its cause is not known before it is confirmed. */
const isKnown = ({ documents }: Context, { id }: InvoiceRow, paymentId: string) =>
  documents.some((row) => row.id === id && row.payments.some((payment) => payment.id === paymentId))

/** Returns the payments of several invoices that came back as one: of each the last until that day, together to the cent. */
function sentBackTogether(context: Context, rows: readonly InvoiceRow[]): readonly Found[] {
  const { booking, booked, isBooked } = context
  const { amount, date } = booking
  const told = rows.flatMap((row) => bookedOn(booked, row, date)).filter((one) => one.amount < 0)
  if (rows.length > 0 && sumOf(told) === -amount && told.every((one) => isBooked(one.row, one.amount))) {
    return []
  }
  const payments = rows.flatMap((row) => {
    const payment = row.payments.findLast((one) => one.date <= date)
    return payment ? [{ row, amount: payment.amount, id: payment.id }] : []
  })
  if (payments.length < rows.length || sumOf(payments) !== amount) {
    const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
    return rows.length === 0
      ? []
      : [`${names} kwamen niet samen voor ${amountText(amount)} terug. Kijk waarvoor dit is.`]
  }
  return payments.map((one) => ({
    ...{ kind: 'return', invoiceId: one.row.id, amount: one.amount, by: 'text' },
    ...(isKnown(context, one.row, one.id) ? { paymentId: one.id } : {}),
  }))
}

const amountText = (amount: number) => moneyText(wholeCents(amount))
