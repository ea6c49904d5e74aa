import { MAX_BOOKINGS } from '../../../shared/api/schemas/bank.ts'
import { unprocessable } from '../../../shared/errors.ts'
import { decodeBlock } from '../../spreadsheets/formats/decoded.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { convertToUtf8 } from '../../spreadsheets/formats/xml.ts'
import { inflateFile, openZip } from '../../spreadsheets/formats/zip.ts'
import type { AccountStatement, Balances, StatementFile } from './booking.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { isMt940, readMt940 } from './mt940.ts'

/** Number of digits of the account number at the end of a Dutch IBAN. */
const NUMBER_DIGITS = 10

/** Bytes in which the kind of a file shows. */
const HEAD_BYTES = 512

/** Largest size of the files in a ZIP together: twice that of an upload, as reading takes many times their size. */
const MAX_UNPACKED_BYTES = 8 * 1024 * 1024

/** Files in a ZIP that programs add, and no bank. */
const ADDED = /(?:^|\/)(?:__macosx\/|\.|thumbs\.db$)/

/**
 * Reads the statements of our account from a file of the bank: CAMT.053, MT940, CSV, or a ZIP of these. Throws 422 for
 * another kind of file, an unreadable one, one of other accounts alone, no bookings, or more than `MAX_BOOKINGS`.
 */
export async function parseStatementFile(bytes: Uint8Array, bankAccount: string): Promise<StatementFile> {
  const statements = await statementsIn(bytes)
  const isOurs = ({ account }: AccountStatement) => account === undefined || isAccount(account, bankAccount)
  const ours = sortByDay(statements.filter(isOurs))
  const otherAccounts = [...new Set(statements.flatMap((one) => (isOurs(one) ? [] : (one.account ?? []))))]
  if (ours.length === 0 && otherAccounts[0] !== undefined) {
    throw unprocessable(`Dit afschrift is van rekening ${otherAccounts[0]}, niet van de onze`, 'file')
  }
  const bookings = ours.flatMap((one) => one.bookings)
  if (bookings.length === 0) throw unprocessable('Op dit afschrift staat geen betaling van onze rekening', 'file')
  if (bookings.length > MAX_BOOKINGS) {
    throw unprocessable('Op dit afschrift staan meer dan 5.000 boekingen. Download een kortere periode.', 'file')
  }
  return { bookings, balances: joinBalances(ours), otherAccounts }
}

async function statementsIn(bytes: Uint8Array): Promise<AccountStatement[]> {
  if (isZip(bytes)) return (await Promise.all((await filesIn(bytes)).map(statementsIn))).flat()
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (head.startsWith('<')) return readCamt(await xmlOf(bytes))
  return isMt940(head) ? readMt940(decodeBlock(Buffer.from(bytes))) : readCsv(bytes)
}

const isZip = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** Returns the contents of the files in a ZIP. Throws 422 for a damaged one and for a ZIP within it. */
async function filesIn(bytes: Uint8Array): Promise<Buffer[]> {
  try {
    const zip = Buffer.from(bytes)
    const entries = [...openZip(zip).values()].filter(({ name, size }) => size > 0 && !ADDED.test(name))
    const size = entries.reduce((sum, entry) => sum + entry.size, 0)
    if (size > MAX_UNPACKED_BYTES)
      throw unprocessable('Deze ZIP is uitgepakt te groot. Kies een kortere periode.', 'file')
    const files = await Promise.all(entries.map((entry) => wholeOf(inflateFile(zip, entry))))
    if (files.some(isZip)) throw unprocessable('In deze ZIP zit weer een ZIP. Pak eerst alles uit.', 'file')
    return files
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw unprocessable('Deze ZIP is beschadigd of beveiligd. Download het afschrift opnieuw.', 'file')
  }
}

/** Returns statements by their day; banks may write the newest first. */
function sortByDay(statements: readonly AccountStatement[]): readonly AccountStatement[] {
  const dayOf = ({ date, bookings }: AccountStatement) => date ?? bookings.map((one) => one.date).toSorted()[0] ?? ''
  const [first, last] = [statements[0], statements.at(-1)]
  const isNewestFirst = first !== undefined && last !== undefined && dayOf(first) > dayOf(last)
  return (isNewestFirst ? statements.toReversed() : statements).toSorted((one, other) =>
    dayOf(one).localeCompare(dayOf(other)),
  )
}

/** Returns the balance before the first statement and after the last; null where one is unknown. */
function joinBalances(statements: readonly AccountStatement[]): Balances | null {
  const [first, last] = [statements[0]?.balances, statements.at(-1)?.balances]
  return first && last ? { opening: first.opening, closing: last.closing } : null
}

/** Returns the text of an XML file, from the encoding that it declares. */
const xmlOf = async (bytes: Uint8Array): Promise<string> =>
  new TextDecoder().decode(await wholeOf(convertToUtf8([Buffer.from(bytes)])))

async function wholeOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of chunks) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Tells whether an account as a bank writes it, an IBAN or the number at its end, is the account with this IBAN. */
const isAccount = (account: string, iban: string): boolean =>
  /^\d+$/.test(account) ? iban.slice(-NUMBER_DIGITS) === account.padStart(NUMBER_DIGITS, '0') : account === iban
