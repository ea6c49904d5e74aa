import { AppError } from '../../../shared/errors.ts'
import type { InvoiceRow } from '../invoices/entity.ts'
import { causeOfBooking } from '../payments/invoice-book.ts'
import { type BankEffect, settleByBank, toSignedAmount } from './bank-settling.ts'
import type { Context, Finding, MatchingData, NamedBooking, Proposal, Standing } from './context.ts'
import { ourNumbersIn } from './numbers.ts'
import { matchOutgoing } from './paid.ts'
import { matchIncoming } from './received.ts'

/**
 * Matches the bookings of a statement with our documents, in order of date; skips bookings that have a proposal of an
 * earlier upload. A reversal settles no document: it is a doubt where it names one. Each match counts for the bookings after it. Returns proposals to confirm, and as
 * findings the bookings posted already and the doubts. A doubtful booking is matched again at the end, as a returned
 * payment may have reopened its invoice.
 */
export function matchStatement(all: readonly NamedBooking[], known: MatchingData) {
  const standing = standingOf(known)
  const before = new Set(known.proposed.map(({ booking }) => booking))
  const left = ['out', 'in']
    .flatMap((direction) => all.filter(({ booking }) => booking.direction === direction && !booking.isReversal))
    .filter(({ of }) => !before.has(of))
    .toSorted((one, other) => one.booking.date.localeCompare(other.booking.date))
  const proposals: Proposal[] = []
  const readOne = ({ booking, of }: NamedBooking): Finding[] => {
    const booked: Finding[] = []
    const isBooked: Context['isBooked'] = (row, amount) => {
      const isIn = standing.isBooked(of, row, booking.date, amount)
      if (isIn) booked.push({ booking: of, code: 'booked', reason: 'Al geboekt', invoiceId: row.id })
      return isIn
    }
    const find = booking.direction === 'out' ? matchOutgoing : matchIncoming
    const found = find({ ...known, booking, standing, isBooked })
    if (found.length === 0) return booked.slice(0, 1)
    return found.flatMap((one): Finding[] => {
      if (typeof one === 'string') return [{ booking: of, code: 'check', reason: one }]
      if ('code' in one) return [{ booking: of, ...one }]
      const proposal = standing.apply({ ...one, booking: of, date: booking.date })
      if (typeof proposal === 'string') return [{ booking: of, code: 'check', reason: proposal }]
      proposals.push(proposal)
      return []
    })
  }
  const first = left.flatMap(readOne)
  const doubted = new Set(first.flatMap(({ booking, code }) => (code === 'booked' ? [] : booking)))
  const again = left.filter(({ of }) => doubted.has(of)).flatMap(readOne)
  const reversed = all.flatMap(({ booking, of }) => {
    const numbers = booking.isReversal ? ourNumbersIn(booking, known) : []
    return numbers.length > 0 ? [{ booking: of, code: 'check' as const, reason: takenBack(numbers) }] : []
  })
  return { proposals, findings: [...first.filter(({ booking }) => !doubted.has(booking)), ...again, ...reversed] }
}

const takenBack = (numbers: readonly string[]) =>
  `De bank boekte geld terug. Kijk of ${numbers.join(', ')} weer open moet staan.`

/** Returns the documents with the effects of the proposals so far, to which each further match adds its own. */
function standingOf({ documents, proposed, booked }: MatchingData): Standing {
  const rows = new Map(documents.map((row) => [row.id, row]))
  const seen = new Map<string, number>()
  const matchedPairs = new Set<string>()
  const nthOf = (row: InvoiceRow, date: string, amount: number) =>
    seen.get(causeOfBooking(row, { date, amount, nth: 0 })) ?? 0
  const see = (of: string, row: InvoiceRow, date: string, amount: number) => {
    matchedPairs.add(`${of} ${row.id}`)
    seen.set(causeOfBooking(row, { date, amount, nth: 0 }), nthOf(row, date, amount) + 1)
  }
  const settle = (row: InvoiceRow, effect: BankEffect) => {
    const { after } = settleByBank(row, effect, 'bank')
    rows.set(row.id, { ...after, version: row.version + 1 })
    return after
  }
  for (const one of proposed) {
    const row = rows.get(one.invoiceId)
    if (!row) continue
    see(one.booking, row, one.date, toSignedAmount(one))
    if (one.confirmedAt === undefined && explainRefusalToConfirm(row, one) === null) settle(row, one)
  }
  return {
    rows: () => [...rows.values()],
    byNumber: (number) => [...rows.values()].find(({ invoiceNumber }) => invoiceNumber.toUpperCase() === number),
    byId: (id) => rows.get(id),
    isBooked: (of, row, date, amount) => {
      if (matchedPairs.has(`${of} ${row.id}`)) return true
      const isIn = booked.has(causeOfBooking(row, { date, amount, nth: nthOf(row, date, amount) }))
      if (isIn) see(of, row, date, amount)
      return isIn
    },
    apply: (found) => {
      const row = rows.get(found.invoiceId)
      if (!row) return 'Deze factuur bestaat niet meer'
      const amount = toSignedAmount(found)
      const proposal = { ...found, nth: nthOf(row, found.date, amount) }
      const refusal = explainRefusalToConfirm(row, proposal)
      // The return of an unconfirmed payment is proposed all the same: it can be confirmed once that payment is.
      if (refusal !== null && (found.kind !== 'return' || found.paymentId !== undefined)) return refusal
      see(found.booking, row, found.date, amount)
      if (refusal !== null) return proposal
      const { open } = settle(row, proposal)
      return found.kind === 'return' ? proposal : { ...proposal, isPart: open !== 0 && open !== row.open }
    },
  }
}

/** Returns the Dutch reason why a bank booking cannot be posted on its document now; null where it can. */
export function explainRefusalToConfirm(row: InvoiceRow, effect: BankEffect): string | null {
  try {
    settleByBank(row, effect, 'bank')
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
