import type { StatementBooking } from '../../../shared/api/schemas/bank.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'

type Match = StatementBooking['matches'][number]

/** Tells whether the match of a booking with a document can be confirmed now: not yet confirmed, nothing against it. */
export const isToConfirm = ({ confirmedAt, reason }: Match): boolean => confirmedAt === null && reason === null

/**
 * Returns the amount of the matched invoice or credit note that stays open after a part payment, in euros. It is above
 * 0 for a credit note too, whose open amount is negative.
 */
export const amountLeftOpen = ({ openAmount, amount }: Match): number =>
  Math.round((Math.abs(openAmount) - amount) * 100) / 100

/**
 * Returns the numbers of the invoices and credit notes with which a booking is matched. Without a match, returns the
 * number of the document that the booking seems to be about, if any.
 */
export function documentNumbersOf({ matches, about }: StatementBooking): string[] {
  const numbers = [...new Set(matches.map(({ invoiceNumber }) => invoiceNumber))]
  return numbers.length === 0 && about ? [about.invoiceNumber] : numbers
}

/**
 * Returns the lines that explain a booking: doubts, matches, an earlier posting, the mark that it stays unposted, and
 * the note. Without doubts, matches and posting, the text of the bank comes first.
 */
export function explainBooking(booking: StatementBooking): string[] {
  const { matches, doubts, isBooked, about, note, isLeft, text } = booking
  const lines = [
    ...doubts,
    ...matches.map(explainMatch),
    ...(isBooked && about ? [`Al geboekt op ${about.invoiceNumber}`] : []),
  ]
  return [
    ...new Set(lines),
    ...(lines.length === 0 && text !== '' ? [text] : []),
    ...(isLeft ? ['Blijft zo staan'] : []),
    ...(note === null ? [] : [`Notitie: ${note}`]),
  ]
}

function explainMatch(match: Match): string {
  const { kind, invoiceNumber, isPart, confirmedAt, reason, openAmount, amount } = match
  if (confirmedAt !== null) return `${invoiceNumber}, ${confirmationText(match, confirmedAt)}`
  if (reason !== null) return reason
  if (kind === 'return') return `${invoiceNumber} is weer open`
  const whole = Math.abs(openAmount)
  if (isPart && whole > amount) {
    const short = Math.round((whole - amount) * 100) / 100
    return `${formatMoney(short)} te weinig: ${formatMoney(amount)} betaald van ${formatMoney(whole)}`
  }
  return `${invoiceNumber}, ${kind === 'repayment' ? 'terugbetaald' : isPart ? 'deel' : 'heel'}`
}

/**
 * Returns the day on which a match was confirmed, and whether it was undone later. A part payment shows no undoing,
 * because the status of its invoice stays the same.
 */
function confirmationText({ kind, status, isPart }: Match, confirmedAt: string): string {
  const text = `bevestigd op ${formatDate(confirmedAt)}`
  if (kind === 'return' && status === 'betaald') return `${text}, daarna weer betaald of verrekend`
  if (kind !== 'return' && status === 'in_behandeling' && !isPart) return `${text}, daarna teruggedraaid`
  return text
}
