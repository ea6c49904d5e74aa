import type { MatchedBy } from '../../shared/contract/settlement.ts'
import { moneyText, payableOn, wholeCents } from '../../shared/money.ts'
import { addDays } from '../../shared/time.ts'
import type { Booking } from './bank-booking.ts'
import type { InvoiceRow } from './invoice-entity.ts'
import { standingOf } from './invoice-rules.ts'
import type { PaymentFileRow } from './payment-file-entity.ts'

export interface Match {
  readonly booking: Booking
  readonly invoice: InvoiceRow
  /** What was paid of it, in cents. */
  readonly amount: number
  readonly by: MatchedBy
}

/** A booking that seems to be of an invoice, and why it is not proposed. */
export interface Doubt {
  readonly booking: Booking
  readonly reason: string
}

/** How many days the bank may book a file before or after its day. */
const DAYS_APART = 3

/**
 * What bookings of a statement pay of the open invoices: by the reference of the order, by a payment file that was booked as
 * one amount, by the numbers in the text, by account and amount, but for one that names another number of ours. Amounts have to be right to the cent: what the payment file of
 * an invoice orders, whatever day the bank books it on, or what is due on that day. An invoice is proposed once.
 */
export function matched(
  bookings: readonly Booking[],
  invoices: readonly InvoiceRow[],
  files: readonly PaymentFileRow[],
  prefix: string,
): { matches: Match[]; doubts: Doubt[] } {
  const open = new Map(invoices.map((row) => [row.invoiceNumber.toUpperCase(), row]))
  const ours = new Set([prefix, ...[...open.keys()].map(prefixOf)])
  const matches: Match[] = []
  const doubts: Doubt[] = []
  for (const booking of bookings) {
    const found = sought(booking, open, files)
    if (!found) continue
    const other = found.by === 'account' ? namedIn(booking).find((number) => ours.has(prefixOf(number))) : undefined
    if (other !== undefined) {
      doubts.push({
        booking,
        reason: `De boeking noemt ${other}, en die staat niet open: al betaald, geannuleerd of onbekend`,
      })
      continue
    }
    const shares = sharesOf(booking, found, files)
    const reason = reasonAgainst(booking, found, shares)
    if (reason !== null) {
      doubts.push({ booking, reason })
      continue
    }
    for (const [at, invoice] of found.invoices.entries()) {
      matches.push({ invoice, booking, amount: shares?.[at] ?? 0, by: found.by })
      open.delete(invoice.invoiceNumber.toUpperCase())
    }
  }
  return { matches, doubts }
}

interface Found {
  readonly invoices: readonly InvoiceRow[]
  readonly by: MatchedBy
  /** More invoices fit than were paid. */
  readonly isAmbiguous?: boolean
}

function sought(
  booking: Booking,
  open: ReadonlyMap<string, InvoiceRow>,
  files: readonly PaymentFileRow[],
): Found | null {
  const referred = open.get(booking.reference?.toUpperCase() ?? '')
  if (referred) return { invoices: [referred], by: 'reference' }
  const filed = inFile(booking, open, files)
  if (filed.length > 0) return { invoices: filed, by: 'payment-file' }
  const told = numbersIn(booking.text).flatMap((number) => open.get(number) ?? [])
  if (told.length > 0) return { invoices: told, by: 'text' }
  const theirs = [...open.values()].filter(
    (row) =>
      row.supplier?.bankAccount === booking.iban &&
      [payableOn(row, booking.date), orderedOf(row, files)].includes(booking.amount),
  )
  const [first] = theirs
  return first ? { invoices: [first], by: 'account', isAmbiguous: theirs.length > 1 } : null
}

/** What the payment file of an invoice orders of it, if it is in one that was not withdrawn. */
const orderedOf = ({ id, paymentFileId }: InvoiceRow, files: readonly PaymentFileRow[]) =>
  files.find((file) => file.id === paymentFileId)?.payments.find(({ invoiceId }) => invoiceId === id)?.amount

/** What of a booking each of its invoices has; null where they do not come to it. */
function sharesOf({ amount, date }: Booking, { invoices, by }: Found, files: readonly PaymentFileRow[]) {
  const due = invoices.map((row) => payableOn(row, date))
  const ordered = invoices.map((row, at) => orderedOf(row, files) ?? due[at] ?? 0)
  if (by === 'payment-file') return ordered
  return [ordered, due].find((shares) => added(shares) === amount) ?? null
}

const added = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0)

/** What is open of the file that a booking was the whole of. */
function inFile(
  { batch, date, amount }: Booking,
  open: ReadonlyMap<string, InvoiceRow>,
  files: readonly PaymentFileRow[],
) {
  const reference = batch?.replace(/-1$/, '').toLowerCase()
  const named = files.find(({ id }) => id.replaceAll('-', '') === reference)
  const alike = files.filter(
    ({ executionDate, total }) =>
      total === amount && addDays(date, -DAYS_APART) <= executionDate && executionDate <= addDays(date, DAYS_APART),
  )
  const file = named ?? (alike.length === 1 ? alike[0] : undefined)
  if (file?.total !== amount) return []
  return file.payments.flatMap(({ invoiceNumber }) => open.get(invoiceNumber.toUpperCase()) ?? [])
}

/** What could be numbers of invoices in a text, each once. */
const numbersIn = (text: string) => [...new Set(text.toUpperCase().match(/[A-Z0-9-]{1,10}-\d{4}-\d{4,6}(?!\d)/g) ?? [])]

const namedIn = ({ reference = '', text }: Booking) => numbersIn(`${reference} ${text}`)

const prefixOf = (number: string) => number.replace(/-\d{4}-\d+$/, '')

/** Why what was found is not proposed; null where it is. */
function reasonAgainst(
  { amount, date }: Booking,
  { invoices, isAmbiguous }: Found,
  shares: readonly number[] | null,
): string | null {
  const refused = invoices.find((row) => standingOf(row).isRefused)
  if (refused) return `De partner heeft ${refused.invoiceNumber} geweigerd`
  const credited = invoices.find(({ lines }) => lines.some((line) => line.credited !== undefined))
  if (credited) return `${credited.invoiceNumber} is geheel of deels gecrediteerd`
  if (isAmbiguous) return 'Meer facturen hebben deze rekening en dit bedrag'
  if (shares) return null
  const due = added(invoices.map((row) => payableOn(row, date)))
  const names = invoices.map(({ invoiceNumber }) => invoiceNumber).join(', ')
  return `Van ${names} is ${moneyText(wholeCents(due))} te betalen en niet ${moneyText(wholeCents(amount))}`
}
