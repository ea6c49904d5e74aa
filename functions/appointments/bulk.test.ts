import { afterAll, beforeAll, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let sem: Person
let tess: Person
let caller: Person
let lead: string
let agent: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  sem = await world.person({ role: 'agent', teamId: 1, firstName: 'Sem', lastName: 'Postma' })
  tess = await world.person({ role: 'agent', teamId: 1, firstName: 'Tess', lastName: 'Tak' })
  caller = await world.person({ role: 'caller', teamId: 1 })
  lead = await world.session(await world.person({ role: 'teamleader', teamId: 1 }))
  agent = await world.session(sem)
})
afterAll(() => world.stop())

async function book(customerName: string, more: object = {}) {
  const form = {
    customerName,
    customerPhone: '0475123456',
    appointmentDate: '2026-11-24',
    appointmentTime: '10:00',
    bookAnyway: true,
  }
  const body = { ...form, agentId: sem.id, ...more }
  const reply = await world.call('POST', '/api/appointments', { as: await world.session(caller), body })
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.body.id as string, version: reply.body.version as number }
}

async function start(rows: readonly object[], change: object, as = lead) {
  const reply = await world.call('POST', '/api/appointments/changes', { as, body: { rows, ...change } })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id as string
}
const runOf = async (id: string, as = lead) => (await world.call('GET', `/api/appointments/changes/${id}`, { as })).body
async function done(id: string) {
  for (let turn = 0; turn < 10; turn++) {
    await deliverOutbox(id)
    const run = await runOf(id)
    if (run.state === 'done') return run
  }
  throw new Error('The run does not end')
}
const undo = (id: string, as = lead) => world.call('POST', `/api/appointments/changes/${id}/undo`, { as })
const stored = async (id: string) => (await world.call('GET', `/api/appointments/${id}`, { as: lead })).body
const statuses = async (rows: readonly { id: string }[]) =>
  Promise.all(rows.map(async ({ id }) => (await stored(id)).status as string))
const resultsOf = async (id: string) =>
  (await world.call('GET', `/api/appointments/changes/${id}/results`, { as: lead })).body.map(
    ({ name, outcome, message }: Record<string, string>) => [name, outcome, message],
  )

it('sets a status on several, skips those that have it, fails for changed ones, and is undone as a whole', async () => {
  const rows = [
    await book('Eerste'),
    await book('Tweede', { status: 'sale' }),
    await book('Derde', { status: 'awaiting' }),
  ]
  const overtaken = await book('Vierde')
  await world.call('PATCH', `/api/appointments/${overtaken.id}`, { as: lead, body: { notes: 'Intussen' } })
  const id = await start([...rows, overtaken], { status: 'awaiting' })
  expect(await runOf(id)).toMatchObject({ state: 'running', total: 4, changed: 0, undoUntil: null })
  const run = await done(id)
  expect(run).toMatchObject({ changed: 2, skipped: 1, failed: 1, change: { status: 'awaiting', agentId: null } })
  expect(await statuses([...rows, overtaken])).toEqual(['awaiting', 'awaiting', 'awaiting', 'scheduled'])
  expect((await resultsOf(id)).sort()).toEqual([
    ['Derde', 'skipped', 'Heeft deze status al'],
    ['Eerste', 'changed', null],
    ['Tweede', 'changed', null],
    ['Vierde', 'failed', expect.stringContaining('intussen gewijzigd')],
  ])

  const back = await undo(id)
  expect(back.status, back.text).toBe(201)
  expect(await done(back.body.id)).toMatchObject({ changed: 2, skipped: 2, failed: 0, undoes: id, undoUntil: null })
  expect(await statuses([...rows, overtaken])).toEqual(['scheduled', 'sale', 'awaiting', 'scheduled'])
  expect((await undo(id)).status).toBe(409)
  expect((await runOf(id)).undoneBy).toBe(back.body.id)
})

it('assigns several, and the undo leaves those that somebody changed since', async () => {
  const [first, second] = [await book('Een'), await book('Twee', { appointmentTime: '12:00' })]
  const id = await start([first, second], { agentId: tess.id })
  await done(id)
  expect((await stored(first.id)).agent.firstName).toBe('Tess')
  await world.call('PATCH', `/api/appointments/${second.id}`, { as: lead, body: { notes: 'Nieuws' } })
  const back = (await undo(id)).body.id
  expect(await done(back)).toMatchObject({ changed: 1, failed: 1 })
  expect((await stored(first.id)).agentId).toBe(sem.id)
  expect((await stored(second.id)).agentId).toBe(tess.id)
})

it('counts each appointment once, however often a step is delivered', async () => {
  const rows = await Promise.all(Array.from({ length: 6 }, (_, at) => book(`Rij ${at}`)))
  const id = await start(rows, { status: 'no-sale' })
  await Promise.all([deliverOutbox(id), deliverOutbox(id)])
  expect(await done(id)).toMatchObject({ changed: 6, skipped: 0, failed: 0 })
  const versions = await Promise.all(rows.map(async (row) => (await stored(row.id)).version))
  expect(versions).toEqual(rows.map(({ version }) => version + 1))
})

it('restores who marked an appointment as held, so that the fee is as before', async () => {
  const row = await book('Gehouden', { status: 'no-sale' })
  expect((await stored(row.id)).toConfirm).toBe(true)
  const id = await start([row], { status: 'scheduled' })
  await done(id)
  await done((await undo(id)).body.id)
  expect(await stored(row.id)).toMatchObject({ status: 'no-sale', toConfirm: true })
})

it('confirms that several were held, except those of the person who confirms, and is undone', async () => {
  const rows = [await book('Een', { status: 'no-sale' }), await book('Twee', { status: 'quote-sent' })]
  const planned = await book('Drie')
  const id = await start(
    [...rows, planned].map((row) => ({ id: row.id })),
    { isHeld: true },
  )
  expect(await done(id)).toMatchObject({ changed: 2, skipped: 1, failed: 0, change: { isHeld: true, status: null } })
  expect(await resultsOf(id)).toContainEqual(['Drie', 'skipped', 'Hoeft niet bevestigd te worden'])
  expect(await statuses(rows)).toEqual(['no-sale', 'quote-sent'])
  for (const row of rows) expect((await stored(row.id)).toConfirm).toBe(false)
  await done((await undo(id)).body.id)
  for (const row of rows) expect((await stored(row.id)).toConfirm).toBe(true)

  const own = await world.session(caller)
  const mine = await start(rows, { isHeld: true }, own)
  await deliverOutbox(mine)
  expect((await stored(rows[0]?.id ?? '')).toConfirm).toBe(true)
})

it('stops after the record it is at, and goes on where it was', async () => {
  const row = await book('Gestopt')
  const id = await start([row], { status: 'sale' })
  const stop = await world.call('POST', `/api/appointments/changes/${id}/stop`, { as: lead })
  expect(stop.body).toMatchObject({ state: 'stopped', changed: 0 })
  await deliverOutbox(id)
  expect(await statuses([row])).toEqual(['scheduled'])
  await world.call('POST', `/api/appointments/changes/${id}/continue`, { as: lead })
  expect(await done(id)).toMatchObject({ changed: 1 })
})

it('does not change an appointment that somebody edits at the same moment', async () => {
  const row = await book('Ertussen')
  const id = await start([row], { status: 'sale' })
  await meanwhile(() => world.call('PATCH', `/api/appointments/${row.id}`, { as: lead, body: { notes: 'Net ervoor' } }))
  expect(await done(id)).toMatchObject({ changed: 0, failed: 1 })
  expect(await stored(row.id)).toMatchObject({ status: 'scheduled', notes: 'Net ervoor' })
})

it('changes nothing without the right to, and is invisible out of reach', async () => {
  const own = await book('Van Sem')
  const others = await book('Van Tess', { agentId: tess.id })
  const id = await start([own, others], { status: 'sale' }, agent)
  await deliverOutbox(id)
  expect(await runOf(id, agent)).toMatchObject({ state: 'done', changed: 1, failed: 1 })
  expect(await statuses([own, others])).toEqual(['sale', 'scheduled'])
  const elsewhere = await world.session(await world.person({ role: 'teamleader', teamId: 2 }))
  expect((await world.call('GET', `/api/appointments/changes/${id}`, { as: elsewhere })).status).toBe(404)
  expect((await undo(id, await world.session(tess))).status).toBe(404)
  const wrong = { as: lead, body: { rows: [own] } }
  expect((await world.call('POST', '/api/appointments/changes', wrong)).status).toBe(400)
})

it('can be undone for ten minutes from its end, and not while it runs', async () => {
  const row = await book('Te Laat')
  const id = await start([row], { status: 'sale' })
  expect((await undo(id)).status).toBe(409)
  const { endedAt, undoUntil } = await done(id)
  expect(Date.parse(undoUntil) - Date.parse(endedAt)).toBe(10 * 60_000)
  world.travel(undoUntil)
  expect((await runOf(id)).undoUntil).toBeNull()
  expect((await undo(id)).status).toBe(409)
  expect(await statuses([row])).toEqual(['sale'])
})
