import { unprocessable } from '../../shared/errors.ts'
import { type LocalDate, localDate } from '../../shared/time.ts'
import { parseCents } from '../spreadsheets/cell-values.ts'
import { csvRows } from '../spreadsheets/csv.ts'
import { textOf } from '../spreadsheets/decoded.ts'
import { plainHeader } from '../spreadsheets/header-text.ts'
import { SpreadsheetError } from '../spreadsheets/spreadsheet-error.ts'
import type { Booking, Direction } from './bank-booking.ts'

type Field = 'account' | 'currency' | 'date' | 'amount' | 'direction' | 'iban' | 'reference' | 'batch' | 'text'

/** What the exports of Rabobank, ING and ABN AMRO call what we read; of texts there are several. */
const headers: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries<readonly string[]>({
    account: ['IBAN/BBAN', 'Rekening', 'Rekeningnummer'],
    currency: ['Munt', 'Muntsoort'],
    date: ['Datum', 'Transactiedatum'],
    amount: ['Bedrag', 'Bedrag (EUR)', 'Transactiebedrag'],
    direction: ['Af Bij'],
    iban: ['Tegenrekening IBAN/BBAN', 'Tegenrekening'],
    reference: ['Transactiereferentie', 'Betalingskenmerk'],
    batch: ['Batch ID'],
    text: ['Omschrijving', 'Omschrijving-1', 'Omschrijving-2', 'Omschrijving-3', 'Mededelingen', 'Naam / Omschrijving'],
  }).flatMap(([field, names]) => names.map((name) => [plainHeader(name), field as Field])),
)

const fieldOf = (header: string): Field | undefined => headers[plainHeader(header)]
const isHeader = (cells: readonly string[]) => {
  const fields = cells.map(fieldOf)
  return fields.includes('date') && fields.includes('amount')
}

/** The columns of ABN AMRO's file of tabs, which has no header. */
const abnColumns: readonly (Field | null)[] = ['account', 'currency', 'date', null, null, null, 'amount', 'text']
const abnLine = /^\d{9,10}\t[A-Z]{3}\t\d{8}\t/

/**
 * What left the account, or came in, in euros, in an export of Rabobank, ING or ABN AMRO. 422 for a file without their
 * columns, and for one that cannot be read, or a line of it.
 */
export async function bookingsOfCsv(bytes: Uint8Array, direction: Direction = 'out'): Promise<Booking[]> {
  try {
    const tabs = textOf(Buffer.from(bytes))
    if (abnLine.test(tabs)) {
      const lines = tabs.split(/\r?\n/).map((line) => line.split('\t'))
      return lines.flatMap((cells, at) => bookingOf(abnColumns, cells, { direction, line: at + 1 }))
    }
    const rows = await rowsOf(bytes)
    const start = rows.findIndex(isHeader)
    const columns = rows[start]?.map(fieldOf)
    if (!columns) throw unprocessable('Dit bestand is geen rekeningafschrift van Rabobank, ING of ABN AMRO', 'file')
    const lines = rows.slice(start + 1)
    return lines.flatMap((cells, at) => bookingOf(columns, cells, { direction, line: start + at + 2 }))
  } catch (error) {
    if (error instanceof SpreadsheetError) throw unprocessable(error.message, 'file')
    throw error
  }
}

async function rowsOf(bytes: Uint8Array): Promise<string[][]> {
  async function* chunks() {
    yield Buffer.from(bytes)
  }
  const rows: string[][] = []
  const score = (cells: string[]) => cells.filter((cell) => fieldOf(cell) !== undefined).length
  for await (const some of csvRows(chunks(), score)) rows.push(...some.map(({ cells }) => [...cells]))
  return rows
}

type Columns = readonly (Field | null | undefined)[]

interface Wanted {
  readonly direction: Direction
  /** Where the line stands in the file, from 1. */
  readonly line: number
}

/** The booking of a line, none of the other direction or another currency; 422 for one whose day or amount cannot be read. */
function bookingOf(columns: Columns, cells: readonly string[], { direction: wanted, line }: Wanted): Booking[] {
  const allOf = (field: Field) => cells.filter((cell, index) => columns[index] === field && cell.trim() !== '')
  const date = dateOf(allOf('date')[0] ?? '')
  const [, sign, digits = ''] = /^\s*([+-]?)(.*)$/.exec(allOf('amount')[0] ?? '') ?? []
  const amount = parseCents(digits.trim())
  const direction = allOf('direction')[0]?.trim().toLowerCase()
  const isOut = direction === undefined ? sign === '-' : direction === 'af'
  const isMeant = isOut === (wanted === 'out')
  if ((date === null || amount === null) && cells.some((cell) => cell.trim() !== '')) {
    throw unprocessable(`De datum of het bedrag op regel ${line} kan niet worden gelezen`, 'file')
  }
  const isInEuros = (allOf('currency')[0]?.trim() ?? 'EUR') === 'EUR'
  if (date === null || amount === null || amount === 0 || !isMeant || !isInEuros) return []
  const text = allOf('text').join(' ')
  return [
    {
      ...{ date, amount },
      account: allOf('account')[0]?.replaceAll(' ', ''),
      iban: (allOf('iban')[0] ?? /(?:\/IBAN\/|IBAN: ?)([A-Z]{2}\d{2}[A-Z0-9]{10,30})/.exec(text)?.[1])?.replaceAll(
        ' ',
        '',
      ),
      reference: allOf('reference')[0]?.trim() ?? /(?:\/EREF\/|Kenmerk: ?)([^\s/]+)/.exec(text)?.[1],
      batch: allOf('batch')[0]?.trim(),
      text,
    },
  ]
}

/** `2026-11-23`, `20261123` or `23-11-2026`. */
function dateOf(text: string): LocalDate | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  if (year) return localDate(Number(year), Number(month), Number(day))
  const [, d, m, y] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text.trim()) ?? []
  return y ? localDate(Number(y), Number(m), Number(d)) : null
}
