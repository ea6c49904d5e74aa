import * as sheetjs from '@e965/xlsx'
import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildRowXml, buildWorkbookParts, buildXlsx, buildZip, type ZipPart } from '../../../testing/spreadsheets.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let as: string
beforeAll(async () => {
  world = await startWorld()
  as = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

async function upload(filename: string, content: string | Uint8Array) {
  const form = new FormData()
  form.append('file', new File([content as string], filename))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await request.arrayBuffer())
  return world.call('POST', '/api/self-billing/upload-attachment', { as, body, headers })
}

const parts = buildWorkbookParts(buildRowXml(1, ['dag', 'uren']))
const withPart = (name: string, content = 'MZ') => buildZip([...parts, { name, content }])
const without = (name: string) => buildZip(parts.filter((part) => part.name !== name))
const withMacroType = parts.map((part) => ({
  ...part,
  content: String(part.content).replace(
    'openxmlformats-officedocument.spreadsheetml.sheet',
    'ms-excel.sheet.macroEnabled',
  ),
}))
const lying = parts.map((part): ZipPart => ({ ...part, declaredSize: Buffer.byteLength(part.content) + 1 }))

async function withPicture(): Promise<Uint8Array> {
  const workbook = new exceljs.Workbook()
  const sheet = workbook.addWorksheet('Uren')
  sheet.addRow(['dag', 'uren'])
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const id = workbook.addImage({ buffer: png as unknown as ArrayBuffer, extension: 'png' })
  sheet.addImage(id, 'A3:B4')
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function oldWorkbook(): Uint8Array {
  const book = sheetjs.utils.book_new()
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([['dag', 'uren']]), 'Uren')
  return new Uint8Array(sheetjs.write(book, { type: 'array', bookType: 'biff8' }))
}

it('accepts a workbook of any program, and a CSV', async () => {
  const files: [string, string | Uint8Array][] = [
    ['hand.xlsx', buildZip(parts)],
    ['stroom.xlsx', await buildXlsx({ Uren: [['dag', 'uren']] })],
    ['beeld.xlsx', await withPicture()],
    ['printer.xlsx', withPart('xl/printerSettings/printerSettings1.bin')],
    ['oud.xls', oldWorkbook()],
    ['uren.csv', 'dag;uren\r\n1;8'],
    ['breed.csv', Buffer.from('\ufeffdag;uren', 'utf16le')],
  ]
  for (const [name, bytes] of files) {
    const { status, text } = await upload(name, bytes)
    expect([name, status, text]).toEqual([name, 200, text])
  }
})

const none = 'Dit bestand is geen .xlsx, .xls of .csv'
const macros = 'Dit bestand bevat macro’s'
const alien = 'Geweigerd: dit bestand bevat onderdelen die niet in een spreadsheet horen'
const broken = 'Dit bestand is beschadigd of niet volledig'

it.each<[string, string, string | Uint8Array, string]>([
  ['a zip of another kind', 'uren.xlsx', buildZip([{ name: 'virus.exe', content: 'MZ' }]), none],
  [
    'a document',
    'uren.xlsx',
    buildZip([
      { name: '[Content_Types].xml', content: '' },
      { name: 'word/document.xml', content: '' },
    ]),
    none,
  ],
  ['no list of its parts', 'uren.xlsx', without('[Content_Types].xml'), none],
  ['no workbook', 'uren.xlsx', without('xl/workbook.xml'), none],
  ['no sheet', 'uren.xlsx', without('xl/worksheets/sheet1.xml'), broken],
  ['its first bytes alone', 'uren.xlsx', 'PK\x03\x04 en verder niets', broken],
  ['half of it', 'uren.xlsx', buildZip(parts).subarray(0, 300), broken],
  ['parts of other sizes than declared', 'uren.xlsx', buildZip(lying), broken],
  ['macros', 'uren.xlsx', withPart('xl/vbaProject.bin'), macros],
  ['macros by its type', 'uren.xlsx', buildZip(withMacroType), macros],
  ['macros of Excel 4', 'uren.xlsx', withPart('xl/macrosheets/sheet1.xml', '<x/>'), macros],
  ['a program inside', 'uren.xlsx', withPart('xl/media/image1.exe'), alien],
  ['a control inside', 'uren.xlsx', withPart('xl/activeX/activeX1.xml', '<x/>'), alien],
  ['another file inside', 'uren.xlsx', withPart('xl/embeddings/oleObject1.bin'), alien],
  ['a path out of it', 'uren.xlsx', withPart('../uren.xml'), alien],
  ['another compound file', 'uren.xls', Buffer.from('d0cf11e0a1b11ae1'.padEnd(2_000, '0'), 'hex'), none],
  ['a name of another kind', 'uren.xls', buildZip(parts), none],
  ['a program behind a page of text', 'uren.csv', `${'dag;uren\n'.repeat(1_000)}\0\x01\x02`, none],
])('what is no sound spreadsheet is refused: %s', async (_, name, bytes, reason) => {
  const { status, body } = await upload(name, bytes)
  expect([status, body.message]).toEqual([415, expect.stringContaining(reason)])
})
