import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import * as sheetjs from '@e965/xlsx'
import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { deliverObjectEvent as deliverTo, objectKeyOf } from '../../../testing/bucket.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string
let agent: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin' }))
  agent = await world.session(await world.person({ role: 'agent' }))
})
afterAll(() => world.stop())

const upload = (...lines: string[]) => uploadFile(lines.join('\r\n'), 'portaal.csv')
async function uploadFile(content: string | Uint8Array<ArrayBuffer>, filename: string) {
  const form = new FormData()
  form.append('file', new File([content], filename))
  const request = new Response(form)
  return world.call('POST', '/api/contracts/upload', {
    as: admin,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const preview = async (id: string, as = admin) => world.call('GET', `/api/contracts/uploads/${id}/preview`, { as })
const map = async (id: string, body: object, as = admin) =>
  world.call('PUT', `/api/contracts/uploads/${id}/mapping`, {
    as,
    body: { sheet: 0, headerRow: 2, monthFirst: false, ...body },
  })
const uploadOf = async (id: string) => {
  const { body } = await world.call('GET', '/api/contracts/uploads', { as: admin })
  return body.find((one: { id: string }) => one.id === id)
}
/** Returns the ends of a customer's contracts. */
const endsOf = async (customer: string) => {
  const q = encodeURIComponent(customer)
  const { body } = await world.call('GET', `/api/contracts/sales-status/nieuw?q=${q}`, { as: admin })
  return body.map(({ expiryDate }: { expiryDate: string }) => expiryDate)
}
const deliver = (key: string) => deliverTo(world, 'contract-import', key)

const headers = ['Lijst van november', 'Wie;Waar;Wanneer;Nummer;Bank']
const unknown = [null, null, null, null, null]
const fields = ['customerName', 'city', 'expiryDate', 'saleId', null]

it('a file waits for the meaning of its columns, which then also serves the next file with these headers', async () => {
  const first = await upload(...headers, 'Mapbakker;Venlo;12/31/2027;M-1;NL91ABNA0417164300')
  expect(first.status, first.text).toBe(422)
  expect(first.body).toMatchObject({ error: 'We herkennen de kolommen niet. Wijs ze één keer aan.', details: [] })
  const id: string = first.body.uploadId
  expect(await uploadOf(id)).toMatchObject({ state: 'controle nodig', filename: 'portaal.csv' })

  const seen = await preview(id)
  expect(seen.body).toEqual({
    filename: 'portaal.csv',
    sheets: [
      {
        name: null,
        rows: [
          { number: 1, cells: ['Lijst van november', '', '', '', ''], fields: unknown, problems: [] },
          { number: 2, cells: ['Wie', 'Waar', 'Wanneer', 'Nummer', 'Bank'], fields: unknown, problems: [] },
          {
            number: 3,
            cells: ['Mapbakker', 'Venlo', '12/31/2027', 'M-1', 'NL•• •••• •••• ••43 00'],
            fields: unknown,
            problems: [],
          },
        ],
        wrong: [],
        guessed: [],
        likelyRow: 2,
        headerRow: null,
        fields: unknown,
        monthFirst: false,
        isRemembered: false,
      },
    ],
  })

  const tooLittle = await map(id, { fields: ['customerName', null] })
  expect([tooLittle.status, tooLittle.body.errors]).toEqual([422, { fields: [expect.stringContaining('Geldig tot')] }])
  expect((await map(id, { fields, headerRow: 7 })).status).toBe(422)
  expect((await map(id, { fields, sheet: 1 })).status).toBe(422)
  expect((await map(id, { fields: ['geheim'] })).status).toBe(400)
  expect(await uploadOf(id)).toMatchObject({ state: 'controle nodig' })

  const reply = await map(id, { fields, monthFirst: true })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body).toMatchObject({ uploadId: id, stats: { totalRows: 1, created: 1, errors: 0 } })
  expect(await uploadOf(id)).toMatchObject({ state: 'klaar', error: null, stats: { created: 1 } })
  expect(await endsOf('Mapbakker')).toEqual(['2027-12-31'])
  expect((await preview(id)).body.sheets[0]).toMatchObject({
    headerRow: 2,
    fields,
    monthFirst: true,
    isRemembered: true,
  })

  const next = await upload('WIE;waar;Wanneer?;Nummer;Bank', 'Mapslager;Venlo;06/30/2028;M-2;')
  expect(next.body, next.text).toMatchObject({ stats: { created: 1, errors: 0 } })
  expect(await endsOf('Mapslager')).toEqual(['2028-06-30'])
  await world.s3.put(
    'uploads',
    'contracts/gesleept.csv',
    Buffer.from(`${headers[1]}\r\nMapvisser;Venlo;01/31/2028;M-3;`),
    'text/csv',
  )
  await deliver('contracts/gesleept.csv')
  expect(await endsOf('Mapvisser')).toEqual(['2028-01-31'])
})

it('wrong rows are shown by the columns of their own reading, whatever was stored for such headers since', async () => {
  const headers = 'Wie dan;Tot;En tot'
  const columns = (...names: (string | null)[]) => ({ headerRow: 1, fields: ['customerName', ...names] })
  const file = [headers, 'Mapgoed;1-1-2028;nooit', 'Mapfout;geen dag;1-1-2028']
  const first: string = (await upload(...file)).body.uploadId
  expect((await map(first, columns('expiryDate', null))).body.stats).toMatchObject({ created: 1, errors: 1 })
  const second: string = (await upload(headers, 'Mapander;1-1-2028;1-1-2029')).body.uploadId
  expect((await map(second, columns(null, 'expiryDate'))).status).toBe(200)
  const reply = await world.call('GET', `/api/contracts/uploads/${first}/errors`, { as: admin })
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(Buffer.from(reply.text, 'latin1') as unknown as ArrayBuffer)
  const [sheet] = workbook.worksheets
  expect([sheet?.rowCount, sheet?.getCell('A2').value]).toEqual([2, 'Mapfout'])
})

it('columns can be corrected after an import, and repeated events of the file store nothing twice', async () => {
  const imported = await upload('Klant;Sale ID;Einddatum;Datum', 'Maptimmer;M-9;1-1-2028;1-1-2029')
  const id: string = imported.body.uploadId
  expect(await endsOf('Maptimmer')).toEqual(['2028-01-01'])
  expect((await preview(id)).body.sheets[0].fields).toEqual(['customerName', 'saleId', 'expiryDate', null])
  const reply = await map(id, { headerRow: 1, fields: ['customerName', 'saleId', null, 'expiryDate'] })
  expect(reply.body.stats, reply.text).toMatchObject({ totalRows: 1, errors: 0 })
  expect(await endsOf('Maptimmer')).toEqual(['2029-01-01'])
  for (const key of new Set(world.created.map(objectKeyOf))) await deliver(key)
  expect(await endsOf('Maptimmer')).toEqual(['2029-01-01'])
  expect(await uploadOf(id)).toMatchObject({ state: 'klaar', stats: { totalRows: 1 } })
})

it('an upload keeps waiting when its file cannot be stored again; a new event continues a late call', async () => {
  const own = ['Wie?;Waar;Totdat', 'Maptraag;Venlo;1-1-2028']
  const { body } = await upload(...own)
  const columns = { headerRow: 1, fields: ['customerName', 'city', 'expiryDate'] }
  const { send } = S3Client.prototype
  const whenPut = vi.fn<() => void>()
  const spy = vi.spyOn(S3Client.prototype, 'send').mockImplementation(function (this: S3Client, command: never) {
    if ((command as object) instanceof PutObjectCommand) whenPut()
    return Reflect.apply(send, this, [command])
  } as typeof send)
  whenPut.mockImplementationOnce(() => {
    throw new Error('The bucket is away')
  })
  expect((await map(body.uploadId, columns)).status).toBe(500)
  expect(await uploadOf(body.uploadId)).toMatchObject({ state: 'controle nodig' })
  expect((await preview(body.uploadId)).body.sheets[0]).toMatchObject({ isRemembered: false })

  whenPut.mockImplementationOnce(() => world.travel(Date.now() + 24_000))
  const late = await map(body.uploadId, columns)
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Het wordt verwerkt')])
  spy.mockRestore()
  expect(await uploadOf(body.uploadId)).toMatchObject({ state: 'wordt verwerkt' })
  await deliver(objectKeyOf(world.created.at(-1)))
  expect(await uploadOf(body.uploadId)).toMatchObject({ state: 'klaar', stats: { created: 1 } })
})

it('two simultaneous mappings count nothing twice', async () => {
  const countOf = async () => (await world.call('GET', '/api/contracts/counts', { as: admin })).body.counts.nieuw
  const { body } = await upload('Wie nu?;Waar dan;Tot wanneer dan', 'Maptwee;Venlo;1-1-2028', 'Mapdrie;Venlo;1-1-2028')
  const before = await countOf()
  const mapping = { headerRow: 1, fields: ['customerName', 'city', 'expiryDate'] }
  const replies = await Promise.all([map(body.uploadId, mapping), map(body.uploadId, mapping)])
  // The second call is refused while the first is still reading; otherwise it reads the file again.
  const statuses = replies.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses)
  expect(await countOf()).toBe(before + 2)
  expect([...(await endsOf('Maptwee')), ...(await endsOf('Mapdrie'))]).toEqual(['2028-01-01', '2028-01-01'])
})

it('preview and mapping are for admins, and for known uploads', async () => {
  const { body } = await upload(...headers, 'X;Y;1-1-2028;M-4;')
  expect([(await preview(body.uploadId, agent)).status, (await map(body.uploadId, { fields }, agent)).status]).toEqual([
    403, 403,
  ])
  expect([(await preview('onbekend')).status, (await map('onbekend', { fields })).status]).toEqual([404, 404])
})

it('asks which of two equally good columns for the end counts, and shows both', async () => {
  const lines = ['Klantnaam;Einddatum contract;Einddatum levering', 'Tweemaal;31-12-2027;30-06-2028']
  const asked = await upload(...lines)
  expect(asked.status, asked.text).toBe(422)
  const id: string = asked.body.uploadId
  expect(await uploadOf(id)).toMatchObject({ state: 'controle nodig', stats: { created: 0 } })
  expect((await preview(id)).body.sheets[0]).toMatchObject({
    headerRow: 1,
    fields: ['customerName', 'expiryDate', 'expiryDate'],
  })
  expect((await map(id, { headerRow: 1, fields: ['customerName', null, 'expiryDate'] })).status).toBe(200)
  expect(await endsOf('Tweemaal')).toEqual(['2028-06-30'])
  expect((await upload(...lines)).body).toMatchObject({ stats: { skipped: 1 } })
})

it('an .xls is read by the import function alone; preview, wrong rows, mapping and undo use what it stored', async () => {
  const sheet = sheetjs.utils.aoa_to_sheet([
    ['Lijst van november'],
    ['Wie?', 'Plek', 'Wanneer', 'Kenmerk', 'Rekening'],
    ['Oude bakker', 'Venlo', '12/31/2027', 'X-1', ''],
    ['Oude slager', 'Venlo', '02/31/2027', 'X-2', ''],
  ])
  const book = { SheetNames: ['Blad'], Sheets: { Blad: sheet } }
  const bytes = new Uint8Array(sheetjs.write(book, { type: 'buffer', bookType: 'biff8' }))
  const first = await uploadFile(bytes, 'oud.xls')
  expect([first.status, first.body.state]).toEqual([409, 'wordt verwerkt'])
  const id: string = first.body.uploadId
  expect([(await preview(id)).status, await uploadOf(id)]).toMatchObject([409, { state: 'wordt verwerkt' }])

  const key = objectKeyOf(world.created.at(-1))
  await deliver(key)
  expect(await uploadOf(id)).toMatchObject({ state: 'controle nodig', filename: 'oud.xls' })
  const [shown] = (await preview(id)).body.sheets
  expect(shown.rows[2]).toMatchObject({ number: 3, cells: ['Oude bakker', 'Venlo', '12/31/2027', 'X-1', ''] })
  const reply = await map(id, { fields, monthFirst: true })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.stats).toMatchObject({ created: 1, errors: 1 })
  const wrong = await world.call('GET', `/api/contracts/uploads/${id}/errors`, { as: admin })
  const cells = sheetjs.read(Buffer.from(wrong.text, 'latin1'))
  expect(JSON.stringify(cells.Sheets)).toContain('Oude slager')
  expect(await endsOf('Oude bakker')).toEqual(['2027-12-31'])

  expect((await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })).status).toBe(200)
  await deliver(key)
  expect(await endsOf('Oude bakker')).toEqual([])
})
