import type { StatementBooking } from '../../../shared/contract/settlement.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'

type Match = StatementBooking['matches'][number]

/** Whether a match waits for somebody to confirm it, and can be confirmed as things stand. */
export const isToConfirm = ({ confirmedAt, reason }: Match): boolean => confirmedAt === null && reason === null

/** Returns what stays open of an invoice that a match pays in part, in euros. */
export const restOf = ({ openAmount, amount }: Match): number => Math.round((openAmount - amount) * 100) / 100

/** Returns the numbers of the documents that a booking is about, or seems to be. */
export function numbersOf({ matches, about }: StatementBooking): string[] {
  const numbers = [...new Set(matches.map(({ invoiceNumber }) => invoiceNumber))]
  return numbers.length === 0 && about ? [about.invoiceNumber] : numbers
}

/** Explains what a booking came to, a line for each thing that is to be known. */
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
  if (confirmedAt !== null) return `${invoiceNumber}, ${becameText(match, confirmedAt)}`
  if (reason !== null) return reason
  if (kind === 'return') return `${invoiceNumber} is weer open`
  const whole = Math.abs(openAmount)
  if (isPart && whole > amount) {
    const short = Math.round((whole - amount) * 100) / 100
    return `${formatMoney(short)} te weinig: ${formatMoney(amount)} betaald van ${formatMoney(whole)}`
  }
  return `${invoiceNumber}, ${kind === 'repayment' ? 'terugbetaald' : isPart ? 'deel' : 'heel'}`
}

/** Says when a match was confirmed, and whether that was undone since; of a part its document does not tell. */
function becameText({ kind, status, isPart }: Match, confirmedAt: string): string {
  const text = `bevestigd op ${formatDate(confirmedAt)}`
  if (kind === 'return' && status === 'betaald') return `${text}, daarna weer betaald of verrekend`
  if (kind !== 'return' && status === 'in_behandeling' && !isPart) return `${text}, daarna teruggedraaid`
  return text
}

const banks: Readonly<Record<string, string>> = {
  ...{ ABNA: 'ABN AMRO', ASNB: 'ASN Bank', BUNQ: 'bunq', INGB: 'ING', KNAB: 'Knab', RABO: 'Rabobank' },
  ...{ RBRB: 'RegioBank', SNSB: 'SNS', TRIO: 'Triodos Bank' },
}

/** Names the bank of a Dutch IBAN; null where that is not known. */
export const bankOf = (iban: string | null): string | null => banks[iban?.slice(4, 8) ?? ''] ?? null
