import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverEvent, deliverObjectEvent, objectKeyOf } from '../../../testing/bucket.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string
let agent: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' }))
  agent = await world.session(await world.person({ role: 'agent' }))
})
afterAll(() => world.stop())

async function upload(filename: string, header: string, ...rows: string[]) {
  const form = new FormData()
  form.append('file', new File([[header, ...rows].join('\r\n')], filename))
  const request = new Response(form)
  const reply = await world.call('POST', '/api/contracts/upload', {
    as: admin,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return reply.body
}
const header = 'Sale ID;Klantnaam;Telefoon;Leverancier;Kleur;Geldig tot'
const row = (name: string, supplier: string, end = '01-02-2027') => `${name};${name};;${supplier};;${end}`
const call = (method: string, path: string, body?: object, as = admin) => world.call(method, path, { as, body })
const deliverLast = () => deliverEvent('contract-import', world.created.at(-1))
/** Requests the undo and handles the event of the file; returns the upload, or the refusal. */
async function undo(id: string, as = admin) {
  const asked = await call('POST', `/api/contracts/uploads/${id}/undo`, undefined, as)
  if (asked.status !== 200) return asked
  expect(asked.body).toEqual({ state: 'wordt teruggedraaid' })
  expect(await deliverLast()).toBe(true)
  return call('GET', `/api/contracts/uploads/${id}`, undefined, as)
}
const counts = async (query = '') => (await call('GET', `/api/contracts/counts${query}`)).body.counts

/** Returns the contracts of a customer's name, with supplier and end. */
async function found(name: string) {
  const replies = await Promise.all(
    ['nieuw', 'getekend'].map((status) => call('GET', `/api/contracts/sales-status/${status}?q=${name}&limit=500`)),
  )
  const rows: { id: string; customerName: string; supplier: string; expiryDate: string }[] = replies.flatMap(
    ({ body }) => body,
  )
  return rows.map(({ customerName, supplier, expiryDate }) => `${customerName} ${supplier} ${expiryDate}`).sort()
}
/** Drops a file that is stored without a preview. */
const putUnasked = async (key: string, text: string) => {
  const { putUpload } = await import('../../platform/aws/files.ts')
  await putUpload(key, Buffer.from(text), 'text/csv', { check: 'never' })
}
const idOf = async (name: string) => (await call('GET', `/api/contracts/sales-status/nieuw?q=${name}`)).body[0].id

it('the undo deletes created contracts, restores changed ones, and keeps and names those changed since', async () => {
  const first = await upload('eerste.csv', header, row('Ada', 'Eneco'), row('Bob', 'Eneco'), row('Cas', 'Eneco'))
  const before = await counts()
  const wide = 'Ada;Ada;0475-111222;Engie;rood;01-03-2028'
  const rows = [wide, row('Bob', 'Eneco'), ...['Dora', 'Eef', 'Fem'].map((name) => row(name, 'Engie'))]
  const second = await upload('tweede.csv', header, ...rows)
  expect(second.stats).toMatchObject({ created: 3, updated: 1, skipped: 1 })
  expect((await found('Ada'))[0]).toBe('Ada Engie 2028-03-01')
  await upload('derde.csv', header, row('Eef', 'Vattenfall'))
  const worked = { ids: [await idOf('Dora')], salesStatus: 'getekend', notes: 'Gebeld' }
  expect((await call('POST', '/api/contracts/bulk-update-sales-status', worked)).body.updated).toBe(1)
  const saved = await call('PATCH', `/api/contracts/${await idOf('Fem')}`, { salesStatus: 'nieuw', notes: null })
  expect([saved.status, saved.body.customerName]).toEqual([200, 'Fem'])

  const undone = await undo(second.uploadId)
  expect(undone.status, undone.text).toBe(200)
  expect(undone.body).toMatchObject({
    state: 'teruggedraaid',
    undone: {
      ...{ removed: 1, restored: 1, kept: 2 },
      named: [
        { name: 'Dora', reason: 'er is daarna aan gewerkt' },
        { name: 'Eef', reason: 'een latere upload heeft het gewijzigd' },
      ],
    },
  })
  expect(await found('Ada')).toEqual(['Ada Eneco 2027-02-01'])
  expect([await found('Bob'), await found('Dora'), await found('Fem')]).toEqual([
    ['Bob Eneco 2027-02-01'],
    ['Dora Engie 2027-02-01'],
    [],
  ])
  expect(await counts()).toEqual({ ...before, nieuw: before.nieuw + 1, getekend: before.getekend + 1 })
  const { Contracts } = await import('../entity.ts')
  const ada = (await Contracts.get({ id: await idOf('Ada') }).go()).data
  expect([ada?.rawRow, ada?.customerPhone, ada?.uploadId]).toEqual([
    { 'Sale ID': 'Ada', Klantnaam: 'Ada', Leverancier: 'Eneco', 'Geldig tot': '01-02-2027' },
    undefined,
    first.uploadId,
  ])
  expect((await call('GET', '/api/leads/known?phone=0475111222')).body.known).toEqual([])

  expect((await undo(second.uploadId)).status).toBe(409)
  expect((await undo(first.uploadId)).body.undone).toMatchObject({ removed: 3, kept: 0 })
  expect([await found('Ada'), await found('Cas')]).toEqual([[], []])
  expect((await upload('tweede.csv', header, ...rows)).stats).toMatchObject({ created: 3 })
  const logs = (await call('GET', '/api/audit-logs?limit=500')).body
  const undoLogs = logs.filter(({ action }: { action: string }) => action === 'contract.import-undone')
  const byFile = undoLogs.map((one: { userName: string; newData: { filename: string } }) => [
    one.newData.filename,
    [one.userName, one.newData],
  ])
  expect(Object.fromEntries(byFile)).toEqual({
    'eerste.csv': ['Sophie de Jong', { filename: 'eerste.csv', removed: 3, restored: 0, kept: 0 }],
    'tweede.csv': ['Sophie de Jong', { filename: 'tweede.csv', removed: 1, restored: 1, kept: 2 }],
  })
})

/** Tells the API which columns of an uploaded file are name and end date; returns the reply and the upload. */
async function corrected(uploadId: string) {
  const mapping = { sheet: 0, headerRow: 1, fields: ['customerName', null, 'expiryDate'], monthFirst: false }
  const reply = await call('PUT', `/api/contracts/uploads/${uploadId}/mapping`, mapping)
  return { reply, upload: (await call('GET', `/api/contracts/uploads/${uploadId}`)).body }
}

it('the undo runs by itself before a file is read with corrected columns: no duplicates, and edits stay', async () => {
  const before = await counts()
  const names = ['Gijs', 'Hans', 'Ilse']
  const rows = names.map((name, day) => `${name};${day + 1}-1-2028;${day + 1}-1-2029`)
  const { uploadId } = await upload('verwisseld.csv', 'Klant;Einddatum;Datum', ...rows)
  const worked = { ids: [await idOf('Ilse')], salesStatus: 'getekend', notes: 'Gebeld' }
  expect((await call('POST', '/api/contracts/bulk-update-sales-status', worked)).body.updated).toBe(1)
  const { reply, upload: again } = await corrected(uploadId)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.body.stats).toEqual({ totalRows: 3, created: 3, updated: 0, skipped: 0, errors: 0 })
  const undone = { removed: 2, restored: 0, kept: 1, named: [{ name: 'Ilse', reason: 'er is daarna aan gewerkt' }] }
  expect(again).toMatchObject({ state: 'klaar', undone })
  const all = async () => (await Promise.all(names.map(found))).flat().map((one) => one.replace(' undefined', ''))
  expect(await all()).toEqual([
    'Gijs null 2029-01-01',
    'Hans null 2029-01-02',
    'Ilse null 2028-01-03',
    'Ilse null 2029-01-03',
  ])
  expect(await counts()).toEqual({ ...before, nieuw: before.nieuw + 3, getekend: before.getekend + 1 })

  expect((await undo(uploadId)).body.undone).toMatchObject({ removed: 3, restored: 0, kept: 1 })
  expect(await all()).toEqual(['Ilse null 2028-01-03'])
  expect(await counts()).toEqual({ ...before, getekend: before.getekend + 1 })
})

it('the undo continues from its last position, over unaffected rows too, and excludes a new reading', async () => {
  const many = Array.from({ length: 60 }, (_, number) => row(`Kees ${number}`, 'Eneco'))
  await upload('veel.csv', header, ...many)
  const before = await counts()
  const { uploadId } = await upload('nog-eens.csv', header, ...many, row('Lies', 'Eneco'))
  expect((await call('POST', `/api/contracts/uploads/${uploadId}/undo`)).status).toBe(200)
  const mapping = {
    sheet: 0,
    headerRow: 1,
    fields: [null, 'customerName', null, null, null, 'expiryDate'],
    monthFirst: false,
  }
  expect((await call('PUT', `/api/contracts/uploads/${uploadId}/mapping`, mapping)).status).toBe(409)
  const { importUpload } = await import('../../spreadsheets/imports/import.ts')
  const { ImportUnfinished } = await import('../../spreadsheets/imports/importing.ts')
  const { contractImport } = await import('./importing.ts')
  const { asSystem } = await import('../../platform/actor.ts')
  const key = objectKeyOf(world.created.at(-1))
  const once = () =>
    runAsFunction('contract-import', () =>
      importUpload(contractImport, key, { permit: asSystem('test'), until: 0 }),
    ).catch((error: unknown) => {
      if (error instanceof ImportUnfinished) return null
      throw error
    })
  let calls = 1
  while (calls < 9 && (await once()) === null) calls++
  // One call for each batch of 25 rows, and a last one that finds nothing left.
  expect(calls).toBe(4)
  const { body } = await call('GET', `/api/contracts/uploads/${uploadId}`)
  expect(body).toMatchObject({ state: 'teruggedraaid', undone: { removed: 1, restored: 0, kept: 0 } })
  expect(await counts()).toEqual(before)
})

it('the undo covers a file that was given up within its first, uncounted window', async () => {
  const { importUpload } = await import('../../spreadsheets/imports/import.ts')
  const { contractImport } = await import('./importing.ts')
  const { asSystem } = await import('../../platform/actor.ts')
  const failing: typeof contractImport = {
    ...contractImport,
    storing: async (of, permit) => {
      const store = await contractImport.storing(of, permit)
      return async (rows, window, renew) => {
        await store(rows.slice(0, 2), window, renew)
        throw new Error('The window fails')
      }
    },
  }
  await upload('gaf-bekend.csv', header, row('Gaf1', 'Eneco'))
  const [before, open] = [await counts(), await counts('?doNotCall=false')]
  const phone = '0475222333'
  const rows = ['Gaf1', 'Gaf2', 'Gaf3'].map((name) => row(name, 'Engie'))
  const text = [header, ...rows].join('\r\n').replace('Gaf2;;', `Gaf2;${phone};`)
  const key = `contracts/${crypto.randomUUID()}/gaf.csv`
  await world.s3.put('uploads', key, Buffer.from(text), 'text/csv')
  const tried = () =>
    runAsFunction('contract-import', () => importUpload(failing, key, { permit: asSystem('test') })).catch(() => null)
  let end = await tried()
  for (let attempt = 2; attempt <= 4; attempt++) end = await tried()
  const { id = '', stats, givenUp } = end?.upload ?? {}
  expect([stats?.created, stats?.updated, givenUp]).toEqual([0, 0, 'wordt verwerkt'])
  expect((await found('Gaf')).map((text) => text.slice(0, 10))).toEqual(['Gaf1 Engie', 'Gaf2 Engie'])
  // The number is closed, and the contract gets its mark between reading and undoing it.
  const { addToDoNotCallList } = await import('../../known-customers/service.ts')
  await addToDoNotCallList(asSystem('test'), [phone], { date: '2026-11-23', source: null })
  const { markContract } = await import('../service.ts')
  const marked = await idOf('Gaf2')
  expect((await call('POST', `/api/contracts/uploads/${id}/undo`)).status).toBe(200)
  const raced: typeof contractImport = {
    ...contractImport,
    undoing: async (of, items) => {
      const planned = await contractImport.undoing?.(of, items)
      await runAsFunction('later', () => markContract(marked))
      return planned ?? { records: [], kept: [] }
    },
  }
  await runAsFunction('contract-import', () =>
    importUpload(raced, objectKeyOf(world.created.at(-1)), { permit: asSystem('test') }),
  )
  expect((await call('GET', `/api/contracts/uploads/${id}`)).body).toMatchObject({
    ...{ state: 'teruggedraaid', undone: { removed: 1, restored: 1, kept: 0 } },
  })
  expect((await found('Gaf')).map((text) => text.slice(0, 10))).toEqual(['Gaf1 Eneco'])
  expect([await counts(), await counts('?doNotCall=false')]).toEqual([before, open])
})

it('the undo keeps its turn for as long as it takes', async () => {
  const { importUpload } = await import('../../spreadsheets/imports/import.ts')
  const { contractImport } = await import('./importing.ts')
  const { asSystem } = await import('../../platform/actor.ts')
  const { takeLock } = await import('../../platform/data/lock.ts')
  const { uploadId } = await upload(
    'traag.csv',
    header,
    ...Array.from({ length: 75 }, (_, at) => row(`T${at}`, 'Eneco')),
  )
  expect((await call('POST', `/api/contracts/uploads/${uploadId}/undo`)).status).toBe(200)
  const others: unknown[] = []
  const slow: typeof contractImport = {
    ...contractImport,
    undoing: async (of, items) => {
      world.travel(Date.now() + 25_000)
      others.push(await takeLock('contract-import'), await takeLock(`contract-import-${uploadId}`))
      return contractImport.undoing?.(of, items) ?? { records: [], kept: [] }
    },
  }
  await runAsFunction('contract-import', () =>
    importUpload(slow, objectKeyOf(world.created.at(-1)), { permit: asSystem('test') }),
  )
  expect(others).toEqual([null, null, null, null, null, null])
  const { body } = await call('GET', `/api/contracts/uploads/${uploadId}`)
  expect(body).toMatchObject({ state: 'teruggedraaid', undone: { removed: 75 } })
})

it('the undo takes more than one transaction, shortens the names of kept records, and reports a failure', async () => {
  const { S3Client, DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  const texts = Array.from({ length: 36 }, (_, column) => `Tekst ${column}`)
  const long = 'x'.repeat(9_900)
  const names = Array.from(
    { length: 14 },
    (_, number) => `Zwaar ${number}${number === 3 ? ` ${'y'.repeat(5_000)}` : ''}`,
  )
  const lines = names.map((name, number) => [`Z-${number}`, name, '01-02-2027', ...texts.map(() => long)].join(';'))
  const Body = [['Sale ID', 'Klantnaam', 'Geldig tot', ...texts].join(';'), ...lines].join('\r\n')
  await putUnasked('contracts/zwaar.csv', Body)
  await deliverObjectEvent(world, 'contract-import', 'contracts/zwaar.csv')
  const uploads: { id: string; filename: string; stats: object }[] = (await call('GET', '/api/contracts/uploads')).body
  const heavy = uploads.find(({ filename }) => filename === 'zwaar.csv')
  expect(heavy?.stats).toMatchObject({ created: 14 })
  const worked = { ids: [await idOf('Zwaar 3')], salesStatus: 'getekend' }
  expect((await call('POST', '/api/contracts/bulk-update-sales-status', worked)).body.updated).toBe(1)
  const { body } = await undo(heavy?.id ?? '')
  expect(body).toMatchObject({ state: 'teruggedraaid', undone: { removed: 13, kept: 1 } })
  const steps = (await call('GET', '/api/audit-logs?limit=500')).body.filter(
    ({ action, entityId }: { action: string; entityId: string }) =>
      action === 'contract.import-undo-step' && entityId === heavy?.id,
  )
  // The records take 4.7 MB, and a transaction takes at most 4.
  expect(steps).toHaveLength(2)
  expect(body.undone.named[0].name).toMatch(/^Zwaar 3 y{100,120}…$/)

  const { uploadId } = await upload('verdwenen.csv', header, row('Verdwenen', 'Eneco'))
  await call('POST', `/api/contracts/uploads/${uploadId}/undo`)
  const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
  const { key: Key } = (await Uploads.get({ id: uploadId }).go()).data ?? {}
  await new S3Client({}).send(new DeleteObjectCommand({ Bucket: 'uploads', Key }))
  await deliverLast()
  expect((await call('GET', `/api/contracts/uploads/${uploadId}`)).body).toMatchObject({
    state: 'mislukt',
    error: expect.stringContaining('De overige rijen blijven staan'),
  })
  expect(await found('Verdwenen')).toHaveLength(1)
})

it('the undo of a file that broke off covers all stored rows, even if the file now breaks off earlier', async () => {
  const { importUpload } = await import('../../spreadsheets/imports/import.ts')
  const { SpreadsheetError } = await import('../../spreadsheets/formats/spreadsheet-error.ts')
  const { contractImport } = await import('./importing.ts')
  const { asSystem } = await import('../../platform/actor.ts')
  const brokenAt = (rows: number): typeof contractImport => ({
    ...contractImport,
    windowRows: 50,
    read: async function* (source, upload) {
      for await (const batch of contractImport.read(source, upload)) {
        if (batch.stats.totalRows > rows) throw new SpreadsheetError('corrupt')
        yield batch
      }
    },
  })
  const before = await counts()
  const lines = Array.from({ length: 100 }, (_, number) => row(`Breuk ${number}`, 'Eneco'))
  await putUnasked('contracts/breuk.csv', [header, ...lines].join('\r\n'))
  await deliverLast()
  const importBroken = (rows: number) =>
    runAsFunction('contract-import', () =>
      importUpload(brokenAt(rows), objectKeyOf(world.created.at(-1)), { permit: asSystem('test') }),
    )
  const { id, ...failed } = (await importBroken(75))?.upload ?? {}
  expect(failed).toMatchObject({ state: 'mislukt', stats: { totalRows: 50, created: 50, errors: 0 } })
  expect((await call('POST', `/api/contracts/uploads/${id}/undo`)).status).toBe(200)
  expect((await importBroken(50))?.upload).toMatchObject({ state: 'teruggedraaid', undone: { removed: 50, kept: 0 } })
  expect([await counts(), await found('Breuk')]).toEqual([before, []])
})

it('the undo is for admins, for thirty days, and for uploads whose file exists', async () => {
  const { uploadId } = await upload('laatste.csv', header, row('Iris', 'Eneco'))
  expect([(await undo(uploadId, agent)).status, (await undo('onbekend')).status]).toEqual([403, 404])
  const waiting = await upload('onbekend.csv', 'Wat;Hoe;Waarom', 'a;b;c')
  expect((await undo(waiting.uploadId)).body.message).toMatch(/niets geïmporteerd/)
  const { DeleteObjectCommand, S3Client } = await import('@aws-sdk/client-s3')
  const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
  const gone = await upload('weg.csv', header, row('Joop', 'Eneco'))
  const { key: Key } = (await Uploads.get({ id: gone.uploadId }).go()).data ?? {}
  await new S3Client({}).send(new DeleteObjectCommand({ Bucket: 'uploads', Key }))
  expect([(await undo(gone.uploadId)).body.message, await found('Joop')]).toEqual([
    expect.stringMatching(/bestand van deze upload is er niet meer/),
    ['Joop Eneco 2027-02-01'],
  ])
  const { uploadId: corrected } = await upload('gecorrigeerd.csv', header, row('Karel', 'Eneco'))
  await Uploads.patch({ id: corrected }).set({ state: 'wordt teruggedraaid', readsAnew: true }).go()
  const early = await call('POST', `/api/contracts/uploads/${corrected}/undo`)
  expect([early.status, early.body.message]).toEqual([409, expect.stringMatching(/wordt opnieuw gelezen/)])
  world.travel('2026-12-23T09:00:00Z')
  admin = await world.session(await world.person({ role: 'admin' }))
  expect((await undo(uploadId)).body.message).toMatch(/30 dagen/)
})
