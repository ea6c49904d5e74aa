import * as sheetjs from '@e965/xlsx'
import exceljs from 'exceljs'
import { describe, expect, it } from 'vitest'
import {
  asImported,
  buildRowXml,
  buildWorkbookParts,
  buildXlsx,
  buildZip,
  type CellInput,
  encodeWindows1252,
  generateContractSheet,
  readContractRows,
  sheetHeaders,
} from '../../../testing/spreadsheets.ts'
import { readBlocks, type SpreadsheetSource } from '../../spreadsheets/recognition/read.ts'
import { contractList, type SheetRow } from './recognise.ts'

const headers = ['Klantnaam', 'Plaats', 'Telefoon', 'Geldig tot']

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function rowsOf(source: SpreadsheetSource): Promise<SheetRow[]> {
  return collect(readContractRows(source, { filename: 'lijst' }))
}
const cellsOf = async (source: SpreadsheetSource) => (await rowsOf(source)).map(({ cells }) => cells)

function xlsFile(sheets: Record<string, CellInput[][]>): Buffer {
  const book = sheetjs.utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows, { cellDates: false, UTC: true }), name)
  }
  return sheetjs.write(book, { type: 'buffer', bookType: 'biff8' })
}

/** Yields the bytes of a file in pieces of `size` bytes. */
async function* inPieces(file: Buffer, size: number) {
  for (let start = 0; start < file.length; start += size) yield file.subarray(start, start + size)
}

const csv = (lines: string[], encoding: BufferEncoding = 'utf8') => Buffer.from(lines.join('\r\n'), encoding)

describe('an .xlsx', () => {
  it.each([true, false])('gives its rows as text (shared strings: %s)', async (sharedStrings) => {
    const file = await buildXlsx(
      {
        Contracten: [
          headers,
          ['Zoë & Löwenthal <B.V.>', 'Roermond', '0612345678', new Date('2027-12-31')],
          ['  Jan ', null, 612345678, '31-12-2027'],
          [12.5, 0.1 + 0.2, true, 1234567.891],
        ],
      },
      { sharedStrings },
    )
    expect(await cellsOf(file)).toEqual([
      ['Zoë & Löwenthal <B.V.>', 'Roermond', '0612345678', '2027-12-31'],
      ['Jan', '', '612345678', '31-12-2027'],
      ['12,5', '0,3', 'WAAR', '1234567,891'],
    ])
  })

  it('shows a number that is too long to be exact with an exponent', async () => {
    const file = await buildXlsx({ Blad: [headers, ['A', 8716871e11, 1e15, 20270101]] })
    expect((await cellsOf(file))[0]).toEqual(['A', '8,716871E+17', '1000000000000000', '20270101'])
  })

  it('loses no letter, wherever the bytes are cut', async () => {
    const names = Array.from({ length: 4000 }, (_, index) => `${'ë€𝄞ñ'.repeat(index % 9)}ß${index}`)
    const file = await buildXlsx({ Blad: [headers, ...names.map((name) => [name, 'Köln', '', '01-01-2027'])] })
    const rows = await cellsOf(inPieces(file, 1000))
    expect(rows.map(([name]) => name)).toEqual(names)
  })

  it('skips titles above the header and blank rows, and keeps Excel’s row numbers', async () => {
    const rows = [
      ['Aflopende contracten 2027'],
      [],
      ['Stand per', '21-11-2026'],
      headers,
      ['A', '', '', '1-1-2027'],
      [],
      ['B', '', '', '1-1-2027'],
    ]
    const file = await buildXlsx({ Blad: rows })
    const read = await rowsOf(file)
    expect(read.map(({ number, cells }) => [number, cells[0]])).toEqual([
      [5, 'A'],
      [7, 'B'],
    ])
    expect(read[0]?.header).toMatchObject({ row: 4, columns: { customerName: 0, city: 1, phone: 2, expiryDate: 3 } })
  })

  it('is read from every visible sheet that has customers and ends', async () => {
    const file = await buildXlsx({
      Toelichting: [['Lees mij'], ['Dit is een lijst']],
      Leveranciers: [
        ['Leverancier', 'Telefoon'],
        ['Eneco', '0800'],
      ],
      Contracten: [headers, ['Juist', '', '', '1-1-2027']],
      Samenvatting: [
        ['Leverancier', 'Aantal', 'Geldig tot'],
        ['Eneco', 1, '1-1-2027'],
      ],
      Meer: [headers, ['Ook juist', '', '', '1-1-2027']],
    })
    expect((await rowsOf(file)).map(({ sheet, cells }) => [sheet, cells[0]])).toEqual([
      ['Contracten', 'Juist'],
      ['Meer', 'Ook juist'],
    ])
    const [types, book, rels, strings, sheet] = buildWorkbookParts('')
    const sheets = '<sheet name="A" r:id="rId1" state="hidden"/><sheet name="B" r:id="rId3"/>'
    const hidden = buildZip([
      types!,
      { ...book!, content: `<workbook><sheets>${sheets}</sheets></workbook>` },
      { ...rels!, content: `${rels!.content}<Relationship Id="rId3" Target="/xl/worksheets/zichtbaar.xml"/>` },
      strings!,
      {
        ...sheet!,
        content: `<worksheet><sheetData>${buildRowXml(1, headers)}${buildRowXml(2, ['Verborgen', '', '', '1-1-2027'])}</sheetData></worksheet>`,
      },
      {
        name: 'xl/worksheets/zichtbaar.xml',
        content: `<worksheet><sheetData>${buildRowXml(1, headers)}${buildRowXml(2, ['Zichtbaar', '', '', '1-1-2027'])}</sheetData></worksheet>`,
      },
    ])
    expect((await cellsOf(hidden))[0]?.[0]).toBe('Zichtbaar')
  })

  it('reads references in small letters, and of a cell with a value and a text the one that its type names', async () => {
    const cells = '<c r="a2" t="inlineStr"><v>7</v><is><t>Jan</t></is></c><c r="d2"><v>46752</v><is><t>x</t></is></c>'
    const parts = buildWorkbookParts(`${buildRowXml(1, headers)}<row r="2">${cells}</row>`)
    expect(await cellsOf(buildZip(parts))).toEqual([['Jan', '', '', '46752']])
  })

  it('gives the results of formulas, dates included, the words of rich text, and nothing for errors', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="[$-413]d\\ mmmm\\ yyyy;@"/><numFmt numFmtId="166" formatCode="&quot;dag &quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>'
    const cells = [
      '<c r="A2" t="str"><f>B2&amp;C2</f><v>Jan Jansen</v></c>',
      '<c r="B2" s="3"><v>46752</v></c>',
      '<c r="C2" s="2"><v>46752</v></c>',
      '<c r="D2" s="1"><f>TODAY()</f><v>46752</v></c>',
      '<c r="E2" t="s"><v>0</v></c>',
      '<c r="F2" t="e"><v>#N/A</v></c>',
      '<c r="G2" t="b"><v>0</v></c>',
    ]
    const strings = '<si><r><t>rijke </t></r><r><rPr><b/></rPr><t>tekst</t></r></si>'
    const parts = buildWorkbookParts(`${buildRowXml(1, headers)}<row r="2">${cells.join('')}</row>`, { strings })
    const file = buildZip([...parts, { name: 'xl/styles.xml', content: styles }])
    expect(await cellsOf(file)).toEqual([
      ['Jan Jansen', '46752', '2027-12-31', '2027-12-31', 'rijke tekst', '', 'ONWAAR'],
    ])
  })

  it('keeps all words of rich text, in cells and among the shared strings, and none of their pronunciation', async () => {
    const is = (column: string, inner: string) => `<c r="${column}2" t="inlineStr"><is>${inner}</is></c>`
    const run = (text: string) => `<r><rPr><b/><sz val="11"/></rPr><t xml:space="preserve">${text}</t></r>`
    const sound = '<rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>'
    const cells = [
      is('A', `${run('Mohammed ')}\n  ${run('de Vries &amp; Zn.')}`),
      is('B', `<t>東京</t>${sound}`),
      '<c r="C2" t="s"><v>0</v></c><c r="D2" t="s"><v>1</v></c><c r="E2" t="s"><v>2</v></c>',
      is('F', '<t>gewoon</t>'),
      is('G', '<r><t/></r>'),
    ]
    const strings = `<si>${run('Zoë ')}${run('Jánssen')}${sound}</si><si><t>東京</t>${sound}</si><si><t>gewoon</t></si>`
    const filler = Array.from(
      { length: 3000 },
      (_, row) => `<row r="${row + 3}">${is('A', run('vul ') + run(`${row}`)).replace('A2', `A${row + 3}`)}</row>`,
    )
    const rows = `${buildRowXml(1, headers)}<row r="2">${cells.join('')}</row>${filler.join('')}`
    const read = await cellsOf(buildZip(buildWorkbookParts(rows, { strings })))
    expect(read[0]).toEqual(['Mohammed de Vries & Zn.', '東京', 'Zoë Jánssen', '東京', 'gewoon', 'gewoon', ''])
    expect(read.slice(1).map(([name]) => name)).toEqual(Array.from({ length: 3000 }, (_, row) => `vul ${row}`))
    const workbook = new exceljs.Workbook()
    const sheet = workbook.addWorksheet('Blad')
    sheet.addRow(headers)
    sheet.addRow([
      { richText: [{ font: { bold: true }, text: 'Mohammed ' }, { text: 'de Vries' }] },
      '',
      '',
      '1-1-2027',
    ])
    expect((await cellsOf(Buffer.from(await workbook.xlsx.writeBuffer())))[0]?.[0]).toBe('Mohammed de Vries')
  })

  it('gives hidden rows and columns too, with their number', async () => {
    const workbook = new exceljs.Workbook()
    const sheet = workbook.addWorksheet('Blad')
    sheet.addRows([headers, ['Zichtbaar', '', '', '1-1-2027'], ['Verborgen', '', '0612345678', '1-1-2027']])
    sheet.getRow(3).hidden = true
    sheet.getColumn(3).hidden = true
    const file = Buffer.from(await workbook.xlsx.writeBuffer())
    const blocks = await collect(readBlocks(contractList, file, { filename: 'lijst' }))
    expect(blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells[2]))).toEqual(['', '0612345678'])
    expect(blocks.flatMap(({ notes }) => notes)).toEqual([
      { row: 1, column: null, reason: '1 verborgen rij en 1 verborgen kolom zijn meegelezen' },
    ])
  })

  it('reports unread parts: columns, totals and a damaged sheet besides the contracts', async () => {
    const rows = [
      buildRowXml(1, ['Klantnaam', 'Naam', 'Kleur', 'Geldig tot', '']),
      buildRowXml(2, ['A', 'B', 'rood', '1-1-2027', 'los']),
    ]
    const parts = buildWorkbookParts(
      [...rows, buildRowXml(3, ['Totaal', '', '1']), buildRowXml(4, ['', '', '3,50'])].join(''),
    )
    const sheets = '<sheet name="A &amp; B" r:id="rId1"/><sheet name="Kapot" r:id="rId3"/>'
    const file = buildZip([
      ...parts.filter(({ name }) => !/workbook\.xml/.test(name)),
      { name: 'xl/workbook.xml', content: `<workbook><sheets>${sheets}</sheets></workbook>` },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId3" Target="worksheets/kapot.xml"/></Relationships>',
      },
      { name: 'xl/worksheets/kapot.xml', content: '<worksheet><sheetData>' },
    ])
    const blocks = await collect(readBlocks(contractList, file, { filename: 'lijst' }))
    expect(blocks.flatMap(({ leftOut }) => leftOut)).toEqual([
      { kind: 'column', name: 'Kleur', sheet: 'A & B', reason: 'de kop is niet herkend' },
      { kind: 'row', name: '3', sheet: 'A & B', reason: 'is een totaalregel' },
      { kind: 'row', name: '4', sheet: 'A & B', reason: 'bevat alleen getallen' },
      { kind: 'column', name: 'E', sheet: 'A & B', reason: 'heeft geen kop' },
      { kind: 'sheet', name: 'Kapot', sheet: null, reason: expect.stringContaining('beschadigd') },
    ])
  })

  it('counts days from 1904 when the workbook does', async () => {
    const parts = buildWorkbookParts(`${buildRowXml(1, headers)}<row r="2"><c r="A2" s="1"><v>45290</v></c></row>`)
    const file = buildZip([
      ...parts.filter(({ name }) => name !== 'xl/workbook.xml'),
      {
        name: 'xl/workbook.xml',
        content: '<workbook><workbookPr date1904="1"/><sheets><sheet r:id="rId1"/></sheets></workbook>',
      },
      {
        name: 'xl/styles.xml',
        content: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      },
    ])
    expect((await cellsOf(file))[0]?.[0]).toBe('2027-12-31')
  })

  it('takes no date from the formats of conditional styles', async () => {
    const rows = `${buildRowXml(1, headers)}<row r="2"><c r="A2" t="inlineStr"><is><t>Jan</t></is></c><c r="B2" s="1"><v>46752</v></c><c r="D2" s="2"><v>46752</v></c></row>`
    const formats =
      '<numFmts count="1"><numFmt numFmtId="164" formatCode="0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs>'
    const conditional = '<dxfs count="1"><dxf><numFmt numFmtId="164" formatCode="dd-mm-yyyy"/></dxf></dxfs>'
    const styles = { name: 'xl/styles.xml', content: `<styleSheet>${formats}${conditional}</styleSheet>` }
    expect(await cellsOf(buildZip([...buildWorkbookParts(rows), styles]))).toEqual([['Jan', '46752', '', '2027-12-31']])
  })

  it('gives the same rows in many parallel readings', async () => {
    const file = await buildXlsx({ Blad: [...generateContractSheet(300)] })
    const all = await Promise.all(Array.from({ length: 8 }, () => rowsOf(file)))
    expect(all.map((rows) => [rows.length, rows.at(-1)?.cells[0]])).toEqual(Array(8).fill([300, 'S-100299']))
  })

  it('can be abandoned halfway', async () => {
    const file = await buildXlsx({ Blad: [...generateContractSheet(3000)] })
    for await (const row of readContractRows(file, { filename: 'lijst.xlsx' })) if (row.number === 10) break
    expect(await rowsOf(file)).toHaveLength(3000)
  })
})

describe('an .xls', () => {
  it('gives the same rows as the .xlsx', async () => {
    const rows: CellInput[][] = [
      ['Titel'],
      headers,
      ['Zoë', 'Köln', '0612345678', new Date(Date.UTC(2027, 11, 31))],
      [12.5, null, true, 46752],
    ]
    expect(await cellsOf(xlsFile({ Leeg: [], Blad: rows }))).toEqual([
      ['Zoë', 'Köln', '0612345678', '2027-12-31'],
      ['12,5', '', 'WAAR', '46752'],
    ])
  })

  it('gives hidden rows, and reports hidden sheets', async () => {
    const book = sheetjs.utils.book_new()
    const sheet = sheetjs.utils.aoa_to_sheet([
      headers,
      ['Zichtbaar', '', '', '1-1-2027'],
      ['Verborgen', '', '', '1-1-2027'],
    ])
    sheet['!rows'] = [{}, {}, { hidden: true }]
    sheetjs.utils.book_append_sheet(book, sheet, 'Blad')
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([headers, ['Geheim', '', '', '1-1-2027']]), 'Weg')
    sheetjs.utils.book_set_sheet_visibility(book, 'Weg', 1)
    const file = await asImported(sheetjs.write(book, { type: 'buffer', bookType: 'biff8' }))
    const blocks = await collect(readBlocks(contractList, file, { filename: 'lijst' }))
    expect(blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells[0]))).toEqual(['Zichtbaar', 'Verborgen'])
    expect(blocks.flatMap(({ leftOut }) => leftOut)).toEqual([
      { kind: 'sheet', name: 'Weg', sheet: null, reason: 'verborgen' },
    ])
  })

  it('of many rows is read whole', async () => {
    const rows = await rowsOf(xlsFile({ Blad: [...generateContractSheet(200)] }))
    expect(rows).toHaveLength(200)
    expect(rows.at(-1)?.header.names).toEqual(sheetHeaders)
  })
})

describe('a CSV', () => {
  const lines = ['Klantnaam;Plaats;Telefoon;Geldig tot', 'Café Zoë – ’t Šúper “€”;Köln;0612345678;31-12-2027']
  const row = ['Café Zoë – ’t Šúper “€”', 'Köln', '0612345678', '31-12-2027']

  it.each([
    ['UTF-8', csv(lines)],
    ['UTF-8 with a mark', Buffer.concat([Buffer.from('\ufeff'), csv(lines)])],
    ['Windows-1252', encodeWindows1252(lines.join('\r\n'))],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from('\ufeff', 'utf16le'), csv(lines, 'utf16le')])],
    ['UTF-16 without a mark', csv(lines, 'utf16le')],
    ['UTF-16 without a mark, high bytes first', csv(lines, 'utf16le').swap16()],
    [
      'UTF-16 with tabs',
      csv(
        lines.map((line) => line.replaceAll(';', '\t')),
        'utf16le',
      ),
    ],
  ])('in %s is read as written', async (_, file) => {
    for (const size of [1, 7, 1000]) expect(await cellsOf(inPieces(file, size))).toEqual([row])
  })

  it.each([';', ',', '\t'])('with %j between the cells', async (delimiter) => {
    const file = csv(['Aflopend; 2027, lijst', ...lines.map((line) => line.replaceAll(';', delimiter))])
    expect(await cellsOf(file)).toEqual([row])
  })

  it('may declare its separator', async () => {
    expect(await cellsOf(csv(['sep=|', ...lines.map((line) => line.replaceAll(';', '|'))]))).toEqual([row])
  })

  it('may hold quotes, line ends and semicolons in a cell, and loose quotes', async () => {
    const file = csv([lines[0] ?? '', '"De ""Korenaar""; bakker\r\nMarkt 1";5" buis;="0612345678";1-1-2027'])
    expect(await cellsOf(file)).toEqual([['De "Korenaar"; bakker\r\nMarkt 1', '5" buis', '0612345678', '1-1-2027']])
  })

  it('gives the same rows in any chunks, also when files of two encodings were concatenated', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `Zoë ’t Hart ${index};Köln;;1-1-2027`)
    const file = Buffer.concat([csv([lines[0] ?? '', ...many, '']), encodeWindows1252(many.join('\r\n'))])
    const whole = await cellsOf(file)
    expect(whole).toHaveLength(6000)
    expect(whole.at(-1)?.[0]).toBe('Zoë ’t Hart 2999')
    for (const size of [1000, 65_536]) expect(await cellsOf(inPieces(file, size))).toEqual(whole)
  })

  it('gives every row before a fault, in any chunks', async () => {
    const many = Array.from({ length: 400 }, (_, index) => `Jan ${index};Venlo;;1-1-2027`)
    const file = csv([lines[0] ?? '', ...many, '"Jan 400;Venlo;;1-1-2027', 'Jan 401;Venlo;;1-1-2027'])
    for (const size of [100, 4096, 1_000_000]) {
      const rows: string[] = []
      const reading = (async () => {
        for await (const { cells } of readContractRows(inPieces(file, size), { filename: 'lijst' }))
          rows.push(cells[0] ?? '')
      })()
      await expect(reading, `${size}`).rejects.toThrow('los aanhalingsteken')
      expect(rows.at(-1), `${size}`).toBe('Jan 399')
    }
  })

  it('in Windows-1252 whose first letter with an accent comes late is still recognised', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Jan ${index};Venlo;;1-1-2027`)
    const text = [lines[0] ?? '', ...many, '€uro ’t Löwe;;;1-1-2027'].join('\r\n')
    const rows = await cellsOf(inPieces(encodeWindows1252(text), 4096))
    expect(rows).toHaveLength(5001)
    expect(rows.at(-1)?.[0]).toBe('€uro ’t Löwe')
  })

  it('keeps the digits of long numbers', async () => {
    const file = csv(['Klantnaam;EAN stroom;Geldig tot', 'A;871687100000000123;1-1-2027', 'B;8,71687E+17;1-1-2027'])
    expect((await cellsOf(file)).map(([, ean]) => ean)).toEqual(['871687100000000123', '8,71687E+17'])
  })
})
