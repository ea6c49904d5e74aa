import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import * as sheetjs from '@e965/xlsx'
import exceljs from 'exceljs'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../../../shared/time.ts'
import { asImported, eanOf, formatProblem } from '../../../testing/spreadsheets.ts'
import type { SpreadsheetSource } from '../../spreadsheets/recognition/read.ts'
import { readContracts } from '../import/read-contracts.ts'
import type { ImportedContract } from './rules.ts'

const FIXTURES = new URL('../../../testing/lists/', import.meta.url)

type Cell = string | number | Date | null
type Table = readonly (readonly Cell[])[]
/** Expected contract: its name, its end, and the other fields that the test case checks. */
type ExpectedContract = readonly [name: string, end: string, more?: Readonly<Record<string, unknown>>]

const plain = ['Klantnaam', 'Plaats', 'Telefoon', 'Geldig tot']
const ada: ExpectedContract = ['Ada', '2027-12-31', { city: 'Venlo', customerPhone: '06 12345678' }]
const bob: ExpectedContract = ['Bob', '2028-01-01', { city: 'Roermond' }]
const adaRow = ['Ada', 'Venlo', '0612345678', '31-12-2027']
const bobRow = ['Bob', 'Roermond', '', '1-1-2028']
/** Returns a list with another header for the end, or with the end in another notation. */
const ending = (header: string, text = '31-12-2027'): Table => [
  ['Klantnaam', header],
  ['Ada', text],
  ['Bob', '1-1-2028'],
]
const ends: readonly ExpectedContract[] = [
  ['Ada', '2027-12-31'],
  ['Bob', '2028-01-01'],
]
/** Returns a list of one contract with one more column. */
const having = (header: string, cell: Cell): Table => [
  ['Klantnaam', header, 'Geldig tot'],
  ['Ada', cell, '31-12-2027'],
]
const one = (more: Readonly<Record<string, unknown>>): readonly ExpectedContract[] => [['Ada', '2027-12-31', more]]

const shapes: readonly (readonly [string, Table, readonly ExpectedContract[]])[] = [
  ['headers first', [plain, adaRow, bobRow], [ada, bob]],
  ['a title and an empty row above', [['Aflopende contracten 2027'], [], plain, adaRow, bobRow], [ada, bob]],
  ['groups above the headers', [['Klant', '', '', 'Contract'], plain, adaRow, bobRow], [ada, bob]],
  [
    'a header of two rows',
    [
      ['Klant', '', 'Contact', 'Geldig'],
      ['naam', 'Plaats', 'Telefoon', 'tot'],
      ['Ada', 'Venlo', '0612345678', '31-12-2027'],
      ['Bob', 'Roermond', '', '1-1-2028'],
    ],
    [ada, bob],
  ],
  ['empty rows between', [plain, adaRow, [], [], bobRow], [ada, bob]],
  ['a totals row below', [plain, adaRow, bobRow, ['Totaal', '', '', '']], [ada, bob]],
  ['a number of rows below', [plain, adaRow, bobRow, ['Totaal', '', '', 2]], [ada, bob]],
  ['headers again among the rows', [plain, adaRow, plain, bobRow], [ada, bob]],
  [
    'other columns between, in another order',
    [
      ['Kleur', 'Geldig tot', 'Vak', 'Telefoon', 'Klantnaam', 'Plaats'],
      ['rood', '31-12-2027', 'x', '0612345678', 'Ada', 'Venlo'],
      ['blauw', '1-1-2028', 'y', '', 'Bob', 'Roermond'],
    ],
    [ada, bob],
  ],
  [
    'sixty columns',
    [
      [...plain, ...Array.from({ length: 56 }, (_, n) => `Extra ${n}`)],
      [...adaRow, ...Array.from({ length: 56 }, (_, n) => `waarde ${n}`)],
    ],
    [ada],
  ],
  [
    'headers in capitals and with spaces',
    [plain.map((text) => ` ${text.toUpperCase()}  `), adaRow, bobRow],
    [ada, bob],
  ],
  [
    'headers in English',
    [
      ['Customer name', 'City', 'Phone', 'Expiry date'],
      ['Ada', 'Venlo', '0612345678', '31-12-2027'],
    ],
    [ada],
  ],
  ...['Contracteinde', 'Einddatum levering', 'Expiratiedatum', 'Loopt tot', 'Einddatum', 'Contract einddatum'].map(
    (header) => [`the end under '${header}'`, ending(header), ends] as const,
  ),
  ...[
    '31 - 12 - 2027',
    't/m 31-12-2027',
    'vrijdag 31 december 2027',
    '2027-12-31',
    '31‑12‑2027',
    '31 dec 2027',
    '31–12–2027',
    '46752.0',
    '31/12/2027',
    '31-12-27',
    '20271231',
    '31.12.2027',
  ].map((text) => [`an end written '${text}'`, ending('Geldig tot', text), ends] as const),
  [
    'an end that follows from signing and duration',
    [
      ['Klantnaam', 'Tekendatum', 'Looptijd'],
      ['Ada', '31-12-2024', '3 jaar'],
    ],
    one({ signedDate: '2024-12-31', durationValue: 3 }),
  ],
  [
    'two columns for one field',
    [
      ['Klantnaam', 'Telefoon', 'Mobiel', 'Geldig tot'],
      ['Ada', '', '0612345678', '31-12-2027'],
    ],
    one({ customerPhone: '06 12345678' }),
  ],
  ['a phone with its country', having('Telefoonnr.', '31612345678'), one({ customerPhone: '06 12345678' })],
  ['two phones in a cell', having('Telefoon', '0612345678 / 0475123456'), one({ customerPhone: '06 12345678' })],
  ['a number of a mobile phone', having('Mobiel nr', '612345678'), one({ customerPhone: '06 12345678' })],
  ['a postcode with a dash', having('Postcode', '6041-AB'), one({ postalCode: '6041 AB' })],
  ['an EAN as text', having('EAN-nummer stroom', eanOf(7)), one({ metadata: { eanElectricity: eanOf(7) } })],
  ['an EAN of gas', having('EAN-code gas', eanOf(9)), one({ metadata: { eanGas: eanOf(9) } })],
  ['what is used in a year', having('SJV', '3.500'), one({ metadata: { electricityUsage: 3500 } })],
  ['a KvK without its zero', having('KVK nummer', '1234567'), one({ metadata: { kvkNumber: '01234567' } })],
  ['a trade name', having('Handelsnaam', 'Ada Beheer'), one({ companyName: 'Ada Beheer' })],
  ['a supplier under another word', having('Energiemaatschappij', 'Eneco'), one({ metadata: { supplier: 'Eneco' } })],
]

/** A sheet with its merged cells. */
interface Sheet {
  readonly rows: Table
  readonly merged?: readonly string[]
}
type Maker = (sheets: Readonly<Record<string, Sheet>>) => Promise<Buffer>

const asSheetJs =
  (bookType: sheetjs.BookType, more: sheetjs.WritingOptions = {}): Maker =>
  async (sheets) => {
    const book = sheetjs.utils.book_new()
    for (const [name, { rows, merged = [] }] of Object.entries(sheets)) {
      const sheet = sheetjs.utils.aoa_to_sheet(
        rows.map((row) => [...row]),
        { cellDates: true, UTC: true, dateNF: 'dd-mm-yyyy' },
      )
      sheet['!merges'] = merged.map(sheetjs.utils.decode_range)
      sheetjs.utils.book_append_sheet(book, sheet, name)
    }
    return Buffer.from(sheetjs.write(book, { type: 'buffer', bookType, ...more }))
  }

const asExcelJs: Maker = async (sheets) => {
  const workbook = new exceljs.Workbook()
  for (const [name, { rows, merged = [] }] of Object.entries(sheets)) {
    const sheet = workbook.addWorksheet(name)
    sheet.addRows(rows.map((row) => [...row]))
    for (const range of merged) sheet.mergeCells(range)
  }
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

const workbooks: Readonly<Record<string, Maker>> = {
  'exceljs .xlsx': asExcelJs,
  'SheetJS .xlsx': asSheetJs('xlsx', { bookSST: true }),
  'SheetJS .xls': asSheetJs('biff8'),
  'SheetJS XML': asSheetJs('xlml'),
}
const makers: Readonly<Record<string, Maker>> = {
  ...workbooks,
  'SheetJS CSV': asSheetJs('csv', { FS: ';' }),
  'SheetJS page': asSheetJs('html'),
}

async function read(file: SpreadsheetSource) {
  const contracts: ImportedContract[] = []
  const refused: string[] = []
  for await (const { items, problems } of readContracts(await asImported(file), {
    filename: 'lijst',
    today: '2026-11-21' as LocalDate,
  })) {
    contracts.push(...items.map(({ contract }) => contract))
    refused.push(...problems.map(formatProblem))
  }
  return { contracts, refused }
}
const matching = (expected: readonly ExpectedContract[]) =>
  expected.map(([customerName, expiryDate, more]) => expect.objectContaining({ customerName, expiryDate, ...more }))

describe.each(shapes)('a list with %s', (_, rows, expected) => {
  it.each(Object.entries(makers))('is read as expected from %s', async (_maker, made) => {
    expect(await read(await made({ Blad: { rows } }))).toEqual({ contracts: matching(expected), refused: [] })
  })
})

describe.each(Object.entries(workbooks))('a workbook of %s', (_, made) => {
  it('is read with headers that are merged, across and down', async () => {
    const rows = [
      ['Overzicht', '', '', ''],
      ['Klant', '', '', 'Contract'],
      ['Naam', 'Plaats', 'Telefoon', 'Einde'],
      adaRow,
      bobRow,
    ]
    const across = await made({ Blad: { rows, merged: ['A1:D1', 'A2:C2'] } })
    expect(await read(across)).toEqual({ contracts: matching([ada, bob]), refused: [] })
    const split = [['Klantnaam', 'Bereikbaar', '', 'Geldig tot'], ['', 'Plaats', 'Telefoon', ''], adaRow, bobRow]
    const down = await made({ Blad: { rows: split, merged: ['A1:A2', 'B1:C1', 'D1:D2'] } })
    expect(await read(down)).toEqual({ contracts: matching([ada, bob]), refused: [] })
  })

  it('is read from all its sheets that are lists of contracts', async () => {
    const file = await made({
      Toelichting: { rows: [['Deze lijst is van november']] },
      Noord: { rows: [plain, adaRow] },
      Zuid: { rows: [['Lijst'], plain, bobRow] },
      Leeg: { rows: [] },
    })
    expect(await read(file)).toEqual({ contracts: matching([ada, bob]), refused: [] })
  })

  it('is read with real dates', async () => {
    const rows = [
      ['Klantnaam', 'Geldig tot'],
      ['Ada', new Date('2027-12-31')],
      ['Bob', new Date('2028-01-01')],
    ]
    expect(await read(await made({ Blad: { rows } }))).toEqual({ contracts: matching(ends), refused: [] })
  })

  it('has a row refused whose EAN was stored as a number, with advice', async () => {
    const { contracts, refused } = await read(await made({ Blad: { rows: having('EAN-nummer', Number(eanOf(7))) } }))
    expect([contracts, refused]).toEqual([
      [],
      [expect.stringMatching(/^Rij 2, kolom 'EAN-nummer': .* is afgerond door de spreadsheet.*/)],
    ])
  })
})

/** Files made once by different programs, with a title, groups, real dates, an empty row and a total. */
it.each(await readdir(FIXTURES))('%s is read as expected', async (name) => {
  expect(await read(createReadStream(new URL(name, FIXTURES)))).toEqual({
    contracts: matching([ada, bob]),
    refused: [],
  })
})
