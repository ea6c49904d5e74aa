import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: string
let other: string
let agent: string

beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin' }))
  other = await world.session(await world.person({ role: 'admin' }))
  agent = await world.session(await world.person({ role: 'agent' }))
})
afterAll(() => world.stop())

const HEADER = 'Klantnaam;Telefoon;E-mail;Leverancier;Einddatum;Niet bellen'

async function upload(filename: string, rows: readonly string[], check?: string) {
  const form = new FormData()
  form.append('file', new File([[HEADER, ...rows].join('\r\n')], filename))
  const request = new Response(form)
  return world.call('POST', `/api/leads/upload${check ? `?check=${check}` : ''}`, {
    as: admin,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const call = (id: string, part = '', method = 'GET', as = admin, body?: object) =>
  world.call(method, `/api/leads/uploads/${id}${part}`, { as, ...(body ? { body } : {}) })
const uploadOf = async (id: string) => (await call(id)).body
const confirm = (id: string, seenReading: number, as = admin) => call(id, '/confirm', 'POST', as, { seenReading })
const discard = (id: string, as = admin) => call(id, '/discard', 'POST', as)
const namesOf = async (q: string): Promise<string[]> => {
  const { body } = await world.call('GET', `/api/leads?q=${q}`, { as: admin })
  return body.map(({ customerName }: { customerName: string }) => customerName).sort()
}
const actionsOn = async (id: string): Promise<string[]> => {
  const { body } = await world.call('GET', '/api/audit-logs?limit=200', { as: admin })
  return body
    .filter(({ entityId }: { entityId: string }) => entityId === id)
    .map(({ action }: { action: string }) => action)
    .sort()
}

describe('a file of leads that is shown first', () => {
  it('previews the result of its import, also for rows of the same customer, and stores nothing before', async () => {
    await upload('eerder.csv', ['Bekend;0611111101;;Engie;;', 'Gelijk;0611111102;;Engie;;'])
    const rows = [
      'Vers;0611111103;vers@example.nl;Engie;;',
      // The same customer as in the row above, by e-mail address, with another supplier; then the same row again.
      'Vers;;vers@example.nl;Eneco;;',
      'Vers;;vers@example.nl;Eneco;;',
      'Bekend;0611111101;;Essent;;',
      'Gelijk;0611111102;;Engie;;',
      'Bel Niet;0611111104;;;;ja',
      'Vers Fout;0611111105;;;31-02-2027;',
    ]
    const shown = await upload('vers.csv', rows, 'all')
    expect(shown.status, shown.text).toBe(200)
    const stats = { totalRows: 7, created: 2, updated: 2, skipped: 2, errors: 1 }
    expect(shown.body).toMatchObject({ isToBeConfirmed: true, stats, refusedDetails: 1 })
    const { uploadId: id } = shown.body
    const waiting = await uploadOf(id)
    expect(waiting).toMatchObject({ state: 'controle nodig', isPlanned: true, stats })
    expect([await namesOf('Vers'), await namesOf('Bel Niet')]).toEqual([[], []])
    const known = await world.call('GET', '/api/leads/known?phone=0611111104', { as: admin })
    expect(known.body.doNotCall).toBeNull()

    const [sheet] = (await call(id, '/preview')).body.sheets
    const fields = ['customerName', 'phone', 'email', 'currentSupplier', 'contractEndDate', 'doNotCall']
    expect(sheet).toMatchObject({ name: null, headerRow: 1, fields })
    expect(sheet.rows[7]).toMatchObject({
      number: 8,
      problems: [{ column: 4, reason: "'31-02-2027' is geen geldige datum" }],
    })
    expect((await call(id, '/preview', 'GET', agent)).status).toBe(403)
    expect((await confirm(id, waiting.reading, agent)).status).toBe(403)
    expect((await confirm(id, waiting.reading + 1)).status).toBe(409)
    expect(await namesOf('Vers')).toEqual([])

    const done = await confirm(id, waiting.reading)
    expect(done.body, done.text).toMatchObject({ state: 'klaar', isPlanned: false, stats })
    expect([await namesOf('Vers'), await namesOf('Bel Niet')]).toEqual([['Vers'], ['Bel Niet']])
    expect(await actionsOn(id)).toEqual(['lead.import', 'lead.import-check', 'lead.import-confirm'])
  })

  it('is stored at once where nobody asks to see it', async () => {
    expect((await upload('direct.csv', ['Direct;0611111110;;;;'])).body).toMatchObject({ isToBeConfirmed: false })
    expect((await upload('direct-2.csv', ['Direct Nooit;0611111111;;;;'], 'never')).body.stats.created).toBe(1)
    expect(await namesOf('Direct')).toEqual(['Direct', 'Direct Nooit'])
  })
})

describe('two people with one preview of leads', () => {
  it('confirm it once and get the same answer', async () => {
    const { uploadId: id } = (await upload('samen.csv', ['Samen;0611111120;;;;'], 'all')).body
    const { reading } = await uploadOf(id)
    const both = await Promise.all([confirm(id, reading), confirm(id, reading, other)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await namesOf('Samen')).toEqual(['Samen'])
    const actions = await actionsOn(id)
    expect(actions.filter((action) => action === 'lead.import-confirm')).toHaveLength(1)
    expect(actions.filter((action) => action === 'lead.import')).toHaveLength(1)
  })

  it('discard it once, with its file; it can be neither confirmed nor shown afterwards', async () => {
    const { uploadId: id } = (await upload('weg.csv', ['Weg Ermee;0611111121;;;;', 'Fout;;;;ooit;'], 'all')).body
    const { reading } = await uploadOf(id)
    expect((await discard(id, agent)).status).toBe(403)
    expect((await Promise.all([discard(id), discard(id, other)])).map(({ status }) => status)).toEqual([200, 200])
    expect(await uploadOf(id)).toMatchObject({ state: 'weggegooid', details: [], stats: { totalRows: 0 } })
    expect((await actionsOn(id)).filter((action) => action === 'lead.import-discard')).toHaveLength(1)
    expect((await confirm(id, reading)).status).toBe(409)
    expect((await call(id, '/preview')).status).toBe(409)
    expect(await namesOf('Weg Ermee')).toEqual([])
  })

  it('discard nothing that the other confirms between the reading and the writing', async () => {
    const { uploadId: id } = (await upload('blijft.csv', ['Blijft;0611111122;;;;'], 'all')).body
    const { reading } = await uploadOf(id)
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const confirmedMeanwhile = meanwhile(() =>
      Uploads.patch({ id })
        .set({ windows: reading + 1 })
        .go(),
    )
    expect((await discard(id)).status).toBe(409)
    await confirmedMeanwhile
    expect((await confirm(id, reading + 1)).body).toMatchObject({ state: 'klaar' })
    expect((await discard(id)).status).toBe(409)
    expect(await namesOf('Blijft')).toEqual(['Blijft'])
  })

  it('store nothing of a preview that was made anew between the reading and the writing', async () => {
    const { uploadId: id } = (await upload('ertussen.csv', ['Ertussen;0611111123;;;;'], 'all')).body
    const { reading } = await uploadOf(id)
    const { Uploads } = await import('../../spreadsheets/imports/entity.ts')
    const shownAnew = meanwhile(() =>
      Uploads.patch({ id })
        .set({ windows: reading + 5 })
        .go(),
    )
    expect((await confirm(id, reading)).status).toBe(409)
    await shownAnew
    expect(await namesOf('Ertussen')).toEqual([])
  })
})
