import * as sheetjs from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { describe, expect, it } from 'vitest'
import {
  asImported,
  buildRowXml,
  buildWorkbookParts,
  buildXlsx,
  buildZip,
  encodeWindows1252,
  generateContractSheet,
  readContractRows,
  type ZipPart,
} from '../../../testing/spreadsheets.ts'
import { SpreadsheetError } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { readContracts } from '../import/read-contracts.ts'

sheetjs.set_cptable(codePages)

const headers = ['Klantnaam', 'Plaats', 'Telefoon', 'Geldig tot']
const row = ['Zoë & Löwe', 'Köln €', '0612345678', '31-12-2027']
/** Row with characters that Windows-1252 has and Latin-1 lacks. */
const special = ['’t Hart – “Šárka”', 'Žilina €', '0612345678', '31-12-2027']
const escaped = row.map((text) => text.replace('&', '&amp;'))
const good = buildRowXml(1, headers) + buildRowXml(2, escaped)

async function cellsOf(file: Uint8Array): Promise<(readonly string[])[]> {
  const all: (readonly string[])[] = []
  for await (const { cells } of readContractRows(file, { filename: 'lijst.xls' })) all.push(cells)
  return all
}
const refusal = (file: Uint8Array) =>
  cellsOf(file).then(
    () => 'read',
    (error: unknown) =>
      error instanceof SpreadsheetError ? `${error.fault}: ${error.message}` : Promise.reject(error),
  )
const endsOf = async (file: Uint8Array) => {
  const ends: string[] = []
  for await (const { items } of readContracts(await asImported(file), {
    filename: 'lijst',
    today: '2026-11-21' as never,
  }))
    ends.push(...items.map(({ contract }) => contract.expiryDate))
  return ends
}

/** Returns a workbook in which each part was changed by a function. */
const changed = (change: (part: ZipPart) => ZipPart, rows = good) => buildZip(buildWorkbookParts(rows).map(change))
const prefixed = (xml: string) => xml.replace(/<(\/?)(?=[a-zA-Z])(?![\w]*:)/g, '<$1x:')
const isBook = ({ name }: ZipPart) => name.startsWith('xl/') && !name.endsWith('.rels')
const book = (rows: (string | number | Date)[][]) => ({
  SheetNames: ['Blad'],
  Sheets: { Blad: sheetjs.utils.aoa_to_sheet(rows) },
})
const written = (bookType: sheetjs.BookType, rows: (string | number | Date)[][] = [headers, row]): Buffer =>
  Buffer.from(sheetjs.write(book(rows), { type: 'buffer', bookType }))

describe('an .xlsx of another maker', () => {
  it.each<[string, Buffer]>([
    [
      'with a prefix before every name',
      changed((part) => (isBook(part) ? { ...part, content: prefixed(`${part.content}`) } : part)),
    ],
    ['with prefixes in its relations too', changed((part) => ({ ...part, content: prefixed(`${part.content}`) }))],
    [
      'without the places of rows and cells',
      changed((part) => ({ ...part, content: `${part.content}`.replace(/ r="[A-Z]?\d+"/g, '') })),
    ],
    ['in UTF-16', changed((part) => ({ ...part, content: Buffer.from(`\ufeff${part.content}`, 'utf16le') }))],
    ['in UTF-16 without a mark', changed((part) => ({ ...part, content: Buffer.from(`${part.content}`, 'utf16le') }))],
    [
      'in Windows-1252',
      changed((part) => {
        const content = `<?xml version="1.0" encoding="windows-1252"?>${`${part.content}`.replace(/<\?xml[^>]*>/, '')}`
        return { ...part, content: encodeWindows1252(content) }
      }),
    ],
    [
      'that says UTF-16 and is UTF-8',
      changed((part) => ({
        ...part,
        content: `<?xml version="1.0" encoding="utf-16"?>${`${part.content}`.replace(/<\?xml[^>]*>/, '')}`,
      })),
    ],
    ['with backslashes in its paths', changed((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }))],
    ['with capitals in its paths', changed((part) => ({ ...part, name: part.name.toUpperCase() }))],
    [
      'with its workbook elsewhere',
      buildZip([
        {
          name: '_rels/.rels',
          content:
            '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book.xml"/></Relationships>',
        },
        ...buildWorkbookParts(good).map((part) => ({
          ...part,
          name: part.name.replace('xl/workbook', 'book').replace('xl/_rels/workbook', '_rels/book').replace('xl/', ''),
        })),
      ]),
    ],
    [
      'that claims a million rows and all columns',
      changed((part) => ({
        ...part,
        content: `${part.content}`.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>'),
      })),
    ],
    [
      'with one coloured cell in the last row, and one in the last column',
      buildZip(
        buildWorkbookParts(`${good}<row r="3"><c r="XFD3" s="1"/></row><row r="1048576"><c r="A1048576" s="1"/></row>`),
      ),
    ],
    [
      'with more empty rows than a file may have',
      buildZip(
        buildWorkbookParts(good + Array.from({ length: 260_000 }, (_, index) => `<row r="${index + 3}"/>`).join('')),
      ),
    ],
    ['by SheetJS', written('xlsx')],
  ])('%s is read', async (_, file) => {
    expect(await cellsOf(file)).toEqual([row])
  })

  it('reads dates of type d, line ends as Excel hides them, and days that count from 1904 without a format', async () => {
    const cells = (last: string) =>
      buildRowXml(1, headers) +
      `<row r="2"><c r="A2" t="inlineStr"><is><t>Jan_x000D_\nBakker_x005F_</t></is></c><c r="B2" t="s"><v>0</v></c>${last}</row>`
    const strings = '<si><t xml:space="preserve">Venlo_x000D_</t></si>'
    const typed = buildWorkbookParts(cells('<c r="D2" t="d"><v>2027-12-31T00:00:00</v></c>'), { strings })
    expect(await cellsOf(buildZip(typed))).toEqual([['Jan\r\nBakker_', 'Venlo', '', '2027-12-31']])
    const old = buildWorkbookParts(cells('<c r="D2"><v>45290</v></c>'), { strings }).map((part) => ({
      ...part,
      content: `${part.content}`.replace('<workbook>', '<workbook><workbookPr date1904="1"/>'),
    }))
    expect(await endsOf(buildZip(old))).toEqual(['2027-12-31'])
    expect(await endsOf(buildZip(buildWorkbookParts(cells('<c r="D2"><v>46752</v></c>'))))).toEqual(['2027-12-31'])
  })

  it('is refused by its kind, with advice, when it is binary or of another program', async () => {
    const advice =
      /^not-a-spreadsheet: Een spreadsheet van dit soort \(\.(xlsb|ods)\) wordt niet gelezen\. .*Opslaan als \.xlsx/
    expect(await refusal(written('xlsb'))).toMatch(advice)
    expect(await refusal(written('ods'))).toMatch(advice)
  })
})

describe('an .xls of another maker', () => {
  it.each<[string, Buffer]>([
    ['of Excel 95, in its code page', excel95()],
    ['of Excel 97 with its stream in capitals', renamed(written('biff8'), 'Workbook', 'WORKBOOK')],
    ['that is a table of a page', written('html')],
    ['that is XML of Excel 2003', written('xlml')],
  ])('%s is read', async (_, file) => {
    expect(await cellsOf(file)).toEqual([row])
  })

  it('that is a page keeps its contents: spans, entities, long numbers, and a title of another table', async () => {
    const page = `<html><head><meta charset="utf-8"><style>td > b {}</style></head><body>
      <table><tr><td colspan=4>Aflopende contracten<br>2027</td></tr></table>
      <!-- <tr><td>weg</td></tr> -->
      <TABLE border="1"><THEAD><TR><TH>Klantnaam<TH>EAN<TH>Plaats<TH>Geldig&nbsp;tot</TR></THEAD>
      <tr><td rowspan="2">Caf&eacute; <b>Zo&#235;</b> &amp; Co<td>871687112345678903<td>'s-Gravenhage<td>31-12-2027</tr>
      <tr><td>871687112345678910</td><td>a &lt; b</td><td>1-1-2028</td></tr></TABLE>`
    expect(await cellsOf(Buffer.from(page))).toEqual([
      ['Café Zoë & Co', '871687112345678903', "'s-Gravenhage", '31-12-2027'],
      ['Café Zoë & Co', '871687112345678910', 'a < b', '1-1-2028'],
    ])
    expect(await refusal(Buffer.from('<html><body>Log opnieuw in</body></html>'))).toMatch(/^not-a-spreadsheet/)
  })

  it('that is a page or XML in Windows-1252 has its quotes, dashes and euros', async () => {
    const tags = [headers, special].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    expect(await cellsOf(encodeWindows1252(`<html><body><table>${tags.join('')}</table>`))).toEqual([special])
    const xml = written('xlml', [headers, special]).toString('utf8')
    for (const encoding of ['windows-1252', 'ISO-8859-1']) {
      const declared = xml.replace(/<\?xml[^>]*>/, `<?xml version="1.0" encoding="${encoding}"?>`)
      expect(await cellsOf(encodeWindows1252(declared)), encoding).toEqual([special])
    }
  })

  it('that is XML has all its sheets, places, dates, numbers and hidden rows', async () => {
    const sheet = (name: string, rows: string, around = '') =>
      `<Worksheet ss:Name="${name}"><Table>${rows}</Table>${around}</Worksheet>`
    const cell = (text: string, type = 'String', more = '') =>
      `<Cell${more}><Data ss:Type="${type}">${text}</Data></Cell>`
    const head = `<Row>${headers.map((text) => cell(text)).join('')}</Row>`
    const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${sheet(
      'A',
      `${head}<Row ss:Index="5" ss:Hidden="1">${cell('Jan')}${cell('2027-12-31T00:00:00.000', 'DateTime', ' ss:Index="4"')}</Row>`,
    )}${sheet(
      'B',
      `${head}<Row>${cell('Piet', 'String', ' ss:MergeAcross="1"')}${cell('612345678', 'Number')}${cell('46752', 'Number')}<Cell><Comment><Data>weg</Data></Comment></Cell></Row>`,
    )}${sheet('C', `${head}<Row>${cell('Geheim')}</Row>`, '<WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions>')}</Workbook>`
    expect(await cellsOf(Buffer.from(xml))).toEqual([
      ['Jan', '', '', '2027-12-31'],
      ['Piet', '', '612345678', '46752', ''],
    ])
    expect(await refusal(Buffer.from(xml.slice(0, -20)))).toMatch(/^corrupt/)
    const laughing = xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "lol">]>')
    expect(await refusal(Buffer.from(laughing))).toMatch(/^unsafe/)
  })

  it('of many rows as a page or XML is read whole', async () => {
    const rows = [...generateContractSheet(300)] as never
    const names = (all: (readonly string[])[]) => all.map(([id]) => id)
    const expected = names(await cellsOf(await buildXlsx({ Blad: rows })))
    expect(names(await cellsOf(written('html', rows)))).toEqual(expected)
    expect(names(await cellsOf(written('xlml', rows)))).toEqual(expected)
  })
})

describe('a CSV of another maker', () => {
  it('has bars between its cells, or a few bytes of Windows-1252 among its UTF-8', async () => {
    const lines = [headers, row].map((cells) => cells.join('|')).join('\r\n')
    expect(await cellsOf(Buffer.from(lines))).toEqual([row])
    const mixed = Buffer.concat([
      Buffer.from(`${headers.join(';')}\r\n${row.join(';')}\r\nRen`),
      Buffer.from([0xe9]),
      Buffer.from(';Köln;0612345678;1-1-2028\r\n'),
    ])
    expect(await cellsOf(mixed)).toEqual([row, ['René', 'Köln', '0612345678', '1-1-2028']])
    const pasted = Buffer.concat([
      Buffer.from(`${headers.join(';')}\r\n${row.join(';')}\r\n`),
      encodeWindows1252(`${special.join(';')}\r\n`),
      Buffer.from(`${special.join(';')}\r\n${special.join(';')}\r\n`),
    ])
    expect(await cellsOf(pasted)).toEqual([row, special, special, special])
  })
})

it('a CSV whose lines are wholly in quotes, and a web archive, give their rows', async () => {
  const lines = [headers, row].map((cells) => `"${cells.join(';')}"`)
  expect(await cellsOf(Buffer.from(`${lines.join('\r\n')}\r\n`))).toEqual([row])
  const table = [headers, row].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  const page = Buffer.from(`<html><meta charset="utf-8"><table>${table}</table></html>`)
  const quoted = [...page].map((byte) =>
    byte > 126 || byte === 61 ? `=${byte.toString(16)}` : String.fromCharCode(byte),
  )
  const archive = (encoding: string, body: string) =>
    Buffer.from(
      [
        ...['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary="----=_Grens"', '', '------=_Grens'],
        ...['Content-Type: text/html; charset="utf-8"', `Content-Transfer-Encoding: ${encoding}`, '', body],
        '------=_Grens--',
      ].join('\r\n'),
    )
  const folded = quoted.map((letter, at) => (at % 60 === 59 ? `${letter}=\r\n` : letter)).join('')
  expect(await cellsOf(archive('quoted-printable', folded))).toEqual([row])
  expect(await cellsOf(archive('base64', page.toString('base64')))).toEqual([row])
})

/** Returns a compound file with a renamed stream. */
function renamed(file: Buffer, from: string, to: string): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf(Buffer.from(from, 'utf16le'))
  if (at < 0) throw new Error(`No stream ${from}`)
  copy.write(to, at, 'utf16le')
  return copy
}

/**
 * Returns a workbook of Excel 95 in Windows-1252: the writer knows only ASCII, so other letters are replaced
 * afterwards.
 */
function excel95(): Buffer {
  const standIns: Record<string, string> = { ë: '{', ö: '|', '€': '}' }
  const ascii = row.map((text) => text.replace(/[ëö€]/g, (letter) => standIns[letter] ?? ''))
  const file = written('biff5', [headers, ascii]).toString('latin1')
  const inWindows1252 = (text: string) => text.replace('ë', '\xeb').replace('ö', '\xf6').replace('€', '\x80')
  const whole = ascii.reduce((all, text, column) => all.replace(text, inWindows1252(row[column] ?? '')), file)
  return Buffer.from(whole, 'latin1')
}
