import { unprocessable } from '../../../shared/errors.ts'
import { type LocalDate, localDate } from '../../../shared/time.ts'
import { readCsvRows } from '../../spreadsheets/formats/csv.ts'
import { decodeBlock } from '../../spreadsheets/formats/decoded.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { plainHeader } from '../../spreadsheets/recognition/header-text.ts'
import { parseCents } from '../../spreadsheets/values/cell-values.ts'
import { type AccountStatement, type Balances, type Booking, movementOf, readNotations } from './booking.ts'

type Field =
  | ('account' | 'currency' | 'date' | 'amount' | 'direction' | 'balance')
  | ('iban' | 'counterparty' | 'reference' | 'bankReference' | 'batch' | 'text')

/**
 * Column headers in the exports of Rabobank, ING (Dutch and English), ABN AMRO and bunq, with the field that each
 * column holds. The cells of several `text` columns are joined.
 */
const headers: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries<readonly string[]>({
    account: ['IBAN/BBAN', 'Rekening', 'Rekeningnummer', 'Account'],
    currency: ['Munt', 'Muntsoort'],
    date: ['Datum', 'Transactiedatum', 'Date'],
    amount: ['Bedrag', 'Bedrag (EUR)', 'Transactiebedrag', 'Amount', 'Amount (EUR)'],
    direction: ['Af Bij', 'Debit/credit'],
    iban: ['Tegenrekening IBAN/BBAN', 'Tegenrekening', 'Counterparty'],
    reference: ['Transactiereferentie', 'Betalingskenmerk'],
    bankReference: ['Volgnr'],
    batch: ['Batch ID'],
    balance: ['Saldo na trn', 'Saldo na mutatie', 'Resulting balance'],
    counterparty: ['Naam tegenpartij', 'Naam / Omschrijving', 'Name / Description', 'Name'],
    text: [
      ...['Omschrijving', 'Omschrijving-1', 'Omschrijving-2', 'Omschrijving-3', 'Mededelingen'],
      ...['Notifications', 'Description'],
    ],
  }).flatMap(([field, names]) => names.map((name) => [plainHeader(name), field as Field])),
)

const fieldOf = (header: string): Field | undefined => headers[plainHeader(header)]
const isHeader = (cells: readonly string[]) => {
  const fields = cells.map(fieldOf)
  return fields.includes('date') && fields.includes('amount')
}

/** Columns of ABN AMRO's tab-separated file, which has no header. */
const abnColumns: readonly (Field | null)[] = [
  ...(['account', 'currency', 'date', null, 'balance', null, 'amount', 'text'] as const),
]
const abnLine = /^\d{9,10}\t[A-Z]{3}\t\d{8}\t/

/**
 * Reads the bookings in euros of a CSV export from Rabobank, ING, ABN AMRO or bunq, by account. Throws 422 for a file
 * without the columns of these banks, or with an unreadable line.
 */
export async function readCsv(bytes: Uint8Array): Promise<AccountStatement[]> {
  try {
    const byAccount = Map.groupBy(await bookingsOf(bytes), ({ account }) => account)
    return [...byAccount].map(([account, bookings]) => ({ account, bookings, balances: balancesOf(bookings) }))
  } catch (error) {
    if (error instanceof SpreadsheetError) throw unprocessable(error.message, 'file')
    throw error
  }
}

async function bookingsOf(bytes: Uint8Array): Promise<Booking[]> {
  const tabs = decodeBlock(Buffer.from(bytes))
  if (abnLine.test(tabs)) {
    const lines = tabs.split(/\r?\n/).map((line) => line.split('\t'))
    return lines.flatMap((cells, at) => bookingOf(abnColumns, cells, at + 1))
  }
  const rows = await rowsOf(bytes)
  const start = rows.findIndex(isHeader)
  const columns = rows[start]?.map(fieldOf)
  if (!columns) throw unprocessable('Dit bestand is geen rekeningafschrift van Rabobank, ING, ABN AMRO of bunq', 'file')
  return rows.slice(start + 1).flatMap((cells, at) => bookingOf(columns, cells, start + at + 2))
}

/**
 * Returns the balance before the first booking and after the last, in whichever order the bank lists them. Null where a
 * booking has no balance.
 */
function balancesOf(bookings: readonly Booking[]): Balances | null {
  const [top] = bookings
  const bottom = bookings.at(-1)
  if (!top || !bottom || bookings.some(({ balance }) => balance === undefined)) return null
  const follows = (rows: readonly Booking[]) =>
    rows.every((row, at) => at === 0 || row.balance === (rows[at - 1]?.balance ?? 0) + movementOf(row))
  const isNewestFirst = top.date > bottom.date || (!follows(bookings) && follows(bookings.toReversed()))
  const [first, last] = isNewestFirst ? [bottom, top] : [top, bottom]
  return { opening: (first.balance ?? 0) - movementOf(first), closing: last.balance ?? 0 }
}

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  async function* chunks() {
    yield Buffer.from(bytes)
  }
  const rows: string[][] = []
  const score = (cells: string[]) => cells.filter((cell) => fieldOf(cell) !== undefined).length
  for await (const some of readCsvRows(chunks(), score)) rows.push(...some.map(({ cells }) => [...cells]))
  return rows
}

type Columns = readonly (Field | null | undefined)[]

/**
 * Returns the booking of a line; empty for another currency, an amount of 0 or an empty line. Throws 422 for an
 * unreadable day or amount.
 */
function bookingOf(columns: Columns, cells: readonly string[], line: number): Booking[] {
  const allOf = (field: Field) => cells.filter((cell, index) => columns[index] === field && cell.trim() !== '')
  const date = dateOf(allOf('date')[0] ?? '')
  const [sign, amount] = signedOf(allOf('amount')[0])
  const side = allOf('direction')[0]?.trim().toLowerCase()
  const isOut = side === undefined ? sign === '-' : side === 'af' || side === 'debit'
  if ((date === null || amount === null) && cells.some((cell) => cell.trim() !== '')) {
    throw unprocessable(`De datum of het bedrag op regel ${line} kan niet worden gelezen`, 'file')
  }
  const isInEuros = (allOf('currency')[0]?.trim() ?? 'EUR') === 'EUR'
  if (date === null || amount === null || amount === 0 || !isInEuros) return []
  const text = allOf('text').join(' ')
  const named = readNotations(text)
  const [below, balance] = signedOf(allOf('balance')[0])
  return [
    {
      ...{ direction: isOut ? 'out' : 'in', date, amount, text },
      account: allOf('account')[0]?.replaceAll(' ', ''),
      iban: (allOf('iban')[0] ?? named.iban)?.replaceAll(' ', ''),
      counterparty: allOf('counterparty')[0]?.trim() ?? named.counterparty,
      reference: allOf('reference')[0]?.trim() ?? named.reference,
      bankReference: allOf('bankReference')[0]?.trim(),
      batch: allOf('batch')[0]?.trim() ?? named.batch,
      ...(balance === null ? {} : { balance: below === '-' ? -balance : balance }),
    },
  ]
}

/** Reads an amount as its sign (`+`, `-` or none) and its cents without the sign, which are null for any other text. */
function signedOf(cell = ''): readonly [string | undefined, number | null] {
  const [, sign, digits = ''] = /^\s*([+-]?)(.*)$/.exec(cell) ?? []
  return [sign, parseCents(digits.trim())]
}

/** Reads a day written as `2026-11-23`, `20261123`, `23-11-2026` or `23/11/2026`; null for any other text. */
function dateOf(text: string): LocalDate | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  if (year) return localDate(Number(year), Number(month), Number(day))
  const [, d, m, y] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text.trim()) ?? []
  return y ? localDate(Number(y), Number(m), Number(d)) : null
}
