import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let as: string
const people: Record<string, Person> = {}

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  as = await world.session(await world.person({ role: 'admin' }))
  for (const name of ['Bo', 'Cas']) {
    people[name] = await world.person({ role: 'agent', teamId: 1, firstName: name, hasLeadsAccess: true })
  }
})
afterAll(() => world.stop())

const idOf = (name: string) => people[name]?.id as string
const get = async (path: string) => (await world.call('GET', path, { as })).body
const stored = (id: string) => get(`/api/contracts/${id}`)

async function contracts(...ids: string[]) {
  for (const id of ids) await storeContract({ id, customerName: `Klant ${id}`, expiryDate: '2027-03-15' })
  return Promise.all(ids.map(async (id) => ({ id, version: (await stored(id)).version as number })))
}

async function start(rows: readonly object[], change: object) {
  const reply = await world.call('POST', '/api/contracts/changes', { as, body: { rows, ...change } })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}

async function done(id: string) {
  for (let turn = 0; turn < 10; turn++) {
    await deliverOutbox(id)
    const run = await get(`/api/contracts/changes/${id}`)
    if (run.state === 'done') return run
  }
  throw new Error('The run does not end')
}

async function undone(id: string) {
  const reply = await world.call('POST', `/api/contracts/changes/${id}/undo`, { as, body: {} })
  expect(reply.status, reply.text).toBe(201)
  return done(reply.body.id)
}

it('sets a status and a note on several, and the undo restores both', async () => {
  const rows = await contracts('een', 'twee')
  await world.call('PATCH', '/api/contracts/twee', { as, body: { notes: 'Van vroeger' } })
  const second = { id: 'twee', version: (await stored('twee')).version }
  const id = await start([...rows.slice(0, 1), second], { salesStatus: 'geen_interesse', notes: 'Gebeld' })
  expect(await done(id)).toMatchObject({ total: 2, changed: 2, skipped: 0, failed: 0 })
  expect(await stored('twee')).toMatchObject({ salesStatus: 'geen_interesse', notes: 'Gebeld' })
  expect(await undone(id)).toMatchObject({ changed: 2, failed: 0 })
  expect(await stored('een')).toMatchObject({ salesStatus: 'nieuw', notes: null })
  expect(await stored('twee')).toMatchObject({ salesStatus: 'nieuw', notes: 'Van vroeger' })
})

it('assigns contracts in turn, and the undo deletes the leads that the run created', async () => {
  const rows = await contracts('a', 'b', 'c', 'd')
  const id = await start(rows, { agentIds: [idOf('Bo'), idOf('Cas')] })
  expect(await done(id)).toMatchObject({ changed: 4, failed: 0 })
  const owners = await Promise.all(rows.map(async (row) => (await stored(row.id)).assignedTo.firstName))
  expect(owners).toEqual(['Bo', 'Cas', 'Bo', 'Cas'])
  expect(await get('/api/contracts/loads?teamId=1')).toMatchObject({
    agents: [
      { firstName: 'Bo', openLeads: 2 },
      { firstName: 'Cas', openLeads: 2 },
    ],
  })
  expect(await undone(id)).toMatchObject({ changed: 4, failed: 0 })
  expect(await stored('a')).toMatchObject({ assignedTo: null, lead: null })
  expect(await get('/api/leads')).toEqual([])
  expect((await get('/api/contracts/loads?teamId=1')).agents).toMatchObject([{ openLeads: 0 }, { openLeads: 0 }])
})

it('the undo returns a lead to its former owner, and leaves a lead that was changed since', async () => {
  const rows = await contracts('terug', 'gebeld')
  await done(await start(rows, { agentIds: [idOf('Bo')] }))
  const now = await Promise.all(rows.map(async ({ id }) => ({ id, version: (await stored(id)).version })))
  const id = await start(now, { agentIds: [idOf('Cas')] })
  await done(id)
  const { lead } = await stored('gebeld')
  await world.call('POST', `/api/leads/${lead.id}/calls`, { as, body: { note: 'Belt terug' } })
  expect(await undone(id)).toMatchObject({ changed: 1, failed: 1 })
  expect((await stored('terug')).assignedTo.firstName).toBe('Bo')
  expect((await get(`/api/leads/${(await stored('terug')).lead.id}`)).ownerId).toBe(idOf('Bo'))
  expect((await stored('gebeld')).assignedTo.firstName).toBe('Cas')
})

it('processes more contracts than a part of a run holds, each once', async () => {
  const rows = Array.from({ length: 1_001 }, (_, at) => ({ id: `weg-${at}`, version: 0 }))
  const body = { rows: [...rows, ...(await contracts('laatste'))], salesStatus: 'gecanceld' }
  const reply = await world.call('POST', '/api/contracts/changes', { as, body })
  expect(reply.body).toMatchObject({ total: 1_002 })
  const { contractBulk } = await import('./bulk.ts')
  for (let turn = 0; turn < 6; turn++) await contractBulk.step(reply.body.id, { rows: 500, ms: 60_000 })
  expect(await get(`/api/contracts/changes/${reply.body.id}`)).toMatchObject({
    state: 'done',
    changed: 1,
    failed: 1_001,
  })
  expect((await stored('laatste')).salesStatus).toBe('gecanceld')
})

it('requires either a status or assignees', async () => {
  const rows = [{ id: 'x', version: 0 }]
  const call = (body: object) => world.call('POST', '/api/contracts/changes', { as, body })
  expect((await call({ rows })).status).toBe(400)
  expect((await call({ rows, salesStatus: 'nieuw', agentIds: ['y'] })).status).toBe(400)
  expect((await call({ rows, agentIds: [] })).status).toBe(400)
})
