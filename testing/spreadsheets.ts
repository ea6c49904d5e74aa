import { PassThrough, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import exceljs from 'exceljs'
import { readContracts } from '../functions/contracts/import/read-contracts.ts'
import { contractList } from '../functions/contracts/reading/recognise.ts'
import type { ImportedContract } from '../functions/contracts/reading/rules.ts'
import { convertOldWorkbook, readConverted } from '../functions/spreadsheets/formats/converted.ts'
import { detectFileKind } from '../functions/spreadsheets/formats/sniff.ts'
import { readXlsSheets } from '../functions/spreadsheets/formats/xls.ts'
import { readBlocks, type SpreadsheetSource } from '../functions/spreadsheets/recognition/read.ts'
import type { LocalDate } from '../shared/time.ts'

/** Returns a file as an import reads it: an .xls as its converted sheets. */
export async function asImported(source: SpreadsheetSource): Promise<SpreadsheetSource> {
  const isOld = source instanceof Uint8Array && detectFileKind(Buffer.from(source)) === 'xls'
  return isOld ? { sheets: readConverted(await convertOldWorkbook(Buffer.from(source), readXlsSheets)) } : source
}

/** Yields the recognised rows of a spreadsheet with contracts. */
export async function* readContractRows(source: SpreadsheetSource, options: { filename: string }) {
  for await (const { rows } of readBlocks(contractList, await asImported(source), options)) yield* rows
}

/** Returns a problem as one sentence: "Rij 12, kolom 'Geldig tot': '31-02-2027' is geen geldige datum". */
export const formatProblem = ({
  row,
  column,
  reason,
}: {
  row: number
  column: string | null
  reason: string
}): string => `Rij ${row}${column === null ? '' : `, kolom '${column}'`}: ${reason}`

/** The types of the library do not have `utils`. */
const { utils } = codePages as unknown as { utils: { encode(page: number, text: string, as: 'arr'): number[] } }

/** Encodes a text in Windows-1252, with the table of another library than ours. */
export const encodeWindows1252 = (text: string): Buffer => Buffer.from(utils.encode(1252, text, 'arr'))

/**
 * Reads a spreadsheet with contracts as an import does. Returns the contracts, the remarks on rows (`said`), and the
 * sheets, columns and rows left out with their reasons (`left`).
 */
export async function readContractList(file: SpreadsheetSource) {
  const contracts: ImportedContract[] = []
  const said: string[] = []
  const left: string[] = []
  const today = '2026-11-21' as LocalDate
  for await (const batch of readContracts(await asImported(file), { filename: 'lijst', today })) {
    contracts.push(...batch.items.map(({ contract }) => contract))
    said.push(...[...batch.problems, ...batch.warnings].map(formatProblem))
    left.push(...batch.leftOut.map(({ name, reason }) => `${name}: ${reason}`))
  }
  return { contracts, said, left }
}

/** Reads these lines of a CSV as `readContractList` does. */
export const readContractLines = (...lines: string[]) => readContractList(Buffer.from(lines.join('\r\n')))

export type CellInput = string | number | boolean | Date | null

/** One file of a zip that a test makes. The declared size and encryption may be false. */
export type ZipPart = {
  name: string
  content: Buffer | string
  stored?: boolean
  encrypted?: boolean
  declaredSize?: number
}

/** Builds a zip byte by byte, so that tests can make invalid ones. */
export function buildZip(parts: ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const { local, directory } = zipEntry(part, offset)
    locals.push(local)
    central.push(directory)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

function zipEntry({ name, content, stored, encrypted, declaredSize }: ZipPart, offset: number) {
  const bytes = Buffer.from(content)
  const data = stored ? bytes : deflateRawSync(bytes)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(encrypted ? 1 : 0, 2)
  common.writeUInt16LE(stored ? 0 : 8, 4)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(data.length, 14)
  common.writeUInt32LE(declaredSize ?? bytes.length, 18)
  common.writeUInt16LE(Buffer.byteLength(name), 22)
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return {
    local: Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data]),
    directory: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]),
  }
}

const contentTypes =
  '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'

/**
 * Returns the files in an .xlsx with one sheet, to change and zip. The parameters are XML: the rows within `sheetData`,
 * what follows it (`around`), and the shared strings.
 */
export function buildWorkbookParts(rows: string, { around = '', strings = '' } = {}): ZipPart[] {
  return [
    { name: '[Content_Types].xml', content: contentTypes },
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="Blad1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="sharedStrings.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><worksheet><sheetData>${rows}</sheetData>${around}</worksheet>`,
    },
  ]
}

/** Returns the XML of a worksheet row with these texts. */
export function buildRowXml(number: number, texts: string[]): string {
  const cells = texts.map(
    (text, column) => `<c r="${String.fromCharCode(65 + column)}${number}" t="inlineStr"><is><t>${text}</t></is></c>`,
  )
  return `<row r="${number}">${cells.join('')}</row>`
}

/**
 * Returns an .xlsx built with exceljs's streaming writer. `sheets` has the rows of cells by sheet name; dates get a
 * date format.
 */
export async function buildXlsx(
  sheets: Record<string, CellInput[][]>,
  options: { sharedStrings?: boolean } = {},
): Promise<Buffer> {
  const stream = new PassThrough()
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await writeXlsx(stream, sheets, options)
  return Buffer.concat(chunks)
}

/**
 * Writes an .xlsx to a stream while its rows are made, so that a large file needs little memory. `sheets` has the rows
 * of cells by sheet name.
 */
export async function writeXlsx(
  stream: Writable,
  sheets: Record<string, Iterable<CellInput[]>>,
  { sharedStrings = true }: { sharedStrings?: boolean } = {},
): Promise<void> {
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream, useStyles: true, useSharedStrings: sharedStrings })
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name)
    for (const cells of rows) {
      const row = sheet.addRow(cells)
      cells.forEach((cell, column) => {
        if (cell instanceof Date) row.getCell(column + 1).numFmt = 'dd-mm-yyyy'
      })
      row.commit()
    }
    sheet.commit()
  }
  await Promise.all([workbook.commit(), finished(stream)])
}

/** Returns a valid EAN of 18 digits that ends with this connection number and its check digit. */
export function eanOf(connection: number): string {
  const digits = `8716871${String(connection).padStart(10, '0')}`
  let sum = 0
  for (let place = 0; place < 17; place++) sum += Number(digits[place]) * (place % 2 === 0 ? 3 : 1)
  return digits + ((10 - (sum % 10)) % 10)
}

/** Yields the header and then `rows` rows of a supplier's list of contracts, in the usual columns (spec §3). */
export function* generateContractSheet(rows: number): Generator<CellInput[]> {
  yield [...sheetHeaders]
  for (let index = 0; index < rows; index++) yield contractRow(index)
}

export const sheetHeaders = [
  ...['Sale ID', 'Team', 'Agent', 'Leverancier', 'Klantnaam', 'Bedrijfsnaam', 'KVK nummer', 'Adres', 'Huisnummer'],
  ...['Postcode', 'Plaats', 'Contactpersoon', 'Geslacht', 'E-mail', 'Telefoon', 'Product', 'Energietype'],
  ...['Verbruik stroom (kWh)', 'Verbruik gas (m³)', 'Geschatte kosten', 'EAN stroom', 'EAN gas', 'IBAN'],
  ...['Rekeninghouder', 'Betaalmethode', 'Zakelijk', 'Tekendatum', 'Looptijd', 'Geldig tot', 'Opmerking'],
]

const suppliers = ['Vattenfall', 'Engie', 'Eneco', 'Greenchoice']

function contractRow(index: number): CellInput[] {
  const month = index % 12
  const day = 1 + (index % 28)
  return [
    ...[`S-${100_000 + index}`, `Team ${index % 7}`, `Agent ${index % 40}`, suppliers[index % 4] ?? null],
    ...[`Zoë Jánssen ${index}`, `Bedrijf ${index} B.V.`, String(10_000_000 + index), 'Dorpsstraat', (index % 300) + 1],
    ...[`${1000 + (index % 9000)} AB`, 'Roermond', `P. de Vries ${index}`, index % 2 ? 'man' : 'vrouw'],
    ...[`klant${index}@voorbeeld.nl`, `06${10_000_000 + index}`, 'Zeker 3 jaar', index % 2 ? 'stroom' : 'gas + stroom'],
    ...[2500 + (index % 1000), 1200 + (index % 500), 123.45 + (index % 100), eanOf(index), eanOf(500_000_000 + index)],
    ...['NL91ABNA0417164300', `Z. Jánssen ${index}`, 'Incasso', index % 2 ? 'ja' : 'nee'],
    ...[
      new Date(Date.UTC(2024, month, day)),
      36,
      new Date(Date.UTC(2027, month, day)),
      index % 5 ? null : 'Bellen na 17 uur',
    ],
  ]
}
