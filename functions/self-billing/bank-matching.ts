import type { MatchedBy, ProposalKind } from '../../shared/contract/settlement.ts'
import { AppError } from '../../shared/errors.ts'
import { moneyText, wholeCents } from '../../shared/money.ts'
import { addDays, dateText } from '../../shared/time.ts'
import type { Booking } from './bank-booking.ts'
import { fileNamedBy, isGiven, type Numbering, ourNumbersIn } from './bank-numbers.ts'
import type { InvoiceRow, StandingPayment } from './invoice-entity.ts'
import { isRefused, payableAt } from './invoice-rules.ts'
import { pay, takeBack } from './paying.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

/** How many days the bank may book a file before or after its day. */
const DAYS_APART = 3

/** What a booking of a statement seems to say of one document, for a person to confirm. */
export interface Proposal {
  readonly kind: ProposalKind
  /** Which of the bookings it is: of those out for a payment, of those in for the others. */
  readonly at: number
  readonly invoiceId: string
  readonly date: string
  /** Cents above 0. */
  readonly amount: number
  readonly by: MatchedBy
  /** The payment file that it was recognised by, and the day on which that has it carried out. */
  readonly paymentFileId?: string | undefined
  readonly orderedFor?: string | undefined
  /** Less than is due: what is left stays open. */
  readonly isPart?: boolean | undefined
  readonly confirmedAt?: string | undefined
}

/** A booking that seems to be about a document, and why nothing is proposed. */
export interface Doubt {
  readonly booking: Booking
  readonly reason: string
}

/** What the bookings of a statement are held against. */
export interface Known extends Numbering {
  /** Documents that wait for payment, and those that the bookings name or payment files hold; each as it stands. */
  readonly documents: readonly InvoiceRow[]
  readonly files: readonly PaymentFileRow[]
  /** What the statement proposed before. */
  readonly proposed: readonly Proposal[]
}

interface Bookings {
  /** What left our account, and what came in. */
  readonly bookings: readonly Booking[]
  readonly incoming: readonly Booking[]
}

interface Read {
  readonly proposals: Proposal[]
  readonly doubts: Doubt[]
}

/**
 * Reads what a statement says of our documents, booking by booking in the order of their days, each held against how the
 * documents stand after the ones before: payments of invoices, repayments of credit notes, and payments that came back.
 * What the book has already is passed over; what fits nothing is a doubt with what to do.
 */
export function readStatement({ bookings, incoming }: Bookings, known: Known): Read {
  const standing = standingOf(known)
  const isNew = (isOut: boolean, at: number) =>
    !known.proposed.some((one) => one.at === at && (one.kind === 'payment') === isOut)
  const all = [
    ...bookings.map((booking, at) => ({ booking, at, isOut: true })),
    ...incoming.map((booking, at) => ({ booking, at, isOut: false })),
  ].filter(({ at, isOut }) => isNew(isOut, at))
  const read: Read = { proposals: [], doubts: [] }
  for (const { booking, at, isOut } of all.toSorted((one, other) =>
    one.booking.date.localeCompare(other.booking.date),
  )) {
    const found = isOut ? paidBy(booking, standing, known) : receivedBy(booking, standing, known)
    if (typeof found === 'string') read.doubts.push({ booking, reason: found })
    else {
      for (const one of found) {
        const proposal = { ...one, at, date: booking.date }
        const refusal = standing.apply(proposal)
        if (refusal === null) read.proposals.push(proposal)
        else read.doubts.push({ booking, reason: refusal })
      }
    }
  }
  return read
}

type Found = Omit<Proposal, 'at' | 'date'>

/** How documents stand while a statement is read. */
interface Standing {
  byNumber(number: string): InvoiceRow | undefined
  byId(id: string): InvoiceRow | undefined
  /** Those that wait for payment. */
  waiting(): InvoiceRow[]
  /** Whether a payment that stands was told by this very booking before; each payment answers once. */
  isKnown(row: InvoiceRow, amount: number, date: string): boolean
  /** Lets a proposal come true; returns why it cannot. */
  apply(proposal: Proposal): string | null
}

function standingOf({ documents, proposed }: Known): Standing {
  const rows = new Map(documents.map((row) => [row.id, row]))
  const told = new Set(documents.flatMap(({ payments }) => payments.filter(({ bookedOn }) => bookedOn !== undefined)))
  const standing: Standing = {
    byNumber: (number) => [...rows.values()].find(({ invoiceNumber }) => invoiceNumber.toUpperCase() === number),
    byId: (id) => rows.get(id),
    waiting: () => [...rows.values()].filter(({ status }) => status === 'in_behandeling'),
    isKnown: ({ payments }, amount, date) => {
      const same = payments.find((one) => told.has(one) && one.bookedOn === date && Math.abs(one.amount) === amount)
      return same !== undefined && told.delete(same)
    },
    apply: (proposal) => {
      const row = rows.get(proposal.invoiceId)
      if (!row) return 'Deze factuur bestaat niet meer'
      const refusal = refusalToConfirm(row, proposal)
      if (refusal === null) rows.set(row.id, { ...confirmed(row, proposal), version: row.version + 1 })
      return refusal
    },
  }
  for (const one of proposed) {
    const row = rows.get(one.invoiceId)
    if (one.confirmedAt === undefined) standing.apply(one)
    else if (row) standing.isKnown(row, one.amount, one.date)
  }
  return standing
}

const BANK = 'bank'

/** Returns a document as it stands once a proposal is confirmed. Refuses what cannot be confirmed. */
function confirmed(row: InvoiceRow, { kind, date, amount, paymentFileId, orderedFor }: Proposal): InvoiceRow {
  if (kind === 'return') {
    return takeBack(row, { date, sentBackOn: date, by: BANK }, paymentSentBack(row, amount, date)?.id ?? '').after
  }
  const unbooked = unbookedPayment(row, kind === 'payment' ? amount : -amount)
  if (unbooked) {
    return { ...row, payments: row.payments.map((one) => (one === unbooked ? { ...one, date, bookedOn: date } : one)) }
  }
  return pay(row, { date, amount, paymentFileId, orderedFor, bookedOn: date, by: BANK }).after
}

/** Returns why a proposal cannot be confirmed as its document stands; null where it can. */
export function refusalToConfirm(row: InvoiceRow, proposal: Proposal): string | null {
  const { kind, amount, date } = proposal
  if (kind === 'return' && !paymentSentBack(row, amount, date)) {
    return `Bevestig eerst de betaling van ${row.invoiceNumber} die terugkwam.`
  }
  try {
    confirmed(row, proposal)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Finds the payment of an amount that no booking of the bank told yet. */
export const unbookedPayment = ({ payments }: InvoiceRow, amount: number): StandingPayment | undefined =>
  payments.find((payment) => payment.bookedOn === undefined && payment.amount === amount)

/** Finds the payment that the bank sent back on a day: the last of that amount until then. */
export const paymentSentBack = ({ payments }: InvoiceRow, amount: number, date: string): StandingPayment | undefined =>
  payments.findLast((payment) => payment.amount === amount && payment.date <= date)

/** Returns what a booking that left our account pays, or why it is a doubt; nothing where it is known or not ours. */
function paidBy(booking: Booking, standing: Standing, known: Known): Found[] | string {
  const numbers = ourNumbersIn(booking, known)
  const filed = fileOf(booking, standing, known, numbers.length > 0)
  if (typeof filed === 'string') return filed
  if (filed) return paidByFile(booking, filed, standing)
  const [first, ...more] = numbers
  if (first === undefined) return paidByAmount(booking, standing, known)
  const unknown = numbers.find((number) => !standing.byNumber(number))
  if (unknown !== undefined) return notOurs(unknown, known)
  const rows = numbers.flatMap((number) => standing.byNumber(number) ?? [])
  return more.length === 0 ? paidAlone(booking, rows[0] as InvoiceRow, standing, known) : paidTogether(booking, rows)
}

const notOurs = (number: string, known: Known) =>
  isGiven(number, known)
    ? `${number} wacht niet op betaling.`
    : `De boeking noemt ${number}. Dat nummer is niet uitgegeven.`

/** Returns the payment of one invoice that a booking names: the whole that is due, what its file ordered, or a part. */
function paidAlone(booking: Booking, row: InvoiceRow, standing: Standing, known: Known): Found[] | string {
  const { amount, date } = booking
  const by = booking.reference?.toUpperCase() === row.invoiceNumber.toUpperCase() ? 'reference' : 'text'
  if (standing.isKnown(row, amount, date)) return []
  const refusal = refusalOf(row, amount)
  if (refusal !== null) return refusal
  if (unbookedPayment(row, amount)) return [{ kind: 'payment', invoiceId: row.id, amount, by }]
  const [ordered] = known.files.flatMap((file) => orderedBy(file, row))
  if (ordered?.amount === amount) return [{ kind: 'payment', invoiceId: row.id, by, ...ordered }]
  const due = payableAt(row, date)
  if (amount === due || amount === row.open) return [{ kind: 'payment', invoiceId: row.id, amount, by }]
  if (amount > row.open)
    return `${amountText(amount - row.open)} te veel: ${amountText(amount)} betaald van ${amountText(row.open)}.`
  return [{ kind: 'payment', invoiceId: row.id, amount, by, isPart: true }]
}

/** Returns why no payment of an amount can be of an invoice; null where it may. */
function refusalOf(row: InvoiceRow, amount: number): string | null {
  if (row.type === 'credit_note')
    return `${row.invoiceNumber} is een creditfactuur. Kijk waarvoor deze afschrijving is.`
  if (isRefused(row)) return `De partner heeft ${row.invoiceNumber} geweigerd.`
  if (row.status === 'betaald' && !unbookedPayment(row, amount)) {
    const paid = row.paymentDate === undefined ? '' : ` op ${dateText(row.paymentDate)}`
    const how = row.payments.length === 0 ? 'verrekend' : 'betaald'
    return `${row.invoiceNumber} is al ${how}${paid}. Kijk of hij nu dubbel is betaald.`
  }
  return row.status === 'betaald' || row.status === 'in_behandeling'
    ? null
    : `${row.invoiceNumber} wacht niet op betaling.`
}

/** Returns the payments of several invoices that one booking names: all of them, to the cent. */
function paidTogether(booking: Booking, rows: readonly InvoiceRow[]): Found[] | string {
  const { amount, date } = booking
  const refusal = rows.map((row) => refusalOf(row, payableAt(row, date))).find((reason) => reason !== null)
  if (refusal) return refusal
  const shares = rows.map((row) => payableAt(row, date))
  const due = shares.reduce((sum, share) => sum + share, 0)
  const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  if (due !== amount) return `Van ${names} is samen ${amountText(due)} te betalen. De boeking is ${amountText(amount)}.`
  return rows.map(({ id }, at) => ({ kind: 'payment', invoiceId: id, amount: shares[at] ?? 0, by: 'text' }))
}

/** Returns the payment of an invoice that nothing but account and amount tell. */
function paidByAmount({ amount, date, iban }: Booking, standing: Standing, { files }: Known): Found[] | string {
  const alike = standing
    .waiting()
    .filter((row) => row.type === 'invoice' && row.supplier?.bankAccount === iban)
    .filter((row) =>
      [payableAt(row, date), ...files.flatMap((file) => orderedBy(file, row)).map((one) => one.amount)].includes(
        amount,
      ),
    )
  const [first, ...others] = alike
  if (!first) return []
  if (others.length > 0) return 'Meer facturen hebben deze rekening en dit bedrag. Kies zelf de juiste.'
  const refusal = refusalOf(first, amount)
  if (refusal !== null) return refusal
  const [ordered] = files.flatMap((file) => orderedBy(file, first))
  const order = ordered?.amount === amount ? ordered : {}
  return [{ kind: 'payment', invoiceId: first.id, amount, by: 'account', ...order }]
}

/** Returns what a payment file orders of an invoice that is still in it. */
function orderedBy({ id, payments, state, executionDate }: PaymentFileRow, row: InvoiceRow) {
  if (state === 'withdrawn' || row.paymentFileId !== id) return []
  return payments
    .filter(({ invoiceId }) => invoiceId === row.id)
    .map(({ amount }) => ({ amount, paymentFileId: id, orderedFor: executionDate }))
}

/** A payment file that a booking is the whole of, with what it pays. */
interface Filed {
  readonly file: PaymentFileRow
  readonly payments: PaymentFileRow['payments']
}

/**
 * Finds the payment file that a booking is the whole of: the one that the bank names, else the only one of that amount
 * about that day where the booking names no number. A text where that file cannot be what the bank booked.
 */
function fileOf(booking: Booking, standing: Standing, { files }: Known, hasNumbers: boolean): Filed | string | null {
  const named = files.find(({ id }) => id === fileNamedBy(booking))
  if (named) {
    const payments = heldBy(named, standing)
    const name = `Het betaalbestand van ${dateText(named.executionDate)}`
    if (named.state === 'withdrawn') return `${name} is ingetrokken, maar de bank heeft het uitgevoerd.`
    if (totalOf(payments) === booking.amount) return { file: named, payments }
    return named.total === booking.amount
      ? `${name} is in zijn geheel uitgevoerd, ook wat eruit is vrijgegeven. Kijk wat er is betaald.`
      : hasNumbers
        ? null
        : `${name} is ${amountText(named.total)}. De boeking is ${amountText(booking.amount)}.`
  }
  if (hasNumbers) return null
  const alike = files
    .map((file) => ({ file, payments: heldBy(file, standing) }))
    .filter(({ file, payments }) => isAlike(file, payments, booking))
  if (alike.length > 1) return 'Meer betaalbestanden zijn van dit bedrag. Kies zelf het juiste.'
  return alike[0] ?? null
}

/** Returns the payments of a file that were not released from it. */
const heldBy = ({ id, payments }: PaymentFileRow, standing: Standing) =>
  payments.filter(({ invoiceId }) => {
    const row = standing.byId(invoiceId)
    return row !== undefined && (row.paymentFileId === id || row.payments.some((one) => one.paymentFileId === id))
  })

const totalOf = (payments: Filed['payments']) => payments.reduce((sum, { amount }) => sum + amount, 0)

/** Whether a booking may be the whole of a file that the bank does not name: its amount, about its day, to nobody else. */
const isAlike = (file: PaymentFileRow, payments: Filed['payments'], { amount, date, iban }: Booking) =>
  file.state === 'open' &&
  payments.length > 0 &&
  totalOf(payments) === amount &&
  addDays(date, -DAYS_APART) <= file.executionDate &&
  file.executionDate <= addDays(date, DAYS_APART) &&
  (iban === undefined || payments.every(({ bankAccount }) => bankAccount === iban))

/** Returns the payments of a file that was booked as one; what the book has already is passed over. */
function paidByFile({ date }: Booking, { file, payments }: Filed, standing: Standing): Found[] | string {
  const found: Found[] = []
  const again: string[] = []
  for (const { invoiceId, amount } of payments) {
    const row = standing.byId(invoiceId)
    if (!row || standing.isKnown(row, amount, date)) continue
    if (refusalOf(row, amount) !== null) again.push(row.invoiceNumber)
    else {
      const order = { paymentFileId: file.id, orderedFor: file.executionDate }
      found.push({ kind: 'payment', invoiceId, amount, by: 'payment-file', ...order })
    }
  }
  if (again.length === 0) return found
  return `Het betaalbestand van ${dateText(file.executionDate)} betaalt ook ${again.join(', ')}. Die is al betaald of geweigerd: kijk of dit dubbel is.`
}

/** Returns what money that came in says: a credit note that is repaid, or payments that the bank sent back. */
function receivedBy(booking: Booking, standing: Standing, known: Known): Found[] | string {
  const numbers = ourNumbersIn(booking, known)
  if (numbers.length === 0) return []
  const unknown = numbers.find((number) => !standing.byNumber(number))
  if (unknown !== undefined) return notOurs(unknown, known)
  const rows = numbers.flatMap((number) => standing.byNumber(number) ?? [])
  const notes = rows.filter(({ type }) => type === 'credit_note')
  return notes.length > 0 ? repaidBy(booking, notes, standing) : sentBackBy(booking, rows)
}

/** Returns the repayment of a credit note by its partner, the whole or a part. */
function repaidBy(booking: Booking, notes: readonly InvoiceRow[], standing: Standing): Found[] | string {
  const [note, ...others] = notes as [InvoiceRow, ...InvoiceRow[]]
  const { amount, date } = booking
  if (others.length > 0) return 'De boeking noemt meer creditfacturen. Verwerk ze met de hand.'
  if (standing.isKnown(note, amount, date)) return []
  const by = booking.reference?.toUpperCase() === note.invoiceNumber.toUpperCase() ? 'reference' : 'text'
  const found: Found = { kind: 'repayment', invoiceId: note.id, amount, by }
  if (unbookedPayment(note, -amount)) return [found]
  if (note.status !== 'in_behandeling') return `${note.invoiceNumber} is al verrekend of terugbetaald.`
  if (amount > -note.open)
    return `${amountText(amount + note.open)} te veel: ${note.invoiceNumber} is ${amountText(-note.open)}.`
  return [{ ...found, isPart: amount < -note.open }]
}

/** Returns the payments of invoices that the bank sent back: of each the last of its amount, together to the cent. */
function sentBackBy(booking: Booking, rows: readonly InvoiceRow[]): Found[] | string {
  const { amount, date } = booking
  const by = rows.length === 1 && booking.reference?.toUpperCase() === rows[0]?.invoiceNumber ? 'reference' : 'text'
  const payments = rows.map((row) =>
    rows.length === 1 ? paymentSentBack(row, amount, date) : row.payments.findLast((one) => one.date <= date),
  )
  const isWhole = payments.reduce((sum, payment) => sum + (payment?.amount ?? 0), 0) === amount
  const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  const isTold = rows.some(({ lastReturn }) => lastReturn?.sentBackOn === date)
  if (isTold) {
    return isWhole && payments.every((payment) => payment !== undefined)
      ? `Dat ${names} op ${dateText(date)} terugkwam, is al verwerkt. Kwam ook een latere betaling terug? Zet de factuur dan met de hand terug.`
      : []
  }
  if (!isWhole || payments.some((payment) => payment === undefined)) {
    return `Van ${names} is geen betaling van ${amountText(amount)} bekend tot ${dateText(date)}. Kijk waarvoor deze bijschrijving is.`
  }
  return rows.map(({ id }, at) => ({ kind: 'return', invoiceId: id, amount: payments[at]?.amount ?? 0, by }))
}

const amountText = (amount: number) => moneyText(wholeCents(amount))
