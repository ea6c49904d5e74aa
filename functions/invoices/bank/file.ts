import { MAX_BOOKINGS } from '../../../shared/api/schemas/bank.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { convertToUtf8 } from '../../spreadsheets/formats/xml.ts'
import type { Booking, StatementFile } from './booking.ts'
import { readCamt } from './camt.ts'
import type { NamedBooking } from './context.ts'
import { readCsv } from './csv.ts'

/** Number of digits of the account number at the end of a Dutch IBAN. */
const NUMBER_DIGITS = 10

/**
 * Reads a bank statement from XML or CSV. Throws 422 for another kind of file, an unreadable one, no bookings, or more
 * than `MAX_BOOKINGS`.
 */
export async function parseStatementFile(bytes: Uint8Array): Promise<StatementFile> {
  const head = Buffer.from(bytes.subarray(0, 64))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  const file = head.startsWith('<') ? readCamt(await xmlOf(bytes)) : await readCsv(bytes)
  if (file.bookings.length === 0) {
    throw unprocessable('Op dit afschrift staat geen betaling van onze rekening', 'file')
  }
  if (file.bookings.length > MAX_BOOKINGS) {
    throw unprocessable('Op dit afschrift staan meer dan 5.000 boekingen. Download een kortere periode.', 'file')
  }
  return file
}

/** Returns the text of an XML file, from the encoding that it declares. */
async function xmlOf(bytes: Uint8Array): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of convertToUtf8([Buffer.from(bytes)])) pieces.push(piece)
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/**
 * Adds to each booking its name in the statement, in file order: `out0` for the first that left our account, `in0` for
 * the first received, `reversal0` for the first reversal.
 */
export function nameBookings(bookings: readonly Booking[]): NamedBooking[] {
  const counts = new Map<string, number>()
  return bookings.map((booking) => {
    const kind = booking.isReversal ? 'reversal' : booking.direction
    const nth = counts.get(kind) ?? 0
    counts.set(kind, nth + 1)
    return { of: `${kind}${nth}`, booking }
  })
}

/** Throws 422 where a booking of a bank statement names another account than ours. */
export function refuseOtherAccounts(bookings: readonly Booking[], bankAccount: string): void {
  const isOurs = (account: string) =>
    /^\d+$/.test(account)
      ? bankAccount.slice(-NUMBER_DIGITS) === account.padStart(NUMBER_DIGITS, '0')
      : account === bankAccount
  const other = bookings.find(({ account }) => account !== undefined && !isOurs(account))?.account
  if (other !== undefined) {
    throw unprocessable(`Dit afschrift is van rekening ${other}, niet van de onze`, 'file')
  }
}
