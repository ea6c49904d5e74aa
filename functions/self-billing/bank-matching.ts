import { CREDIT_PREFIX } from '../../shared/contract/self-billing.ts'
import type { MatchedBy } from '../../shared/contract/settlement.ts'
import { moneyText, payableOn, wholeCents } from '../../shared/money.ts'
import { addDays, dateText } from '../../shared/time.ts'
import type { Booking } from './bank-booking.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import {
  creditedOf,
  isRefused,
  isSettledByNotes,
  leftOf,
  paidBefore,
  paymentRefusal,
  returnRefusal,
} from './invoice-rules.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

export interface Match {
  readonly booking: Booking
  readonly invoice: InvoiceRow
  /** What was paid of it, or came back, in cents. */
  readonly amount: number
  readonly by: MatchedBy
  /** The payment file that it was recognised by. */
  readonly paymentFileId: string | undefined
  /** Of a return: whether the statement tells its payment too, which then has no proposal of its own. */
  readonly isPaired?: boolean
}

/** A booking that seems to be of an invoice, and why it is not proposed. */
export interface Doubt {
  readonly booking: Booking
  readonly reason: string
}

/** How many days the bank may book a file before or after its day. */
const DAYS_APART = 3

/** What bookings are held against. */
export interface Known {
  /** Invoices that wait for their payment. */
  readonly invoices: readonly InvoiceRow[]
  /** Others that the bookings name, and those of the payment files that they name, by their numbers. */
  readonly others: ReadonlyMap<string, InvoiceRow>
  /** The ids of invoices of which the statement proposed a payment before. */
  readonly proposed: Iterable<string>
  /** The payment files that those are in, and those that a booking names. */
  readonly files: readonly PaymentFileRow[]
  /** What our invoices are numbered with, now or before, and the last number given out of each series, by `seriesOf`. */
  readonly prefixes: readonly string[]
  readonly lastOf: ReadonlyMap<string, number>
}

/**
 * What bookings of a statement pay of the open invoices: by the reference of the order, by the payment file that the bank
 * names, by the numbers that it tells, by a payment file of that amount, by account and amount, but for the last two not of
 * a booking that names another number of ours. Amounts have to be right to the cent: what the payment file of
 * an invoice orders, whatever day the bank books it on, or what is due on that day. An invoice is proposed once; what else
 * names it is told, as it may be paid twice, but for the one booking of what it is called paid by.
 */
export function matched(bookings: readonly Booking[], known: Known): { matches: Match[]; doubts: Doubt[] } {
  const { invoices, files } = known
  const open = new Map(invoices.map((row) => [row.invoiceNumber.toUpperCase(), row]))
  const ours = new Set(known.prefixes)
  const matches: Match[] = []
  const doubts: Doubt[] = []
  const told = new Set(known.proposed)
  for (const booking of bookings) {
    const found = sought(booking, open, files)
    if (!found) {
      const reason = reasonAgainstNamed(booking, known, told)
      if (reason !== null) doubts.push({ booking, reason })
      continue
    }
    if (found.isByAmount && numbersIn(booking).some((number) => ours.has(prefixOf(number)))) {
      const other = reasonAgainstNamed(booking, known, told)
      if (other !== null) doubts.push({ booking, reason: other })
      continue
    }
    const { ordered, due } = sharesOf(found.invoices, files, () => booking.date)
    const shares = found.by === 'payment-file' ? ordered : fitting(booking, [ordered, due])
    const reason = reasonAgainst(booking, found, shares)
    if (reason !== null) {
      doubts.push({ booking, reason })
      continue
    }
    for (const [at, invoice] of found.invoices.entries()) {
      matches.push({ invoice, booking, amount: shares?.[at] ?? 0, by: found.by, paymentFileId: found.file?.id })
      open.delete(invoice.invoiceNumber.toUpperCase())
    }
    const rest = found.by === 'payment-file' ? reasonAgainstRest(booking, known, told) : null
    if (rest !== null) doubts.push({ booking, reason: rest })
    for (const { id } of found.invoices) told.add(id)
  }
  return { matches, doubts }
}

interface Found {
  readonly invoices: readonly InvoiceRow[]
  readonly by: MatchedBy
  /** The payment file that tells it. */
  readonly file?: PaymentFileRow
  /** Nothing but the amount tells it, so that a number in the booking says otherwise. */
  readonly isByAmount?: boolean
  /** Why it is to be looked into, whatever the amounts. */
  readonly against?: string | undefined
}

function sought(
  booking: Booking,
  open: ReadonlyMap<string, InvoiceRow>,
  files: readonly PaymentFileRow[],
): Found | null {
  const referred = open.get(booking.reference?.toUpperCase() ?? '')
  if (referred) return { invoices: [referred], by: 'reference' }
  /** What a file pays of the open invoices: not what was released from it, which another file may pay. */
  const openOf = (file: PaymentFileRow) =>
    file.payments
      .flatMap(({ invoiceNumber }) => open.get(invoiceNumber.toUpperCase()) ?? [])
      .filter(({ paymentFileId }) => paymentFileId === file.id || file.state === 'withdrawn')
  const named = files.find(({ id }) => id === fileNamedBy(booking))
  const against = named && reasonAgainstFile(named, booking, totalsOf(named, open))
  if (named && against === undefined) {
    const filed = openOf(named)
    return filed.length > 0 ? { invoices: filed, by: 'payment-file', file: named } : null
  }
  const numbers = numbersIn(booking)
  const told = numbers.flatMap((number) => open.get(number) ?? [])
  if (told.length > 0) return { invoices: told, by: 'text' }
  if (named && numbers.length === 0) return { invoices: openOf(named), by: 'payment-file', against }
  const [alike, ...more] = files.filter(
    (file) => isAlike(file, booking, totalsOf(file, open)) && openOf(file).length > 0,
  )
  if (alike) {
    const isOne = more.length === 0
    return {
      ...{ invoices: openOf(alike), by: 'payment-file', file: alike, isByAmount: true },
      against: isOne ? undefined : 'Meer betaalbestanden zijn van dit bedrag',
    }
  }
  const [first, ...others] = [...open.values()].filter(
    (row) =>
      row.supplier?.bankAccount === booking.iban &&
      [payableOn(row, booking.date), orderedOf(row, files)].includes(booking.amount),
  )
  if (!first) return null
  return {
    ...{ invoices: [first], by: 'account', isByAmount: true },
    against: others.length > 0 ? 'Meer facturen hebben deze rekening en dit bedrag' : undefined,
  }
}

/** The id of the payment file that a booking was the whole of, as the bank names it; null where it names none of ours. */
export function fileNamedBy({ batch }: Pick<Booking, 'batch'>): string | null {
  const [, ...parts] =
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-1)?$/.exec(batch?.toLowerCase() ?? '') ?? []
  return parts.length === 0 ? null : parts.join('-')
}

/** What the bank may book of a file in one: the whole, or what is left without the payments that were released. */
function totalsOf({ id, total, payments }: PaymentFileRow, open: ReadonlyMap<string, InvoiceRow>): readonly number[] {
  const released = payments.filter(({ invoiceNumber }) => {
    const invoice = open.get(invoiceNumber.toUpperCase())
    return invoice !== undefined && invoice.paymentFileId !== id
  })
  return [total, total - added(released.map(({ amount }) => amount))]
}

function reasonAgainstFile(
  { state, total, executionDate }: PaymentFileRow,
  { amount }: Booking,
  totals: readonly number[],
): string | undefined {
  const file = `Het betaalbestand van ${dateText(executionDate)}`
  if (state === 'withdrawn') return `${file} is ingetrokken, maar de bank heeft het uitgevoerd`
  return totals.includes(amount) ? undefined : `${file} is ${amountText(total)} en niet ${amountText(amount)}`
}

/** Whether a booking may be the whole of a file: its amount, about its day, and to nobody else. */
const isAlike = (
  { state, executionDate, payments }: PaymentFileRow,
  { amount, date, iban }: Booking,
  totals: readonly number[],
) =>
  state === 'open' &&
  totals.includes(amount) &&
  addDays(date, -DAYS_APART) <= executionDate &&
  executionDate <= addDays(date, DAYS_APART) &&
  (iban === undefined || payments.every(({ bankAccount }) => bankAccount === iban))

/** The numbers of ours that bookings name and that were given out. */
export const numbersGiven = (bookings: readonly Booking[], { prefixes, lastOf }: Pick<Known, 'prefixes' | 'lastOf'>) =>
  bookings.flatMap(numbersIn).filter((number) => prefixes.includes(prefixOf(number)) && isGiven(number, lastOf))

/** The bookings that name each number. */
const byNumber = (bookings: readonly Booking[]) =>
  Map.groupBy(
    bookings.flatMap((booking) => numbersIn(booking).map((number) => ({ number, booking }))),
    ({ number }) => number,
  )

/**
 * Which payment each booking that came in sends back: of a number that both name and of its amount the last one before its
 * day, else one of that day; each is sent back once.
 */
export function cancelling(bookings: readonly Booking[], incoming: readonly Booking[]): ReadonlyMap<Booking, Booking> {
  const named = byNumber(bookings)
  const cancelled = new Map<Booking, Booking>()
  const gone = new Set<Booking>()
  for (const back of incoming.toSorted((one, other) => one.date.localeCompare(other.date))) {
    const alike = numbersIn(back)
      .flatMap((number) => named.get(number) ?? [])
      .map(({ booking }) => booking)
      .filter((one) => one.amount === back.amount && one.date <= back.date && !gone.has(one))
      .toSorted((one, other) => other.date.localeCompare(one.date))
    const booking = alike.find(({ date }) => date < back.date) ?? alike[0]
    if (!booking) continue
    cancelled.set(back, booking)
    gone.add(booking)
  }
  return cancelled
}

/** What returns are held against. */
interface KnownReturns {
  readonly invoices: ReadonlyMap<string, InvoiceRow>
  /** Credit notes: those of the invoices, and those that the bookings name. */
  readonly notes: ReadonlyMap<string, InvoiceRow>
  readonly files: readonly PaymentFileRow[]
  /** What left our account on the same statement, and what of it came back. */
  readonly bookings: readonly Booking[]
  readonly cancelled: ReadonlyMap<Booking, Booking>
  /** Whether the statement proposes that it was paid. */
  readonly isPaid: (row: InvoiceRow) => boolean
  /** Payments that it does not propose, as money of their invoices came in too. */
  readonly unsure: readonly Match[]
}

/**
 * What came in of the invoices that it names, each by its number: payments that the bank sent back, unless it may
 * be a credit note that is repaid. The amount has to be what was paid, to the cent: what the payment file ordered, or what
 * was due on the day of the payment. What does not fit is told with what to do, and so is what the statement tells another
 * payment of. What waits for its payment is proposed too, as that may be confirmed yet. An invoice is proposed once.
 */
export function sentBack(
  incoming: readonly Booking[],
  { invoices, notes, files, bookings, cancelled, isPaid, unsure }: KnownReturns,
): { matches: Match[]; doubts: Doubt[] } {
  const named = byNumber(bookings)
  const backOf = new Map([...cancelled].map(([back, booking]) => [booking, back]))
  const isUnsure = (booking: Booking) => unsure.some((one) => one.booking === booking)
  const matches: Match[] = []
  const doubts: Doubt[] = []
  for (const booking of incoming) {
    const found = numbersIn(booking).flatMap((number) => invoices.get(number) ?? [])
    const creditNumbers = creditNumbersIn(booking)
    if (found.length === 0) {
      if (creditNumbers.length > 0)
        doubts.push({ booking, reason: creditNumbers.map((one) => noteText(one, notes)).join(' ') })
      continue
    }
    const { ordered, due } = sharesOf(found, files, ({ paymentDate = booking.date }) => paymentDate)
    const shares = fitting(booking, [ordered, due])
    const paid = found.map((row) => {
      const by = (named.get(row.invoiceNumber) ?? [])
        .map((one) => one.booking)
        .filter((one) => [undefined, booking].includes(backOf.get(one)))
      return {
        ...{ row, by, unsure: unsure.filter(({ invoice }) => invoice.id === row.id) },
        isPaid: isPaid(row) || by.some((one) => !backOf.has(one) && !isUnsure(one)),
      }
    })
    const isPaired =
      cancelled.has(booking) || paid.every((one, at) => one.unsure.some(({ amount }) => amount === shares?.[at]))
    const reason = reasonAgainstReturn(booking, paid, { shares, ordered, matches, isPaired, notes })
    if (reason !== null) {
      doubts.push({ booking, reason })
      continue
    }
    for (const [at, invoice] of found.entries()) {
      const by = booking.reference?.toUpperCase() === invoice.invoiceNumber ? 'reference' : 'text'
      matches.push({ invoice, booking, amount: shares?.[at] ?? 0, by, paymentFileId: undefined, isPaired })
    }
  }
  return { matches, doubts }
}

/** An invoice that a booking came back of, as its statement tells it. */
interface Paid {
  readonly row: InvoiceRow
  /** Its payments of which no other booking is the return. */
  readonly by: readonly Booking[]
  /** Its payments that are not proposed. */
  readonly unsure: readonly Match[]
  /** Whether the statement tells a payment of it that did not come back. */
  readonly isPaid: boolean
}

/** What is known of a booking that came in. */
interface Told {
  readonly shares: Shares | null
  readonly ordered: Shares
  readonly isPaired: boolean
  readonly notes: KnownReturns['notes']
  /** The returns that were found before. */
  readonly matches: readonly Match[]
}

/** Why a booking is not held to send the payment of invoices back; null where it is. */
function reasonAgainstReturn(
  booking: Booking,
  paid: readonly Paid[],
  { shares, ordered, matches, isPaired, notes }: Told,
): string | null {
  const { date, amount } = booking
  const invoices = paid.map(({ row }) => row)
  const settled = invoices.find(isSettledByNotes)
  if (settled) {
    return `${settled.invoiceNumber} is met haar creditfactuur verrekend en niet betaald: er is niets terug te draaien. Kijk waarvoor deze bijschrijving is.`
  }
  const open = invoices.find((row) => row.status === 'in_behandeling' && creditedOf(row) === 'whole')
  if (open) {
    return `${open.invoiceNumber} is geheel gecrediteerd en staat op In behandeling: er is niets terug te draaien. Verreken haar met haar creditfactuur.`
  }
  const refusal = paid.map((one) => returnRefusal(asConfirmed(one, date), date)).find((reason) => reason !== null)
  if (refusal) return refusal
  const twice = invoices.find((row) => matches.some(({ invoice }) => invoice === row))
  if (twice)
    return `Een andere bijschrijving op dit afschrift is al de teruggekomen betaling van ${twice.invoiceNumber}.`
  const credited = creditedAmong(invoices)
  const creditNumbers = creditNumbersIn(booking)
  if (credited || creditNumbers.length > 0) return repaidText(credited, creditNumbers, notes)
  const again = paid.flatMap(paidAgain)[0]
  if (again !== undefined) return again
  const held = paid.find(({ unsure }) => unsure.length > 0)
  if (held && !isPaired) return alsoBack(held.row)
  if (shares) return null
  const names = invoices.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  if (invoices.some(({ status }) => status === 'in_behandeling')) {
    if (isPaired)
      return `Op dit afschrift is van ${names} ${amountText(amount)} betaald en teruggekomen: zij wacht nog op betaling, van ${amountText(added(ordered))}.`
    return `Van ${names} is ${amountText(added(ordered))} te betalen en niet ${amountText(amount)}. Is haar betaling nog te bevestigen, doe dat dan eerst en upload dit afschrift opnieuw.`
  }
  const file = invoices.some(({ paymentFileId }) => paymentFileId !== undefined)
  return `Van ${names} is ${amountText(added(ordered))} betaald en niet ${amountText(amount)}. Kwam de betaling terug, zet de factuur dan met de hand terug naar In behandeling${file ? ' en geef haar betaling vrij in het betaalbestand' : ''}.`
}

/** Why neither a payment is proposed nor what came in of its invoice, of another amount or of several: both say the same. */
export const alsoBack = ({ invoiceNumber }: InvoiceRow): string =>
  `Op dit afschrift is ${invoiceNumber} betaald en kwam er ook geld van terug: geen van beide is voorgesteld. Kijk wat er terugkwam; is zij toch betaald, zet haar dan met de hand op Betaald.`

/** An invoice that waits for its payment as it stands when that is confirmed, unless the statement tells which one stays. */
const asConfirmed = ({ row, isPaid }: Paid, day: string): InvoiceRow =>
  row.status === 'in_behandeling' && !isPaid && creditedOf(row) === 'none' ? paidBefore(row, day) : row

/** The numbers of credit notes that a booking names. */
export const creditNumbersIn = (booking: Booking) =>
  numbersIn(booking).filter((number) => prefixOf(number) === CREDIT_PREFIX)

/** What to do where money comes in that names a credit note: a partner repays what was credited after its payment. */
function noteText(number: string, notes: KnownReturns['notes']): string {
  const note = notes.get(number)
  if (!note) return `De boeking noemt ${number}, en dat nummer is niet uitgegeven.`
  const { status, paymentDate = '', totalAmount } = note
  if (status === 'cancelled') return `De boeking noemt ${number}, en die creditfactuur is geannuleerd.`
  if (status === 'betaald') {
    return `Creditfactuur ${number} is al verrekend op ${dateText(paymentDate)}: kijk waarvoor deze bijschrijving is.`
  }
  return `Is dit de terugbetaling van creditfactuur ${number} van ${amountText(-totalAmount)}, zet die dan op Betaald.`
}

/** That what came in may be what a partner repays of a credit note that it names, or of those of its invoice; or a payment that came back. */
function repaidText(
  credited: InvoiceRow | undefined,
  creditNumbers: readonly string[],
  notes: KnownReturns['notes'],
): string {
  const ofInvoice = [...notes.values()].filter((note) => note.creditedInvoice?.id === credited?.id)
  const open = ofInvoice.filter(({ status }) => status !== 'betaald' && status !== 'cancelled')
  const meant =
    creditNumbers.length > 0 ? creditNumbers : (open.length > 0 ? open : ofInvoice).map((note) => note.invoiceNumber)
  const settling = credited && creditedOf(credited) === 'whole' ? ' en verreken haar met haar creditfactuur' : ''
  return `${meant.map((number) => noteText(number, notes)).join(' ')} Stuurde de bank de betaling terug, zet de factuur dan met de hand terug naar In behandeling${settling}.`
}

/** That a statement tells another payment of an invoice than the one that it is called paid by. */
function paidAgain({ row: { invoiceNumber, status, paymentDate }, by }: Paid): string[] {
  const others = status === 'betaald' ? by.filter(({ date }) => by.length > 1 || date !== paymentDate) : []
  if (others.length === 0) return []
  const days = [...new Set(others.map(({ date }) => dateText(date)))].join(' en ')
  return [
    `Op dit afschrift is ${invoiceNumber} ook op ${days} betaald: kijk eerst of zij nu dubbel of opnieuw is betaald. Is zij dat niet, zet de factuur dan met de hand terug naar In behandeling.`,
  ]
}

/** One of which something was credited, so that what is paid of it is a matter between people. */
const creditedAmong = (invoices: readonly InvoiceRow[]) => invoices.find((row) => creditedOf(row) !== 'none')

/** Whether money came in, on the day of a booking or after it, that names a number: its payment may have come back. */
export const mayBeBack = (incoming: readonly Booking[], since: string, number: string): boolean =>
  incoming.some((booking) => booking.date >= since && numbersIn(booking).includes(number.toUpperCase()))

/**
 * What to look into of a booking that names invoices of ours of which none waits for it, or a payment file of which something
 * does not; null where it names none, or is what they are called paid by. That they are paid is told of then.
 */
function reasonAgainstNamed(booking: Booking, known: Known, told: Set<string>): string | null {
  const { files, prefixes, lastOf } = known
  const numbers = numbersIn(booking).filter((number) => prefixes.includes(prefixOf(number)))
  if (numbers.length === 0) return reasonAgainstRest(booking, known, told)
  const unknown = numbers.find((number) => !rowNumbered(known, number))
  if (unknown !== undefined) return notOpen(unknown, lastOf)
  const rows = numbers.flatMap((number) => rowNumbered(known, number) ?? [])
  const settled = rows.find(isSettledByNotes)
  if (settled) {
    return `De boeking noemt ${settled.invoiceNumber}, en die is met haar creditfactuur verrekend en niet betaald: kijk waarvoor deze afschrijving is.`
  }
  const other = rows.find(({ status }) => status !== 'betaald')
  if (other && !told.has(other.id)) return notOpen(other.invoiceNumber, lastOf)
  const { ordered, due } = sharesOf(rows, files, () => booking.date)
  const isFitting = fitting(booking, [ordered, due, rows.map(leftOf)]) !== null
  const again = rows.find((row) => !isPaidBy(row, booking, told)) ?? (isFitting ? undefined : rows[0])
  if (again) return paidTwice(again, told)
  for (const { id } of rows) told.add(id)
  return null
}

/** The same of what a payment file pays besides, where the bank booked it in one. */
function reasonAgainstRest(booking: Booking, known: Known, told: Set<string>): string | null {
  const file = known.files.find(({ id }) => id === fileNamedBy(booking))
  const rows = (file?.payments ?? []).flatMap(({ invoiceNumber }) => rowNumbered(known, invoiceNumber) ?? [])
  const again = rows.filter((row) => told.has(row.id) || (row.status === 'betaald' && !isPaidBy(row, booking, told)))
  for (const { id, status } of rows) if (status === 'betaald') told.add(id)
  const [first] = again
  if (!file || !first) return null
  if (again.length === file.payments.length) {
    return `Het betaalbestand van ${dateText(file.executionDate)} is al betaald: kijk of de bank het twee keer heeft uitgevoerd.`
  }
  return `Het betaalbestand van ${dateText(file.executionDate)} betaalt ook ${again.map(({ invoiceNumber }) => invoiceNumber).join(', ')}, al eerder betaald: kijk of dat nu dubbel is.`
}

const rowNumbered = ({ others, invoices }: Known, number: string): InvoiceRow | undefined =>
  others.get(number) ?? invoices.find(({ invoiceNumber }) => invoiceNumber === number)

/**
 * Whether an invoice is called paid by a booking: the bank's own that was confirmed, or about the day on which somebody
 * called it so; of those there is one.
 */
function isPaidBy({ id, status, paymentDate, bookedOn }: InvoiceRow, { date }: Booking, told: Set<string>): boolean {
  if (status !== 'betaald' || paymentDate === undefined || told.has(id)) return false
  if (bookedOn !== undefined) return bookedOn === date
  return addDays(date, -DAYS_APART) <= paymentDate && paymentDate <= addDays(date, DAYS_APART)
}

/** That an invoice is paid already, by another booking of the statement where that told it. */
const paidTwice = ({ id, invoiceNumber, paymentDate }: InvoiceRow, told: ReadonlySet<string>): string =>
  told.has(id)
    ? `Op dit afschrift is ${invoiceNumber} al met een andere boeking betaald: kijk of zij nu dubbel is betaald.`
    : `De boeking noemt ${invoiceNumber}, en die is al betaald op ${dateText(paymentDate ?? '')}: kijk of zij nu dubbel is betaald.`

/** Why a booking that names a number of ours which does not wait for its payment is not held to pay another. */
function notOpen(number: string, lastOf: Known['lastOf']): string {
  return isGiven(number, lastOf)
    ? `De boeking noemt ${number}, en die is al betaald, geannuleerd of niet verstuurd`
    : `De boeking noemt ${number}, en dat nummer is niet uitgegeven`
}

const isGiven = (number: string, lastOf: Known['lastOf']): boolean =>
  Number(number.split('-').at(-1)) <= (lastOf.get(seriesOf(number)) ?? 0)

/** What the payment file of an invoice orders of it, if it is in one that was not withdrawn. */
const orderedOf = ({ id, paymentFileId }: InvoiceRow, files: readonly PaymentFileRow[]) =>
  files.find((file) => file.id === paymentFileId)?.payments.find(({ invoiceId }) => invoiceId === id)?.amount

/** What of a booking each of its invoices has, in cents. */
type Shares = readonly number[]

/** What is due on a day, and what is ordered: by the payment file of an invoice, where it is in one. */
function sharesOf(
  invoices: readonly InvoiceRow[],
  files: readonly PaymentFileRow[],
  dayOf: (row: InvoiceRow) => string,
): { ordered: Shares; due: Shares } {
  const due = invoices.map((row) => payableOn(row, dayOf(row)))
  return { ordered: invoices.map((row, at) => orderedOf(row, files) ?? due[at] ?? 0), due }
}

/** The first that comes to the amount of a booking, null where none does. */
const fitting = ({ amount }: Booking, ways: readonly Shares[]) =>
  ways.find((shares) => added(shares) === amount) ?? null

const added = (shares: Shares) => shares.reduce((sum, share) => sum + share, 0)

/** What could be numbers of invoices in what a booking tells, each once. */
export const numbersIn = ({ reference = '', text }: Booking) => [
  ...new Set(`${reference} ${text}`.toUpperCase().match(/[A-Z0-9-]{1,10}-\d{4}-\d{4,6}(?!\d)/g) ?? []),
]

/** The prefix and year of a number: `YDS-2026`. */
export const seriesOf = (number: string) => number.replace(/-\d+$/, '')

const prefixOf = (number: string) => seriesOf(seriesOf(number))

/** Why what was found is not proposed; null where it is. */
function reasonAgainst(
  { amount, date }: Booking,
  { invoices, by, against }: Found,
  shares: Shares | null,
): string | null {
  const returned = invoices.map((row) => paymentRefusal(row, date)).find((reason) => reason !== null)
  // Of a whole payment file the others are proposed; that one is refused when it is confirmed.
  if (returned && by !== 'payment-file') return returned
  const refused = invoices.find(isRefused)
  if (refused) return `De partner heeft ${refused.invoiceNumber} geweigerd`
  const credited = creditedAmong(invoices)
  if (credited) return `${credited.invoiceNumber} is geheel of deels gecrediteerd`
  if (against !== undefined) return against
  if (shares) return null
  const due = added(invoices.map((row) => payableOn(row, date)))
  const names = invoices.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  return `Van ${names} is ${amountText(due)} te betalen en niet ${amountText(amount)}`
}

const amountText = (amount: number) => moneyText(wholeCents(amount))
