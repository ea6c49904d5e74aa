import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverEvent } from '../../../testing/bucket.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admin: Person
let as: string
let agent: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  admin = await world.person({ role: 'admin' })
  as = await world.session(admin)
  agent = await world.session(await world.person({ role: 'agent' }))
})
afterAll(() => world.stop())

async function upload(filename: string, ...lines: string[]) {
  const form = new FormData()
  form.append('file', new File([lines.join('\r\n')], filename))
  const request = new Response(form)
  return world.call('POST', '/api/leads/upload', {
    as,
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
}
const call = (id: string, part = '', method = 'GET', body?: object, who = as) =>
  world.call(method, `/api/leads/uploads/${id}${part}`, { as: who, ...(body ? { body } : {}) })
interface Shown {
  readonly id: string
  readonly customerName: string
  readonly customerPhone: string | null
  readonly city: string | null
}
const listed = async (q: string): Promise<Shown[]> => (await world.call('GET', `/api/leads?q=${q}`, { as })).body
const namesOf = async (q: string) => (await listed(q)).map(({ customerName }) => customerName).sort()
const newLeads = async () => (await world.call('GET', '/api/leads/counts', { as })).body.statuses.new
/** Requests the undo of an upload and does the work of its event; returns the upload. */
async function undo(id: string) {
  const asked = await call(id, '/undo', 'POST')
  expect(asked.status, asked.text).toBe(200)
  expect(await deliverEvent('lead-import', world.created.at(-1))).toBe(true)
  return (await call(id)).body
}

const header = 'Wie;Waar;Bereikbaar'
const mapping = { sheet: 0, headerRow: 1, monthFirst: false, fields: ['customerName', 'city', 'phone'] }

it('a sheet with unknown headers waits for the meaning of its columns, which also serves the next one', async () => {
  const refused = await upload('beurs.csv', header, 'Beursklant;Venlo;0612000001', 'Beursgast;Weert;0612000002')
  expect([refused.status, refused.body.error]).toEqual([422, 'We herkennen de kolommen niet. Wijs ze één keer aan.'])
  const id: string = refused.body.uploadId
  expect((await call(id)).body).toMatchObject({ state: 'controle nodig', filename: 'beurs.csv' })
  const { body } = await call(id, '/preview')
  expect(body.sheets).toMatchObject([{ headerRow: null, likelyRow: 1, fields: [null, null, 'phone'], guessed: [2] }])
  const nameless = await call(id, '/mapping', 'PUT', { ...mapping, fields: [null, 'city', 'phone'] })
  expect([nameless.status, Object.keys(nameless.body.errors)]).toEqual([422, ['fields']])
  const strange = await call(id, '/mapping', 'PUT', { ...mapping, fields: ['expiryDate'] })
  expect(strange.status).toBe(400)
  for (const part of ['/mapping', '/preview', '/undo']) {
    const method = part === '/mapping' ? 'PUT' : part === '/undo' ? 'POST' : 'GET'
    expect((await call(id, part, method, part === '/mapping' ? mapping : undefined, agent)).status).toBe(403)
  }

  const checked = await call(id, '/mapping', 'PUT', { ...mapping, isCheck: true })
  expect(checked.body).toMatchObject({ isToBeConfirmed: true, stats: { created: 2 } })
  expect(await namesOf('Beurs')).toEqual([])
  const { reading } = (await call(id)).body
  expect((await call(id, '/confirm', 'POST', { seenReading: reading, remembers: true })).body.state).toBe('klaar')
  expect((await listed('Beursklant'))[0]).toMatchObject({ city: 'Venlo', customerPhone: '06 12000001' })
  expect((await upload('volgende.csv', header, 'Beurslaat;Echt;0612000003')).body.stats).toMatchObject({ created: 1 })
  expect(await namesOf('Beurs')).toEqual(['Beursgast', 'Beursklant', 'Beurslaat'])
})

it('other columns for a stored sheet undo what it stored, and read it again', async () => {
  const first = await upload('wissel.csv', 'Klantnaam;Plaats;Bedrijfsnaam;Telefoon', 'Ommel;Venlo;Anders BV;0612000010')
  const before = await newLeads()
  const swapped = { ...mapping, fields: ['companyName', 'city', 'customerName', 'phone'] }
  const again = await call(first.body.uploadId, '/mapping', 'PUT', swapped)
  expect([again.status, again.body.stats]).toMatchObject([200, { created: 1, updated: 0 }])
  expect(await listed('Ommel')).toMatchObject([{ customerName: 'Anders BV', companyName: 'Ommel' }])
  expect(await newLeads()).toBe(before)
})

it('the undo deletes new leads, restores changed ones, and keeps and names those worked on since', async () => {
  const own = { customerName: 'Terugbekend', customerPhone: '06 12000021', city: 'Oud' }
  const known: Shown = (await world.call('POST', '/api/leads', { as, body: own })).body
  const before = await newLeads()
  const names = 'Klantnaam;Telefoon;Plaats;E-mail;Niet bellen'
  const rows = [
    'Terugbekend;0612000021;Nieuw;mail@terug.nl;',
    ...['Terugeen;0612000022;Venlo;;', 'Terugtwee;0612000023;Venlo;;ja', 'Terugdrie;0612000024;Venlo;;'],
  ]
  const { uploadId } = (await upload('terug.csv', names, ...rows)).body
  expect((await world.call('GET', `/api/leads/${known.id}`, { as })).body).toMatchObject({ city: 'Nieuw' })
  const [worked] = await listed('Terugdrie')
  await world.call('POST', `/api/leads/${worked?.id}/calls`, { as, body: { note: 'Belt terug' } })

  const undone = await undo(uploadId)
  expect(undone).toMatchObject({
    state: 'teruggedraaid',
    undone: { removed: 2, restored: 1, kept: 1, named: [{ id: worked?.id, name: 'Terugdrie' }] },
  })
  expect(await namesOf('Terug')).toEqual(['Terugbekend', 'Terugdrie'])
  const restored = (await world.call('GET', `/api/leads/${known.id}`, { as })).body
  expect(restored).toMatchObject({ city: 'Oud', customerEmail: null, customerPhone: '06 12000021' })
  expect(await newLeads()).toBe(before)
  const { entries } = (await world.call('GET', `/api/leads/${known.id}/history`, { as })).body
  const fieldsOf = ({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field).sort()
  expect(entries.map(fieldsOf).sort()).toEqual([[], ['city', 'customerEmail'], ['city', 'customerEmail']])
  // An objection stays, also without its lead.
  expect((await world.call('GET', '/api/leads/known?phone=0612000023', { as })).body).toMatchObject({
    ...{ doNotCall: { date: '2026-11-23' }, known: [] },
  })
  expect((await call(uploadId, '/undo', 'POST')).status).toBe(409)
  expect((await upload('terug.csv', names, ...rows)).body.stats).toMatchObject({ created: 2, updated: 1, skipped: 1 })
})

it('the undo keeps a lead that somebody changes at that moment', async () => {
  const { uploadId } = (await upload('race.csv', 'Klantnaam;Telefoon', 'Racelead;0612000031')).body
  const [row] = await listed('Racelead')
  expect((await call(uploadId, '/undo', 'POST')).status).toBe(200)
  const path = `/api/leads/${row?.id}`
  await meanwhile(() => world.call('PATCH', path, { as, body: { notes: 'Toch interesse' } }))
  expect(await deliverEvent('lead-import', world.created.at(-1))).toBe(true)
  expect((await call(uploadId)).body.undone).toMatchObject({ removed: 0, kept: 1 })
  expect((await world.call('GET', path, { as })).body.notes).toBe('Toch interesse')
})
