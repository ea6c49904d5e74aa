import { readFile } from 'node:fs/promises'
import { CFB } from '@e965/xlsx'
import { afterEach, describe, expect, it } from 'vitest'
import {
  buildRowXml,
  buildWorkbookParts,
  buildXlsx,
  buildZip,
  generateContractSheet,
  readContractRows,
  type ZipPart,
} from '../../../testing/spreadsheets.ts'
import { convertOldWorkbook } from '../../spreadsheets/formats/converted.ts'
import { refuseOtherCompounds } from '../../spreadsheets/formats/ole-compound.ts'
import { ROWS, scanRecords } from '../../spreadsheets/formats/record-scan.ts'
import { plainTable } from '../../spreadsheets/formats/sheet.ts'
import { SpreadsheetError, type SpreadsheetFault } from '../../spreadsheets/formats/spreadsheet-error.ts'
import { readFirstRows, type SpreadsheetSource } from '../../spreadsheets/recognition/read.ts'
import { contractList } from './recognise.ts'

const INPUTS = new URL('../../../testing/inputs/', import.meta.url)
const headers = ['Klantnaam', 'Plaats', 'Geldig tot']
const header = buildRowXml(1, headers)
const good = header + buildRowXml(2, ['Jan', 'Venlo', '1-1-2027'])
const sheetPart = 'xl/worksheets/sheet1.xml'

/** Returns the number of rows before the refusal, and the refusal. */
async function refusal(source: SpreadsheetSource): Promise<{ rows: number; fault: SpreadsheetFault; message: string }> {
  let rows = 0
  try {
    for await (const _row of readContractRows(source, { filename: 'lijst.xlsx' })) rows++
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    return { rows, fault: error.fault, message: error.message }
  }
  throw new Error(`Read ${rows} rows without a refusal`)
}
async function count(rows: AsyncIterable<unknown>): Promise<number> {
  let number = 0
  for await (const _row of rows) number++
  return number
}
const refused = (fault: SpreadsheetFault) => ({ rows: 0, fault, message: expect.any(String) })

/** Returns a workbook with one part replaced or added. */
function workbookWith(part: ZipPart): Buffer {
  return buildZip([...buildWorkbookParts(good).filter(({ name }) => name !== part.name), part])
}
const sheetOf = (rows: string, around = '', before = '') =>
  `<worksheet>${before}<sheetData>${rows}</sheetData>${around}</worksheet>`

/** Returns a compound file with streams of these names, of 100 sectors each. */
function compoundOf(...names: string[]): Buffer {
  const file = CFB.utils.cfb_new()
  for (const name of names) CFB.utils.cfb_add(file, `/${name}`, Buffer.alloc(51_200, 0x5a))
  return Buffer.from(CFB.write(file, { type: 'buffer' }))
}

/** After every test the next good file is still read. */
afterEach(async () => {
  const file = await buildXlsx({ Blad: [...generateContractSheet(3)] })
  expect(await count(readContractRows(file, { filename: 'goed.xlsx' }))).toBe(3)
})

describe('a file that is no spreadsheet', () => {
  it.each<[string, Buffer, SpreadsheetFault]>([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['white space', Buffer.from('\ufeff \r\n\t \r\n'), 'empty'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'not-a-spreadsheet'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-a-spreadsheet'],
    ['a page', Buffer.from('\n<!DOCTYPE html><p>Klantnaam</p>'), 'not-a-spreadsheet'],
    ['a page with another table', Buffer.from('\n<!DOCTYPE html><table><tr><td>Klantnaam'), 'no-header'],
    ['XML', Buffer.from('<?xml version="1.0"?><Workbook/>'), 'not-a-spreadsheet'],
    ['noise', Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)), 'not-a-spreadsheet'],
    ['prose', Buffer.from('Beste collega,\nhierbij de lijst.\nGroet, Jan'), 'no-header'],
    ['JSON', Buffer.from('[{"Klantnaam":"Jan","Geldig tot":"1-1-2027"}]'), 'no-header'],
    ['a zip of something else', buildZip([{ name: 'word/document.xml', content: '<w/>' }]), 'not-a-spreadsheet'],
    ['an empty zip', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 'not-a-spreadsheet'],
    ['an .ods', buildZip([{ name: 'content.xml', content: '<office/>' }]), 'not-a-spreadsheet'],
    ['an .xlsb', buildZip([{ name: 'xl/workbook.bin', content: 'x' }]), 'not-a-spreadsheet'],
  ])('%s', async (_, file, fault) => {
    expect(await refusal(file)).toEqual(refused(fault))
  })

  it('is recognised by its contents, whatever its name; the message names the kinds to upload', async () => {
    const { message } = await refusal(Buffer.from('%PDF-1.7'))
    expect(message).toBe("'lijst.xlsx' is geen spreadsheet. Upload een .xlsx-, .xls- of .csv-bestand.")
  })
})

describe('a spreadsheet without contracts', () => {
  it('has no rows, no header, or no column from which the end follows', async () => {
    expect(await refusal(buildZip(buildWorkbookParts('')))).toEqual(refused('empty'))
    expect(await refusal(buildZip(buildWorkbookParts(header)))).toEqual(refused('empty'))
    expect(await refusal(buildZip(buildWorkbookParts(buildRowXml(1, ['Kleur', 'Maat']))))).toEqual(refused('no-header'))
    const { message } = await refusal(Buffer.from('Klantnaam;Plaats;Tekendatum\r\nJan;Venlo;1-1-2027'))
    expect(message).toMatch(/^De kolom ‘Geldig tot’ ontbreekt/)
  })

  it('has its header too far down', async () => {
    const lines = [
      ...Array.from({ length: 20 }, (_, index) => `regel ${index}`),
      'Klantnaam;Geldig tot',
      'Jan;1-1-2027',
    ]
    expect(await refusal(Buffer.from(lines.join('\n')))).toEqual(refused('no-header'))
  })
})

describe('a locked file', () => {
  it('is an .xlsx with a password, which is a compound file', async () => {
    expect(await refusal(compoundOf('EncryptedPackage'))).toEqual(refused('encrypted'))
  })

  it('is a zip with a password', async () => {
    const file = buildZip(buildWorkbookParts(good).map((part) => ({ ...part, encrypted: true })))
    expect(await refusal(file)).toEqual(refused('encrypted'))
  })
})

describe('a broken file', () => {
  it('is refused wherever it is cut off', async () => {
    const file = await buildXlsx({ Blad: [...generateContractSheet(500)] })
    for (const part of [0.001, 0.1, 0.5, 0.9, 0.999]) {
      const cut = file.subarray(0, Math.max(8, Math.floor(file.length * part)))
      expect(await refusal(cut), String(part)).toEqual(refused('corrupt'))
    }
  })

  it('is refused when a byte of its contents has changed', async () => {
    const file = Buffer.from(buildZip(buildWorkbookParts(good).map((part) => ({ ...part, stored: true }))))
    file[file.indexOf('Venlo')] = 0x57
    expect(await refusal(file)).toEqual(refused('corrupt'))
  })

  it('is refused when its XML does not close', async () => {
    for (const content of ['<worksheet><sheetData>', 'geen xml', '<x:worksheet><x:sheetData></x:worksheet>']) {
      expect(await refusal(workbookWith({ name: sheetPart, content }))).toEqual(refused('corrupt'))
    }
  })

  it('is refused when the XML cannot be parsed or has impossible cells', async () => {
    for (const rows of [
      '<row r="1"><c r="A1"><v>1</v></x></row>',
      '<row r="1"><c r="1"><v>1</v></c></row>',
      '<row r="A"><c r="A1"><v>1</v></c></row>',
      '<row r="1"><c r="A1" t="str"><v>&onbekend;</v></c></row>',
    ]) {
      expect(await refusal(workbookWith({ name: sheetPart, content: sheetOf(rows) })), rows).toEqual(refused('corrupt'))
    }
  })

  it('is an .xls of noise', async () => {
    const file = Buffer.alloc(65_536, 0x5a)
    file.write('d0cf11e0a1b11ae1', 0, 'hex')
    expect(await refusal(file)).toEqual(refused('not-a-spreadsheet'))
    expect(await refusal(compoundOf('WordDocument'))).toEqual(refused('not-a-spreadsheet'))
    expect(await refusal(compoundOf('Workbook', '_VBA_PROJECT_CUR'))).toEqual(refused('macros'))
  })

  it('is an .xls whose cells repeat one long text to more than its conversion holds', async () => {
    async function* rows() {
      for (let number = 1; number <= 7_000; number++) yield [{ number, cells: ['x'.repeat(10_000)] }]
    }
    const sheets = [{ name: 'Blad', isHidden: false, open: async () => plainTable(rows()) }]
    await expect(convertOldWorkbook(Buffer.alloc(0), async () => sheets)).rejects.toMatchObject({ fault: 'too-large' })
  })

  it('is an .xls whose sectors or folders return to themselves, refused before the library reads it', async () => {
    expect(await refusal(await readFile(new URL('oom-5kB-fat-cycle.xls', INPUTS)))).toEqual(refused('corrupt'))
    const file = compoundOf('Workbook')
    expect(() => refuseOtherCompounds(file)).not.toThrow()
    const [table, directory] = [76, 48].map((at) => 512 * (file.readInt32LE(at) + 1)) as [number, number]
    // The stream stands behind the root and an entry of the library.
    const entry = directory + 2 * 128
    const start = file.readInt32LE(entry + 116)
    const chain = Array.from({ length: 100 }, (_, at) => start + at)
    const next = (sector: number, to: number) => [table + 4 * sector, to] as const
    for (const [name, ...changes] of [
      ['a sector that follows itself', next(start, start)],
      ['a sector that follows a later one', next(start + 9, start)],
      ['a sector beyond the file', next(start, 99_999)],
      ['a folder within itself', [entry + 76, 2]],
      ['a chain from last to first', next(start, -2), ...chain.slice(1).map((sector) => next(sector, sector - 1))],
    ] as const) {
      const changed = Buffer.from(file)
      for (const [at, to] of changes) changed.writeInt32LE(to, at)
      expect(() => refuseOtherCompounds(changed), name).toThrow(SpreadsheetError)
    }
  })

  it('is one at which a library fails; a failure of the bucket is none of the file', async () => {
    const declared = (root: string) => `<?xml version="1.0" encoding="iso-8859-99"?>${root}`
    const excel2003 = declared('<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>')
    expect(await refusal(Buffer.from(excel2003))).toEqual(refused('corrupt'))
    const sheet = workbookWith({ name: sheetPart, content: declared(sheetOf(good)) })
    expect(await refusal(sheet)).toEqual(refused('corrupt'))
    async function* torn() {
      yield Buffer.from('Klantnaam;Geldig tot\r\n')
      throw new Error('The bucket is away')
    }
    await expect(refusal(torn())).rejects.toThrow('The bucket is away')
  })

  it('is a CSV whose quote never closes', async () => {
    const { fault, message } = await refusal(
      Buffer.from(`Klantnaam;Geldig tot\nJan;1-1-2027\n"Piet;${'x'.repeat(2_000_000)}`),
    )
    expect([fault, message]).toEqual([
      'corrupt',
      'Rij 3 van dit CSV-bestand kan niet worden gelezen: staat er een los aanhalingsteken in?',
    ])
  })
})

describe('a bomb', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1024 * 1024, '<!-- -->')

  it('is refused by the sizes it declares, whichever part it hides in', async () => {
    for (const name of [sheetPart, 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/media/plaatje.png']) {
      expect(await refusal(workbookWith({ name, content: megabytes(20) })), name).toEqual(refused('too-large'))
    }
  })

  it('is refused by its real size when it declares less', async () => {
    for (const name of [sheetPart, 'xl/sharedStrings.xml', 'xl/workbook.xml']) {
      const file = workbookWith({ name, content: megabytes(20), declaredSize: 1000 })
      expect(await refusal(file), name).toEqual(refused('unsafe'))
    }
  })

  it('is refused when many parts together are too large', async () => {
    const parts = Array.from({ length: 50 }, (_, index) => ({
      name: `deel${index}`,
      content: 'x',
      declaredSize: 10_000_000,
    }))
    expect(await refusal(buildZip([...buildWorkbookParts(good), ...parts]))).toEqual(refused('too-large'))
  })

  it('is refused when it has too many parts', async () => {
    const parts = Array.from({ length: 2001 }, (_, index) => ({ name: `deel${index}`, content: '' }))
    expect(await refusal(buildZip(parts))).toEqual(refused('too-large'))
  })

  it('is refused while it arrives', async () => {
    let sent = 0
    async function* endless() {
      for (;;) {
        sent += 1024 * 1024
        yield Buffer.alloc(1024 * 1024, 'PK\x03\x04')
      }
    }
    expect(await refusal(endless())).toEqual(refused('too-large'))
    expect(sent).toBeLessThanOrEqual(51 * 1024 * 1024)
  })
})

describe('a sheet that is too large', () => {
  const manyRows = (count: number) =>
    Array.from({ length: count }, (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"/></row>`).join('')

  it.each<[string, string, string]>([
    ['in rows', sheetOf(header + manyRows(250_020)), 'rijen'],
    ['in columns', sheetOf(`${header}<row r="2"><c r="GS2"><v>1</v></c></row>`), 'kolommen'],
    [
      'in columns, hidden behind another attribute',
      sheetOf(`${header}<row r="2"><c s="0" r="XFD2"><v>1</v></c></row>`),
      'kolommen',
    ],
    [
      'in merges',
      sheetOf(good, `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(10_001)}</mergeCells>`),
      'samengevoegde cellen',
    ],
    [
      'in one text',
      sheetOf(`${header}<row r="2"><c r="A2" t="str"><v>${'x'.repeat(1_100_000)}</v></c></row>`),
      'tekens in één rij',
    ],
    ['in one tag', sheetOf(`${header}<row r="2" ${'a="" '.repeat(220_000)}/>`), 'tekens in één rij'],
  ])('%s', async (_, content, what) => {
    const { rows, fault, message } = await refusal(workbookWith({ name: sheetPart, content, stored: true }))
    expect([rows, fault]).toEqual([0, 'too-large'])
    expect(message).toMatch(new RegExp(`^Dit bestand heeft te veel ${what}: het maximum is [\\d.]+\\.`))
  })

  it('may have the maximum number of rows besides its header', async () => {
    async function* part() {
      yield Buffer.from(sheetOf(header + manyRows(250_000)))
    }
    expect(await scanRecords(part(), ROWS)).toMatchObject({ hiddenRows: 0 })
  })

  it('in columns or rows of a CSV', async () => {
    const wide = `Klantnaam;Geldig tot\nJan;1-1-2027${';'.repeat(300)}`
    expect(await refusal(Buffer.from(wide))).toMatchObject({ fault: 'too-large' })
    const long = `Klantnaam;Geldig tot\n${'Jan;1-1-2027\n'.repeat(250_001)}`
    expect(await refusal(Buffer.from(long))).toMatchObject({ fault: 'too-large' })
  })
})

describe('a file of very many sheets', () => {
  const xmlOf = (count: number) => {
    const cells = (texts: string[]) => texts.map((text) => `<Cell><Data>${text}</Data></Cell>`).join('')
    const table = `<Table><Row>${cells(headers)}</Row><Row>${cells(['Jan', 'Venlo', '1-1-2027'])}</Row></Table>`
    const sheet = `<Worksheet>${table}</Worksheet>`
    return Buffer.from(
      `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">${sheet.repeat(count)}</Workbook>`,
    )
  }
  /** Returns a workbook that lists the same sheet `count` times. */
  const workbookOf = (count: number) => {
    const sheets = '<sheet name="Blad" r:id="rId1"/>'.repeat(count)
    return workbookWith({ name: 'xl/workbook.xml', content: `<workbook><sheets>${sheets}</sheets></workbook>` })
  }

  it('is refused before it is read once per sheet', async () => {
    for (const file of [xmlOf(101), workbookOf(101)]) {
      const { rows, fault, message } = await refusal(file)
      expect([rows, fault]).toEqual([0, 'too-large'])
      expect(message).toMatch(/^Dit bestand heeft te veel bladen: het maximum is 100\./)
    }
    expect(await refusal(workbookOf(2))).toEqual(refused('unsafe'))
    expect(await count(readContractRows(xmlOf(12), { filename: 'lijst.xls' }))).toBe(12)
  })

  it('is read except for a sheet that is too wide', async () => {
    const wide = '<Worksheet><Table><Row><Cell Index="300"><Data>X</Data></Cell></Row></Table></Worksheet>'
    const beside = (before: string, after: string) =>
      Buffer.from(
        xmlOf(2)
          .toString()
          .replace(/<Worksheet>.*<\/Worksheet>/, (sheets) => before + sheets + after),
      )
    for (const file of [beside(wide, ''), beside('', wide)]) {
      expect(await count(readContractRows(file, { filename: 'lijst.xls' }))).toBe(2)
    }
  })

  it('shows only its first ten sheets in a preview', async () => {
    const options = { filename: 'lijst.xls', layoutsOf: async () => new Map() }
    expect(await readFirstRows(contractList, xmlOf(12), options)).toHaveLength(10)
  })
})

describe('a trick', () => {
  const laughs = `<!DOCTYPE x [${'<!ENTITY a "lol">'.repeat(10)}]>`

  it.each<[string, ZipPart]>([
    ['an entity in the sheet', { name: sheetPart, content: laughs + sheetOf(good) }],
    ['an entity in the texts', { name: 'xl/sharedStrings.xml', content: `${laughs}<sst/>` }],
    ['a file from elsewhere', { name: sheetPart, content: `<!DOCTYPE x SYSTEM "file:///etc/passwd">${sheetOf(good)}` }],
    ['endless nesting', { name: sheetPart, content: sheetOf(`${'<a>'.repeat(9999)}${'</a>'.repeat(9999)}`) }],
    ['rows inside rows', { name: sheetPart, content: sheetOf('<row r="1"><row r="2"></row>'.repeat(9999)) }],
    ['tags that are no rows', { name: sheetPart, content: sheetOf(`${good}${'<b/>'.repeat(200_000)}`) }],
    [
      'text with tags of rows',
      {
        name: sheetPart,
        content: sheetOf(`${header}<row r="2"><c r="A2" t="str"><v><![CDATA[Jan</row>]]></v></c></row>`),
      },
    ],
    ['a path out of the archive', { name: '../../etc/cron.d/x', content: 'x' }],
    ['an absolute path', { name: '/etc/passwd', content: 'x' }],
    ['a path for Windows', { name: 'xl\\..\\..\\x', content: 'x' }],
  ])('%s', async (_, part) => {
    expect(await refusal(workbookWith(part))).toEqual(refused('unsafe'))
  })

  it('two parts of one name', async () => {
    expect(await refusal(buildZip([...buildWorkbookParts(good), ...buildWorkbookParts(good)]))).toEqual(
      refused('unsafe'),
    )
  })

  it('macros, by name or by type', async () => {
    expect(await refusal(workbookWith({ name: 'xl/vbaProject.bin', content: 'x' }))).toEqual(refused('macros'))
    const type = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
    const file = workbookWith({
      name: '[Content_Types].xml',
      content: `<Types><Override ContentType="${type}"/></Types>`,
    })
    expect(await refusal(file)).toEqual(refused('macros'))
  })

  it('columns by the billion and an unending format cost nothing', async () => {
    const before = '<cols><col min="1" max="2000000000" width="9"/></cols>'
    const styles = `<styleSheet><numFmts>${'<numFmt '.repeat(50_000)}</numFmts>${'<cellXfs '.repeat(50_000)}${'['.repeat(50_000)}</styleSheet>`
    const parts = buildWorkbookParts(good).filter(({ name }) => name !== sheetPart)
    const file = buildZip([
      ...parts,
      { name: sheetPart, content: sheetOf(good, '', before), stored: true },
      { name: 'xl/styles.xml', content: styles, stored: true },
    ])
    expect(await count(readContractRows(file, { filename: 'lijst.xlsx' }))).toBe(1)
  })
})
