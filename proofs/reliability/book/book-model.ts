import { bankDayFrom } from '../../../shared/invoicing/bank-days.ts'
import { addDays, type LocalDate } from '../../../shared/time.ts'

/**
 * An invoice or credit note in a model of the ledger (money.md): its open cents after any sequence of operations.
 * Written independently of the tested code. A refused operation changes nothing.
 */
export interface Doc {
  readonly id: string
  readonly number: string
  readonly kind: 'invoice' | 'note'
  /** Amount with VAT in cents; of a credit note, the amount that it credits. */
  readonly total: number
  readonly quantity: number
  readonly date: LocalDate
  readonly hasDiscount: boolean
  readonly credits?: Doc
  status: 'concept' | 'in_behandeling' | 'betaald' | 'cancelled'
  isPosted: boolean
  open: number
  credited: number
  /** Quantity that credit notes take back, concepts included. */
  reserved: number
  reservedAmount: number
  discountReturned: number
  payments: { amount: number; discount: number; of: number; bookedOn?: LocalDate; file?: string; day: LocalDate }[]
  file?: { id: string; day: LocalDate; amount: number } | undefined
  /** Cents of payments that the bank has not booked yet; above 0 where money leaves our account. */
  inTransit: number
  /** Bookings of the bank so far, each as day and cents; above 0 where money left our account. */
  bookings: Set<string>
}

const percent = (amount: number, of: number) => Math.round((amount * of) / 100)

/** Returns the discount for payment within 48 hours: 3 %, then 5 % of the rest. */
function promptDiscount(total: number): number {
  const discount = percent(total, 3)
  return discount + percent(total - discount, 5)
}

/**
 * Returns the cents that settle a document if paid on `day`: the open amount, minus the 48-hour discount while that
 * applies. Below 0 the partner must repay us.
 */
export function amountToSettle(doc: Doc, day: LocalDate): number {
  const isPrompt = doc.hasDiscount && day <= addDays(doc.date, 2)
  return doc.open - (isPrompt ? Math.min(promptDiscount(doc.total - doc.credited), Math.max(doc.open, 0)) : 0)
}

function settleTo(doc: Doc, open: number): void {
  doc.open = open
  if (open === 0) doc.status = 'betaald'
  else if (doc.status === 'betaald') doc.status = 'in_behandeling'
}

/**
 * Pays a document in the model: the amount that settles it, or the given amount (without sign). `day` decides about the
 * discount; by default it is the day of the payment file, or today. `bookedOn` is the day of the bank's booking; absent
 * for a payment that the bank has not booked yet.
 */
export function payDocument(
  doc: Doc,
  today: LocalDate,
  more: { amount?: number; day?: LocalDate; bookedOn?: LocalDate } = {},
): void {
  const day = more.day ?? doc.file?.day ?? today
  const due = amountToSettle(doc, day)
  const amount = more.amount === undefined ? due : more.amount * Math.sign(doc.open)
  const discount = amount === due ? doc.open - amount : 0
  const of = discount === 0 ? 0 : doc.total - doc.credited
  doc.payments.push({
    ...{ amount, discount, of, day },
    ...(more.bookedOn ? { bookedOn: more.bookedOn } : {}),
    ...(doc.file && (more.bookedOn === undefined || more.amount === doc.file.amount) ? { file: doc.file.id } : {}),
  })
  doc.inTransit += amount
  settleTo(doc, doc.open - amount - discount)
}

/**
 * Returns the payment date of a bank booking: the day of the document's payment file if that pays this amount, else
 * today.
 */
export const paymentDateOf = ({ file }: Doc, amount: number, today: LocalDate): LocalDate =>
  file?.amount === amount ? file.day : today

/**
 * Takes back the last payment of a document, or its last payment of the given amount. If the bank returned the money
 * (`isByBank`), also releases the document from its payment file. Throws when there is no payment.
 */
export function takeBackPayment(doc: Doc, isByBank: boolean, amount?: number): void {
  const at = doc.payments.findLastIndex((one) => amount === undefined || one.amount === amount)
  const payment = doc.payments[at]
  if (!payment) throw new Error('No payment stands')
  doc.payments.splice(at, 1)
  const reopened = payment.amount + payment.discount - doc.discountReturned
  if (payment.discount !== 0) doc.discountReturned = 0
  doc.inTransit -= payment.amount
  if (isByBank) doc.file = undefined
  settleTo(doc, doc.open + reopened)
}

/**
 * Records a bank booking of `signed` cents, above 0 where money leaves our account. Returns `known` if the same booking
 * was recorded before, `expected` if its money was in transit, and otherwise `news`.
 */
export function recordBooking(doc: Doc, today: LocalDate, signed: number): 'known' | 'expected' | 'news' {
  const key = `${today} ${signed}`
  if (doc.bookings.has(key)) return 'known'
  doc.bookings.add(key)
  const isExpected = Math.sign(doc.inTransit) === Math.sign(signed) && Math.abs(doc.inTransit) >= Math.abs(signed)
  doc.inTransit -= signed
  return isExpected ? 'expected' : 'news'
}

/**
 * Records the day on which the bank booked a payment that was marked by hand. After the 48 hours the discount goes
 * back, unless a payment file ordered the payment within them.
 */
export function confirmPayment(doc: Doc, payment: Doc['payments'][number], today: LocalDate): void {
  payment.bookedOn = today
  const day = payment.file === undefined ? today : payment.day
  const left = doc.payments.reduce((sum, { discount }) => sum + discount, 0) - doc.discountReturned
  if (left === 0 || day <= addDays(doc.date, 2)) return
  doc.discountReturned += left
  settleTo(doc, doc.open + left)
}

/** Sets a credit note off against an invoice, as far as both are open; returns the cents that were set off. */
function setOff(invoice: Doc, note: Doc, today: LocalDate): number {
  const due = amountToSettle(invoice, today)
  const amount = Math.min(due, -note.open)
  if (amount <= 0) return 0
  settleTo(note, note.open + amount)
  const isSettled = amount === due
  invoice.open -= amount
  if (isSettled && invoice.open !== 0) {
    invoice.payments.push({ amount: 0, discount: invoice.open, of: invoice.total - invoice.credited, day: today })
    invoice.open = 0
  }
  settleTo(invoice, invoice.open)
  return amount
}

/**
 * Issues a document in the model, and sets a credit note off against its invoice. If the invoice was paid at a
 * discount, the open amount of the note excludes its share of that discount. Issuing again only changes the status.
 */
export function issueDocument(doc: Doc, today: LocalDate): void {
  doc.status = 'in_behandeling'
  if (doc.isPosted) return
  doc.isPosted = true
  if (!doc.credits) {
    doc.open = doc.total
    return
  }
  const invoice = doc.credits
  const taken = invoice.payments.find(({ discount }) => discount > 0)
  const left = taken ? taken.discount - invoice.discountReturned : 0
  const isRest = invoice.credited + doc.total === invoice.total
  const share = !taken ? 0 : isRest ? left : Math.min(left, Math.round((taken.discount * doc.total) / taken.of))
  doc.open = -(doc.total - share)
  invoice.credited += doc.total
  invoice.discountReturned += share
  setOff(invoice, doc, today)
}

/** Sorts documents by date and number. */
const inOrder = (docs: readonly Doc[]) =>
  docs.toSorted((one, other) => one.date.localeCompare(other.date) || one.number.localeCompare(other.number))

/** Copies documents, to try an operation on the copies; `keep` applies the outcome to the documents. */
function copiesOf(docs: readonly Doc[]) {
  const copies = new Map(docs.map((doc) => [doc, structuredClone({ ...doc, credits: undefined })]))
  return {
    copyOf: (doc: Doc) => copies.get(doc) as Doc,
    keep: () => {
      for (const [doc, { credits: _, ...changed }] of copies) Object.assign(doc, changed)
    },
  }
}

/**
 * Settles an invoice with credit notes. Returns false, and changes nothing, where the notes do not cover the invoice or
 * a payment file holds it.
 */
export function netWithNotes(invoice: Doc, notes: readonly Doc[], today: LocalDate): boolean {
  const { copyOf, keep } = copiesOf([invoice, ...notes])
  for (const note of inOrder(notes)) setOff(copyOf(invoice), copyOf(note), today)
  if (invoice.file !== undefined || copyOf(invoice).open !== 0) return false
  keep()
  return true
}

/**
 * Settles invoices with credit notes and puts the remaining amounts into a payment file with this id. Returns false,
 * and changes nothing, when nothing remains to pay.
 */
export function fillPaymentFile(
  invoices: readonly Doc[],
  notes: readonly Doc[],
  today: LocalDate,
  id: string,
): boolean {
  const day = bankDayFrom(today)
  const payables = inOrder(invoices.filter((doc) => isPayable(doc, day)))
  const { copyOf, keep } = copiesOf([...payables, ...notes])
  let netted = 0
  for (const invoice of payables)
    for (const note of inOrder(notes)) netted += setOff(copyOf(invoice), copyOf(note), today)
  if (payables.length === 0 || (netted > 0 && !payables.some((doc) => amountToSettle(copyOf(doc), day) > 0)))
    return false
  keep()
  for (const doc of payables) if (isPayable(doc, day)) doc.file = { id, day, amount: amountToSettle(doc, day) }
  return true
}

/** Tells whether a payment file may pay a document on a day. */
const isPayable = (doc: Doc, day: LocalDate): boolean =>
  doc.kind === 'invoice' && doc.status === 'in_behandeling' && doc.file === undefined && amountToSettle(doc, day) > 0
