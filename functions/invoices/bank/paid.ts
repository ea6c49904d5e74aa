import { addDays, dateText } from '../../../shared/time.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { payableAt } from '../invoices/rules.ts'
import { causeOfBooking } from '../payments/invoice-book.ts'
import type { PaymentFileRow } from '../payments/payment-file-entity.ts'
import { amountText, sumCents } from './amounts.ts'
import { explainRefusalToPay, isInTransit } from './bank-settling.ts'
import type { Booking } from './booking.ts'
import {
  type Context,
  explainOverpayment,
  type Found,
  findExpectedAmount,
  findMatchSource,
  findNamedDocuments,
  findPostedBookings,
  otherAccountOf,
  paymentOrderOf,
} from './context.ts'
import { ourNumbersIn, paymentFileIdIn } from './numbers.ts'

/** Maximum number of days between the execution date of a payment file and the bank's booking, in either direction. */
const DAYS_APART = 3

/**
 * Matches one bank booking of money that left our account. Returns proposed payments of invoices, or doubts; empty
 * where no invoice fits, or the booking is posted already.
 */
export function matchOutgoing(context: Context): readonly Found[] {
  const numbers = ourNumbersIn(context.booking, context)
  const filed = fileOf(context, numbers.length > 0)
  if (typeof filed === 'string') return [filed]
  if (filed) return paidByFile(context, filed)
  if (numbers.length === 0) return paidByAmount(context)
  const rows = findNamedDocuments(context, numbers)
  if (typeof rows === 'string') return [rows]
  const note = rows.find(({ type }) => type === 'credit_note')
  if (note) return [`${note.invoiceNumber} is een creditfactuur. Kijk waarvoor deze afschrijving is.`]
  return rows.length === 1 && rows[0] ? paidAlone(context, rows[0]) : paidTogether(context, rows)
}

/**
 * Returns the payment, in full or in part, of the one invoice that a booking names; empty for a posted booking. Returns
 * a doubt where the invoice cannot be paid or has less open, or the money went to another account.
 */
function paidAlone(context: Context, row: InvoiceRow): readonly Found[] {
  const { booking, files, isBooked } = context
  const { amount, date } = booking
  if (isBooked(row, amount)) return []
  const other = otherAccountOf(context, row)
  const found = { kind: 'payment' as const, invoiceId: row.id, amount, by: findMatchSource(booking, row) }
  if (isInTransit(row, amount)) return [other ?? found]
  const refusal = explainRefusalToPay(row, date)
  if (refusal !== null) return [refusal]
  if (other) return [amount > row.open ? explainOverpayment(row, amount) : other]
  const order = paymentOrderOf(files, row)
  if (order?.amount === amount) return [{ ...found, ...order }]
  return amount > row.open ? [explainOverpayment(row, amount)] : [found]
}

/**
 * Returns the payments of several invoices that one booking names; empty where they are posted already. Returns one
 * doubt instead where an invoice cannot be paid, the money went to another account, or the payments do not add up
 * exactly to the booking.
 */
function paidTogether(context: Context, rows: readonly InvoiceRow[]): readonly Found[] {
  const { booking, booked, isBooked } = context
  const posted = rows.flatMap((row) => findPostedBookings(booked, row, booking.date)).filter(({ amount }) => amount > 0)
  if (sumCents(posted) === booking.amount && posted.every(({ row, amount }) => isBooked(row, amount))) {
    return []
  }
  const shares = rows.map((row) => ({ row, ...findExpectedAmount(context, row) }))
  const refusal = shares.flatMap(({ row, amount }) =>
    isInTransit(row, amount) ? [] : (explainRefusalToPay(row, booking.date) ?? []),
  )[0]
  if (refusal !== undefined) return [refusal]
  const other = rows.flatMap((row) => otherAccountOf(context, row) ?? [])[0]
  if (other) return [`De boeking ging naar een andere rekening. ${other.reason}.`]
  if (sumCents(shares) !== booking.amount) {
    const names = rows.map(({ invoiceNumber }) => invoiceNumber).join(', ')
    return [
      `${names}: samen ${amountText(sumCents(shares))}, de boeking is ${amountText(booking.amount)}. Splits zelf.`,
    ]
  }
  return shares.map(({ row, ...order }) => ({ kind: 'payment', invoiceId: row.id, by: 'text', ...order }))
}

/**
 * Returns the payment of an invoice that is recognised by account and amount alone; a doubt where several fit. Empty
 * where none fits, or the booking is posted already.
 */
function paidByAmount(context: Context): readonly Found[] {
  const { booking, standing, accounts, isBooked } = context
  const { amount, date, iban } = booking
  const isTheirs = (row: InvoiceRow) => [row.supplier?.bankAccount, accounts.get(row.partnerCompanyId)].includes(iban)
  const theirs = standing.rows().filter((row) => row.type === 'invoice' && isTheirs(row))
  if (iban === undefined || theirs.some((row) => isBooked(row, amount))) return []
  const alike = theirs.flatMap((row) => {
    const expected = findExpectedAmount(context, row)
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

/** A payment file that one booking covers, with those of its payments that add up to the booking. */
interface Filed {
  readonly file: PaymentFileRow
  readonly payments: PaymentFileRow['payments']
}

/** States in which a payment file should not reach the bank, as words in a Dutch sentence. */
const notOpen = { waiting: 'niet goedgekeurd', rejected: 'afgekeurd', withdrawn: 'ingetrokken' } as const

/**
 * Finds the payment file that a booking covers: the file that the bank names, else the only file with the booking's
 * amount and a day near it. With document numbers in the booking (`hasNumbers`), only a file that the bank names
 * counts. Returns a Dutch sentence where the named file contradicts the booking, or where several files fit; undefined
 * where no file fits.
 */
function fileOf(context: Context, hasNumbers: boolean): Filed | string | undefined {
  const { booking, files } = context
  const file = files.find(({ id }) => id === paymentFileIdIn(booking))
  if (!file) {
    const alike = hasNumbers ? [] : files.flatMap((one) => heldBy(context, one)).filter((one) => isAlike(one, booking))
    return alike.length > 1 ? 'Meerdere betaalbestanden hebben dit bedrag. Kijk welk bestand is uitgevoerd.' : alike[0]
  }
  const name = `Het betaalbestand van ${dateText(file.executionDate)}`
  if (file.state !== 'open') return `${name} is ${notOpen[file.state]} en toch uitgevoerd. Kijk wat er is betaald.`
  const [filed] = heldBy(context, file)
  if (filed) return filed
  if (file.total === booking.amount)
    return `${name} is geheel uitgevoerd, ook de vrijgegeven betalingen. Kijk wat er is betaald.`
  return hasNumbers
    ? undefined
    : `${name} is ${amountText(file.total)}, de boeking ${amountText(booking.amount)}. Kijk wat er is betaald.`
}

/**
 * Returns a file with those of its payments that add up to a booking: the payments not released from the file. If their
 * sum differs, adds the released ones that the bank booked on the day of the booking. Empty where neither sum is the
 * amount of the booking.
 */
function heldBy({ booking, booked, standing }: Context, file: PaymentFileRow): Filed[] {
  const isHeld = ({ invoiceId }: PaymentFileRow['payments'][number]) => {
    const row = standing.byId(invoiceId)
    return row?.paymentFileId === file.id || (row?.payments ?? []).some((one) => one.paymentFileId === file.id)
  }
  const isIn = ({ invoiceId: id, amount }: PaymentFileRow['payments'][number]) =>
    booked.has(causeOfBooking({ id }, { date: booking.date, amount, nth: 0 }))
  const held = file.payments.filter(isHeld)
  const all = file.payments.filter((one) => isHeld(one) || isIn(one))
  return [held, all]
    .filter((payments) => sumCents(payments) === booking.amount)
    .map((payments) => ({ file, payments }))
    .slice(0, 1)
}

/**
 * Tells whether a booking may cover a file that the bank does not name: the file is open, its execution date is near,
 * and the booking names no account, or the account of all these payments.
 */
const isAlike = ({ file, payments }: Filed, { date, iban }: Booking) =>
  file.state === 'open' &&
  addDays(date, -DAYS_APART) <= file.executionDate &&
  file.executionDate <= addDays(date, DAYS_APART) &&
  (iban === undefined || payments.every(({ bankAccount }) => bankAccount === iban))

/**
 * Returns the payments of a file that was booked as one amount, except those posted already; an impossible payment
 * becomes a doubt.
 */
const paidByFile = ({ booking: { date }, standing, isBooked }: Context, { file, payments }: Filed): readonly Found[] =>
  payments.flatMap(({ invoiceId, amount }): Found[] => {
    const row = standing.byId(invoiceId)
    if (!row || isBooked(row, amount)) return []
    const refusal = isInTransit(row, amount) ? null : explainRefusalToPay(row, date)
    if (refusal !== null) return [refusal]
    const order = { paymentFileId: file.id, orderedFor: file.executionDate }
    return [{ kind: 'payment', invoiceId, amount, by: 'payment-file', ...order }]
  })
