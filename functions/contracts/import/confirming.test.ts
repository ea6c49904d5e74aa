import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverEvent, deliverObjectEvent as deliverTo, objectKeyOf } from '../../../testing/bucket.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import { asSystem } from '../../platform/actor.ts'

let world: World
let admin: string
let other: string
let agent: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin', firstName: 'Sophie', lastName: 'de Jong' }))
  other = await world.session(await world.person({ role: 'admin' }))
  agent = await world.session(await world.person({ role: 'agent' }))
})
afterAll(() => world.stop())

const bytesOf = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

async function upload(filename: string, lines: readonly string[], check?: string) {
  const form = new FormData()
  form.append('file', new File([bytesOf(...lines)], filename))
  const request = new Response(form)
  return world.call('POST', `/api/contracts/upload${check ? `?check=${check}` : ''}`, {
    as: admin,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const uploadOf = async (id: string) => (await world.call('GET', `/api/contracts/uploads/${id}`, { as: admin })).body
const preview = async (id: string) =>
  (await world.call('GET', `/api/contracts/uploads/${id}/preview`, { as: admin })).body
const confirm = (id: string, body: object, as = admin) =>
  world.call('POST', `/api/contracts/uploads/${id}/confirm`, { as, body: { remembers: true, ...body } })
const map = (id: string, body: object) =>
  world.call('PUT', `/api/contracts/uploads/${id}/mapping`, { as: admin, body: { sheet: 0, ...body } })
const namesOf = async (q: string): Promise<string[]> => {
  const { body } = await world.call('GET', `/api/contracts/sales-status/nieuw?q=${q}`, { as: admin })
  return body.map(({ customerName }: { customerName: string }) => customerName).sort()
}
const latestCalled = async (filename: string) => {
  const { body } = await world.call('GET', '/api/contracts/uploads', { as: admin })
  return body.find((one: { filename: string }) => one.filename === filename)
}
const actionsOn = async (id: string): Promise<string[]> => {
  const { body } = await world.call('GET', '/api/audit-logs?limit=200', { as: admin })
  return body
    .filter(({ entityId }: { entityId: string }) => entityId === id)
    .map(({ action }: { action: string }) => action)
    .sort()
}

const header = 'Handelsnaam;Energiemaatschappij;Loopt tot;PC;Huisnr;Regio code'
const row = (name: string, end = '01-02-2027', supplier = 'Engie') => `${name};${supplier};${end};6041 EL;4;ZL-2`

describe('a file of a new layout', () => {
  it('is previewed, and stored after its confirmation; the next file with these headers needs none', async () => {
    await upload('eerst.csv', [header, row('Toon Bekend'), row('Toon Gelijk')])
    const lines = [
      header,
      ...[row('Toon Nieuw'), row('Toon Nieuw'), row('Toon Bekend', '01-02-2027', 'Eneco'), row('Toon Gelijk')],
      ...[row('Toon Fout', '31-02-2027'), row('Toon Anders', '01-03-2027')],
    ]
    const shown = await upload('toon.csv', lines, 'new')
    expect(shown.status, shown.text).toBe(200)
    const { uploadId: id } = shown.body
    const stats = { totalRows: 6, created: 2, updated: 1, skipped: 2, errors: 1 }
    expect(shown.body).toMatchObject({ isToBeConfirmed: true, stats, contracts: [], refusedDetails: 1 })
    const waiting = await uploadOf(id)
    expect(waiting).toMatchObject({ state: 'controle nodig', isPlanned: true, error: null, stats })
    expect(await namesOf('Toon')).toEqual(['Toon Bekend', 'Toon Gelijk'])

    const [sheet] = (await preview(id)).sheets
    expect(sheet).toMatchObject({ headerRow: 1, isRemembered: false, guessed: [] })
    expect(sheet.fields).toEqual(['companyName', 'supplier', 'expiryDate', 'postalCode', 'houseNumber', null])
    expect(sheet.rows[5]).toMatchObject({
      number: 6,
      problems: [{ column: 2, reason: "'31-02-2027' is geen geldige datum" }],
    })
    expect((await confirm(id, { seenReading: waiting.reading }, agent)).status).toBe(403)
    expect((await confirm(id, { seenReading: waiting.reading - 1 })).status).toBe(409)
    expect(await namesOf('Toon')).toEqual(['Toon Bekend', 'Toon Gelijk'])

    const done = await confirm(id, { seenReading: waiting.reading })
    expect(done.status, done.text).toBe(200)
    expect(done.body).toMatchObject({ state: 'klaar', isPlanned: false, stats })
    expect(await namesOf('Toon')).toEqual(['Toon Anders', 'Toon Bekend', 'Toon Gelijk', 'Toon Nieuw'])
    expect(await actionsOn(id)).toEqual(['contract.import', 'contract.import-check', 'contract.import-confirm'])

    const next = await upload('toon-2.csv', [header, row('Toon Later')], 'new')
    expect(next.body).toMatchObject({ isToBeConfirmed: false, stats: { created: 1 } })
    const asked = await upload('toon-3.csv', [header, row('Toon Gevraagd')], 'all')
    expect(asked.body).toMatchObject({ isToBeConfirmed: true, stats: { created: 1 } })
    expect(await namesOf('Toon Gevraagd')).toEqual([])
  })

  it('is previewed again with other columns, and remembered only on request', async () => {
    const lines = [
      'Wie;Wat;Wanneer;Nr',
      'Schuif A;Engie;01-02-2027;0612345678',
      'Schuif B;Essent;01-03-2027;0687654321',
    ]
    const refused = await upload('schuif.csv', lines, 'new')
    expect(refused.status).toBe(422)
    const id: string = refused.body.uploadId
    const [sheet] = (await preview(id)).sheets
    // Three columns are guessed by their values; nothing identifies the names in the first column.
    expect(sheet).toMatchObject({ headerRow: null, likelyRow: 1, guessed: [3, 1, 2] })
    expect(sheet.fields).toEqual([null, 'supplier', 'expiryDate', 'phone'])
    const fields = ['customerName', 'supplier', 'expiryDate', 'phone']
    const checked = await map(id, { headerRow: 1, fields, monthFirst: false, isCheck: true })
    expect(checked.status, checked.text).toBe(200)
    expect(checked.body).toMatchObject({ isToBeConfirmed: true, stats: { totalRows: 2, created: 2 } })
    expect(await namesOf('Schuif')).toEqual([])
    expect((await preview(id)).sheets[0]).toMatchObject({ headerRow: 1, fields })

    const { reading } = await uploadOf(id)
    expect((await confirm(id, { seenReading: reading, remembers: false })).body).toMatchObject({ state: 'klaar' })
    expect(await namesOf('Schuif')).toEqual(['Schuif A', 'Schuif B'])
    expect((await upload('schuif-2.csv', lines, 'new')).status).toBe(422)
    const again = await map(id, { headerRow: 1, fields, monthFirst: false, isCheck: true })
    expect(again.status).toBe(409)
  })

  it('has columns guessed by their values under unknown headers, stored only after a confirmation', async () => {
    const lines = [
      'Klantnaam;Geldig tot;A;B;C',
      'Gok A;01-02-2027;0612345678;871687400000000018;Vattenfall',
      'Gok B;01-03-2027;+31687654321;871687400000000025;eneco',
    ]
    const unasked = await upload(
      'gok-api.csv',
      lines.map((line) => line.replace('Gok', 'Kaal')),
    )
    expect(unasked.body).toMatchObject({ isToBeConfirmed: false, contracts: [{ supplier: null }, { supplier: null }] })
    const { uploadId: id } = (await upload('gok.csv', lines, 'new')).body
    expect((await preview(id)).sheets[0]).toMatchObject({
      fields: ['customerName', 'expiryDate', 'phone', 'ean', 'supplier'],
      guessed: [3, 2, 4],
    })
    await confirm(id, { seenReading: (await uploadOf(id)).reading })
    const { body } = await world.call('GET', '/api/contracts/sales-status/nieuw?q=Gok', { as: admin })
    expect(body).toMatchObject([
      { customerPhone: '06 12345678', supplier: 'Vattenfall', eanElectricity: '871687400000000018' },
      { customerPhone: '06 87654321', supplier: 'eneco' },
    ])
  })
})

describe('a file that is dropped in the bucket', () => {
  it('is imported at once under our own names of columns, and waits under others', async () => {
    const ours = bytesOf('Klantnaam;Leverancier;Geldig tot', 'Val Onze;Engie;01-02-2027')
    await world.s3.put('uploads', 'contracts/val-onze.csv', ours, 'text/csv')
    await deliverTo(world, 'contract-import', 'contracts/val-onze.csv')
    expect(await latestCalled('val-onze.csv')).toMatchObject({ state: 'klaar', stats: { created: 1 } })

    const theirs = bytesOf('Firma;Lever.;Loopt tot', 'Val Ander;Engie;01-02-2027')
    await world.s3.put('uploads', 'contracts/val-ander.csv', theirs, 'text/csv')
    await deliverTo(world, 'contract-import', 'contracts/val-ander.csv')
    const waiting = await latestCalled('val-ander.csv')
    expect(waiting).toMatchObject({ state: 'controle nodig', isPlanned: true, stats: { created: 1 } })
    expect(await namesOf('Val')).toEqual(['Val Onze'])
    // A repeated event changes nothing.
    expect(await deliverEvent('contract-import', world.created.at(-1), 2)).toBe(true)
    expect(await latestCalled('val-ander.csv')).toEqual(waiting)
    await confirm(waiting.id, { seenReading: waiting.reading })
    expect(await namesOf('Val')).toEqual(['Val Ander', 'Val Onze'])
  })

  it('is previewed in as many calls as it takes, with the same numbers as its import', async () => {
    const { importUpload } = await import('../../spreadsheets/imports/import.ts')
    const { contractImport } = await import('./importing.ts')
    const kind = { ...contractImport, windowRows: 50 }
    const rows = Array.from({ length: 120 }, (_, n) => row(`Lang ${n % 100}`, n < 110 ? '01-02-2027' : '01-02-2028'))
    const key = 'contracts/lang.csv'
    await world.s3.put('uploads', key, bytesOf(`${header} oud`, ...rows, row('Lang fout', 'ooit')), 'text/csv')
    expect(await deliverEvent('contract-import', world.created.at(-1))).toBe(true)
    const copy = objectKeyOf(world.created.at(-1))
    const attempt = (until?: number) => {
      const by = { permit: asSystem('test'), ...(until === undefined ? {} : { until, patienceMs: 1_000 }) }
      return runAsFunction('contract-import', () => importUpload(kind, copy, by))
    }
    // A call without time left ends after one window (50 rows) of the preview, which stores no contract.
    await expect(attempt(0)).rejects.toThrow('no time left')
    expect(await latestCalled('lang.csv')).toMatchObject({
      state: 'wordt verwerkt',
      isPlanned: true,
      stats: { created: 50 },
    })
    await attempt()
    const shown = await latestCalled('lang.csv')
    expect(shown).toMatchObject({ state: 'controle nodig', stats: { totalRows: 121, errors: 1 } })
    expect(await namesOf('Lang 1')).toEqual([])
    const done = await confirm(shown.id, { seenReading: shown.reading })
    expect(done.body).toMatchObject({ state: 'klaar', stats: shown.stats })
  })
})

describe('two people with one preview of contracts', () => {
  it('confirm it once and get the same answer', async () => {
    const { uploadId: id } = (await upload('samen.csv', [header, row('Samen Een'), row('Samen Twee')], 'all')).body
    const { reading } = await uploadOf(id)
    const both = await Promise.all([
      confirm(id, { seenReading: reading }),
      confirm(id, { seenReading: reading }, other),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await namesOf('Samen')).toEqual(['Samen Een', 'Samen Twee'])
    const actions = await actionsOn(id)
    expect(actions.filter((action) => action === 'contract.import-confirm')).toHaveLength(1)
    expect(actions.filter((action) => action === 'contract.import')).toHaveLength(1)
  })

  it('cannot confirm it when the meaning of columns changed meanwhile', async () => {
    const { uploadId: id } = (await upload('intussen.csv', [header, row('Intussen')], 'all')).body
    const { reading } = await uploadOf(id)
    const fields = ['customerName', 'supplier', 'expiryDate', null, null, null]
    await map(id, { headerRow: 1, fields, monthFirst: false, isCheck: true })
    const late = await confirm(id, { seenReading: reading })
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('intussen veranderd')])
    expect(await namesOf('Intussen')).toEqual([])
  })

  it('discard it once, with its file and rows; it can be neither stored nor previewed afterwards', async () => {
    const lines = [header, row('Weg Ermee'), row('Weg Fout', '31-02-2027')]
    const { uploadId: id } = (await upload('weg.csv', lines, 'all')).body
    const discard = (as = admin) => world.call('POST', `/api/contracts/uploads/${id}/discard`, { as })
    const { reading } = await uploadOf(id)
    expect((await discard(agent)).status).toBe(403)
    const done = await Promise.all([discard(), discard(other)])
    expect(done.map(({ status }) => status)).toEqual([200, 200])
    expect(await uploadOf(id)).toMatchObject({ state: 'weggegooid', details: [], stats: { totalRows: 0, created: 0 } })
    expect((await discard()).status).toBe(200)
    expect((await actionsOn(id)).filter((action) => action === 'contract.import-discard')).toHaveLength(1)
    expect((await world.call('GET', `/api/contracts/uploads/${id}/preview`, { as: admin })).status).toBe(409)
    expect((await confirm(id, { seenReading: reading })).status).toBe(409)
    expect((await world.call('POST', `/api/contracts/uploads/${id}/undo`, { as: admin })).status).toBe(409)
    const fields = ['customerName', 'supplier', 'expiryDate', null, null, null]
    expect((await map(id, { headerRow: 1, fields, monthFirst: false, isCheck: true })).status).toBe(409)
    expect(await namesOf('Weg')).toEqual([])
  })

  it('discard nothing that is stored, or confirmed between the reading and the writing', async () => {
    const { uploadId: id } = (await upload('blijft.csv', [header, row('Blijft')], 'all')).body
    const { reading } = await uploadOf(id)
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const confirmedMeanwhile = meanwhile(() =>
      Uploads.patch({ id })
        .set({ windows: reading + 1 })
        .go(),
    )
    const discard = () => world.call('POST', `/api/contracts/uploads/${id}/discard`, { as: admin })
    expect((await discard()).status).toBe(409)
    await confirmedMeanwhile
    expect((await confirm(id, { seenReading: reading + 1 })).body).toMatchObject({ state: 'klaar' })
    expect((await discard()).status).toBe(409)
    expect(await namesOf('Blijft')).toEqual(['Blijft'])
  })

  it('store nothing of a preview that was replaced between the reading and the writing', async () => {
    const { uploadId: id } = (await upload('ertussen.csv', [header, row('Ertussen')], 'all')).body
    const { reading } = await uploadOf(id)
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const shownAnew = meanwhile(() =>
      Uploads.patch({ id })
        .set({ windows: reading + 5 })
        .go(),
    )
    expect((await confirm(id, { seenReading: reading })).status).toBe(409)
    await shownAnew
    expect(await namesOf('Ertussen')).toEqual([])
  })
})
