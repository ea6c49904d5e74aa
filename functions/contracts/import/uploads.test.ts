import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '../../../shared/api/parts/imports.ts'
import { deliverObjectEvent as deliverTo, objectKeyOf } from '../../../testing/bucket.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' }))
})
afterAll(() => world.stop())

const file = ['Sale ID;Klantnaam;Leverancier;Geldig tot', 'S-1;Bakkerij De Korenaar;Eneco;01-12-2026'].join('\r\n')

const begin = (body: object, path = '/api/contracts/uploads') => world.call('POST', path, { as: admin, body })
const uploadOf = (id: string) => world.call('GET', `/api/contracts/uploads/${id}`, { as: admin })

/** Posts a form as a browser does; returns the status of the bucket's answer. */
async function post({ url, fields }: { url: string; fields: Record<string, string> }, text: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new File([text], 'onbelangrijk.csv'))
  return (await fetch(url, { method: 'POST', body: form })).status
}

const deliver = (key: string) => deliverTo(world, 'contract-import', key)

it('a file goes straight to the bucket, and its upload has the id that was announced', async () => {
  const { status, body, text } = await begin({ filename: 'Klanten 2026 – Zuid.csv', size: file.length })
  expect(status, text).toBe(200)
  expect((await uploadOf(body.uploadId)).status).toBe(404)
  expect(await post(body, file)).toBe(204)
  await deliver(body.fields.key)
  await deliver(body.fields.key)
  expect((await uploadOf(body.uploadId)).body).toMatchObject({
    id: body.uploadId,
    filename: 'Klanten 2026 – Zuid.csv',
    state: 'klaar',
    uploadedByUser: { firstName: 'Sophie', lastName: 'de Jong' },
    stats: { totalRows: 1, created: 1, updated: 0, skipped: 0, errors: 0 },
  })
  const { body: others } = await world.call('GET', '/api/contracts/uploads', { as: admin })
  expect(others.map(({ id }: { id: string }) => id)).toEqual([body.uploadId])
  // An upload of contracts is not found among those of leads.
  expect((await world.call('GET', `/api/leads/uploads/${body.uploadId}`, { as: admin })).status).toBe(404)
})

it('the form is valid only for its key, its uploader and its filename, and for no empty file', async () => {
  const { body } = await begin({ filename: 'eigen.csv', size: file.length }, '/api/leads/uploads')
  const { key } = body.fields
  expect(key).toMatch(/^leads\//)
  for (const field of ['key', 'x-amz-meta-uploaded-by', 'x-amz-meta-filename']) {
    expect(await post({ ...body, fields: { ...body.fields, [field]: `${body.fields[field]}x` } }, file)).toBe(403)
  }
  expect(await post(body, '')).toBe(400)
})

it('a file that is too large, empty or no spreadsheet is refused before it is sent', async () => {
  const refused = async (filename: string, size: number) => (await begin({ filename, size })).body.message
  expect(await refused('groot.xlsx', MAX_UPLOAD_BYTES + 1)).toContain('het maximum is 50 MB')
  expect(await refused('leeg.xlsx', 0)).toBe('Dit bestand is leeg')
  expect(await refused('foto.png', 10)).toBe('Alleen .xlsx, .xls, .csv, .tsv, .txt kan worden verwerkt')
})

async function importFile(bytes: Uint8Array<ArrayBuffer> | string, filename: string) {
  const form = new FormData()
  form.append('file', new File([bytes], filename))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const body = new Uint8Array(await request.arrayBuffer())
  return world.call('POST', '/api/contracts/upload', { as: admin, body, headers })
}

it.each(['txt', 'tsv'])('a list named .%s is imported, in UTF-16 without a mark too', async (extension) => {
  const list = file.replaceAll(';', '\t').replace('S-1', `S-${extension}`).replace('De Korenaar', 'Zoë’s')
  const first = await importFile(list, `lijst.${extension}`)
  expect([first.status, first.body.stats?.created], first.text).toEqual([200, 1])
  const wide = await importFile(new Uint8Array(Buffer.from(list, 'utf16le')), `anders.${extension}`)
  expect([wide.status, wide.body.stats], wide.text).toMatchObject([200, { created: 0, skipped: 1, errors: 0 }])
})

it('wrong rows come as a workbook with the reason beside the cell, and are imported once corrected', async () => {
  const rows = [
    'Sale ID;Klantnaam;IBAN;Kleur;Geldig tot',
    'F-1;Goed;;;01-12-2026',
    'F-2;Slager Fout;NL91ABNA0417164300;rood;31-02-2027',
    'F-3;=1+1;;;geen idee',
  ]
  const first = await importFile(rows.join('\r\n'), 'met fouten.csv')
  expect(first.body.stats).toMatchObject({ created: 1, errors: 2 })
  const reply = await world.call('GET', `/api/contracts/uploads/${first.body.uploadId}/errors`, { as: admin })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.headers['content-disposition']).toContain('foute-rijen-met%20fouten.xlsx')

  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(Buffer.from(reply.text, 'latin1') as unknown as ArrayBuffer)
  const sheet = workbook.worksheets[0]
  if (!sheet) throw new Error('The workbook has no sheet')
  expect([1, 2, 3].map((row) => (sheet.getRow(row).values as unknown[]).slice(1))).toEqual([
    ['Sale ID', 'Klantnaam', 'IBAN', 'Kleur', 'Geldig tot', 'Reden van weigering'],
    [
      'F-2',
      'Slager Fout',
      'NL91ABNA0417164300',
      'rood',
      '31-02-2027',
      expect.stringMatching(/^Geldig tot: .*31-02-2027/),
    ],
    ['F-3', '=1+1', undefined, undefined, 'geen idee', expect.stringMatching(/^Geldig tot: /)],
  ])
  expect(JSON.stringify(sheet.getCell('E2').note)).toContain('31-02-2027')

  sheet.getCell('E2').value = '28-02-2027'
  const corrected = new Uint8Array(await workbook.xlsx.writeBuffer())
  expect((await importFile(corrected, 'verbeterd.xlsx')).body.stats).toMatchObject({
    totalRows: 2,
    created: 1,
    errors: 1,
  })
  const { body: audited } = await world.call('GET', '/api/audit-logs', { as: admin })
  expect(audited.find(({ action }: { action: string }) => action === 'contract.export')?.newData).toMatchObject({
    filter: { wrongRowsOf: 'met fouten.csv' },
    count: 2,
  })
  const none = await world.call(
    'GET',
    `/api/contracts/uploads/${(await importFile(file, 'goed.csv')).body.uploadId}/errors`,
    {
      as: admin,
    },
  )
  expect([none.status, none.body.message]).toEqual([422, 'Deze upload heeft geen foute rijen'])
})

it('messages about the rows of a file hold no account number, wherever it was', async () => {
  const rows = [
    'Sale ID;Klantnaam;IBAN;E-mail;NL91/ABNA/0417/1643/00;Geldig tot',
    'G-1;Een;NL91ABNA0417164301;NL91_ABNA_0417_1643_00;x;01-12-2026',
    `G-2;Twee;;;x;${'.'.repeat(70)}NL91ABNA0417164300`,
  ]
  const { body, text } = await importFile(rows.join('\r\n'), 'rekeningen.csv')
  expect(body.stats).toMatchObject({ created: 1, errors: 1 })
  const stored = (await uploadOf(body.uploadId)).text
  for (const reply of [text, stored]) {
    expect(reply).toContain("'NL•• •••• •••• ••43 01' is geen geldig IBAN")
    expect(reply).toContain("'NL•• •••• •••• ••43 00' is geen geldig e-mailadres")
    expect(reply).not.toMatch(/0417|ABNA/)
  }
})

it('wrong rows are available for a file that breaks off halfway, those that could not be stored included', async () => {
  const wrong = ['F-9;Fout;31-02-2027', 'F-10;Goed;01-12-2026']
  const broken = ['Sale ID;Klantnaam;Geldig tot', ...wrong, ...Array(400).fill('F-10;Goed;01-12-2026'), 'F-11;"Open;x']
  const texts = Array.from({ length: 41 }, (_, column) => `Tekst ${column}`)
  const heavy = ['Sale ID', 'Klantnaam', 'Geldig tot', ...texts].join(';')
  const large = ['F-12', 'Zwaar', '01-12-2026', ...texts.map(() => 'x'.repeat(9_900))].join(';')
  expect((await importFile(broken.join('\r\n'), 'breekt.csv')).status).toBe(422)
  expect((await importFile([heavy, large].join('\r\n'), 'zwaar.csv')).body.stats).toMatchObject({ errors: 1 })
  const { body: uploads } = await world.call('GET', '/api/contracts/uploads', { as: admin })
  const wrongOf = async (name: string) => {
    const { id } = uploads.find(({ filename }: { filename: string }) => filename === name)
    const { status, text } = await world.call('GET', `/api/contracts/uploads/${id}/errors`, { as: admin })
    expect(status, text).toBe(200)
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load(Buffer.from(text, 'latin1') as unknown as ArrayBuffer)
    const rows = (workbook.worksheets[0]?.getSheetValues() ?? []) as string[][]
    return rows.slice(2).map((cells) => [cells[1], cells.at(-1)])
  }
  expect(await wrongOf('breekt.csv')).toEqual([['F-9', expect.stringMatching(/^Geldig tot: /)]])
  expect(await wrongOf('zwaar.csv')).toEqual([['F-12', expect.stringContaining('groter dan 390 kB')]])
})

it('an upload that breaks off shows its number of wrong rows; rows with a warning do not count', async () => {
  const lines = ['Sale ID;Klantnaam;Postcode;Geldig tot', ...Array(400).fill('W-1;Goed;99;01-12-2026'), 'W-2;"Open;x']
  const wrong = ['W-3;Fout;6041 AB;31-02-2027', 'W-4;Fout;6041 AB;']
  expect((await importFile(lines.join('\r\n'), 'twijfel.csv')).status).toBe(422)
  expect((await importFile(lines.toSpliced(1, 0, ...wrong).join('\r\n'), 'fout.csv')).status).toBe(422)
  const { body: uploads } = await world.call('GET', '/api/contracts/uploads', { as: admin })
  const wrongIn = (name: string) => uploads.find(({ filename }: { filename: string }) => filename === name)
  expect(wrongIn('twijfel.csv')).toMatchObject({
    state: 'mislukt',
    wrongRows: 0,
    details: expect.arrayContaining([expect.objectContaining({ column: 'Postcode' })]),
  })
  expect(wrongIn('fout.csv')).toMatchObject({ state: 'mislukt', wrongRows: 2 })
})

it('an upload shows the total number of messages, and keeps the first ones', async () => {
  const wrong = Array.from({ length: 250 }, (_, index) => `V-${index};Verkeerd ${index};3 jaar;31-02-2027`)
  const { body } = await importFile(['Sale ID;Klantnaam;Looptijd;Geldig tot', ...wrong].join('\r\n'), 'verkeerd.csv')
  expect([body.details.length, body.detailsCount]).toEqual([200, 250])
  expect((await uploadOf(body.uploadId)).body).toMatchObject({ detailsCount: 250, leftOutCount: 0 })
})

it('equal warnings become one with the rows that share it, after the errors', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `W-${index};Waarschuwing ${index};99;3 jaar;01-12-2027`)
  const file = ['Sale ID;Klantnaam;Postcode;Looptijd;Geldig tot', ...rows, 'W-60;Fout;;3 jaar;31-02-2027']
  const { body } = await importFile(file.join('\r\n'), 'postcodes.csv')
  const { body: upload } = await uploadOf(body.uploadId)
  expect(upload.details).toMatchObject([
    { row: 62, column: 'Geldig tot', shared: null },
    { row: 2, reason: expect.stringContaining('geen Nederlandse postcode'), shared: { count: 60 } },
  ])
  expect([upload.details[1].shared.rows.length, upload.detailsCount]).toEqual([50, 2])
})

it('a call that runs out of time names the upload that continues', async () => {
  const { send } = S3Client.prototype
  const spy = vi.spyOn(S3Client.prototype, 'send').mockImplementation(function (this: S3Client, command: never) {
    if ((command as object) instanceof PutObjectCommand) world.travel(Date.now() + 24_000)
    return Reflect.apply(send, this, [command])
  } as typeof send)
  const late = await importFile(`${file}\r\nS-2;Laatkomer;Eneco;01-12-2027`, 'laat.csv')
  spy.mockRestore()
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Het wordt verwerkt')])
  await deliver(objectKeyOf(world.created.at(-1)))
  expect((await uploadOf(late.body.uploadId)).body).toMatchObject({ filename: 'laat.csv', state: 'klaar' })
})
