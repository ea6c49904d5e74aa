import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox, readOutboxEvent } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let as: string
const people: Record<string, Person> = {}

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  as = await world.session(await world.person({ role: 'admin' }))
  for (const name of ['Bo', 'Cas', 'Dee']) {
    people[name] = await world.person({ role: 'agent', teamId: 1, firstName: name, hasLeadsAccess: true })
  }
  people['Zonder'] = await world.person({ role: 'agent', teamId: 2, hasLeadsAccess: false })
})
afterAll(() => world.stop())

const contract = (id: string, more: object = {}) =>
  storeContract({ id, customerName: `Klant ${id}`, customerPhone: '06 12121212', expiryDate: '2027-03-15', ...more })
const get = async (path: string, session = as) => (await world.call('GET', path, { as: session })).body
const assign = (body: object, session = as) => world.call('POST', '/api/contracts/assign', { as: session, body })
const idOf = (name: string) => people[name]?.id

it('creates one lead for the assignee of a contract, and moves it when the contract is assigned again', async () => {
  await contract('een', { supplier: 'Eneco', city: 'Roermond' })
  const both = await Promise.all([
    assign({ ids: ['een'], agentId: idOf('Bo') }),
    assign({ ids: ['een'], agentId: idOf('Bo') }),
  ])
  expect(both.reduce((sum, { body }) => sum + body.assigned, 0)).toBe(1)
  const first = await get('/api/contracts/een')
  expect(first).toMatchObject({ assignedTo: { id: idOf('Bo') }, lead: { status: 'new' } })
  const bo = await world.session(people['Bo'] as Person)
  expect(await get('/api/leads', bo)).toMatchObject([
    {
      id: first.lead.id,
      customerName: 'Klant een',
      currentSupplier: 'Eneco',
      contractEndDate: '2027-03-15',
      contractId: 'een',
    },
  ])
  expect((await assign({ ids: ['een'], agentId: idOf('Bo') })).body).toEqual({ assigned: 0, unchanged: 1, failed: [] })
  expect((await assign({ ids: ['een', 'weg'], agentId: idOf('Cas') })).body).toMatchObject({
    assigned: 1,
    failed: [{ id: 'weg' }],
  })
  expect(await get('/api/contracts/een')).toMatchObject({
    assignedTo: { id: idOf('Cas') },
    lead: { id: first.lead.id },
  })
  expect(await get('/api/leads', bo)).toEqual([])
  expect(await get(`/api/leads/${first.lead.id}`)).toMatchObject({ ownerId: idOf('Cas') })
  const { entries } = await get('/api/contracts/een/history')
  const fullName = (name: string) => `${name} ${people[name]?.lastName}`
  for (const [before, after] of [
    [null, fullName('Bo')],
    [fullName('Bo'), fullName('Cas')],
  ]) {
    const changes = [{ field: 'assignedTo', before, after }]
    expect(entries).toContainEqual(expect.objectContaining({ verb: 'assign', changes }))
  }
})

it('shows a street and its number once, also when an older import stored both together', async () => {
  await contract('oud', { address: 'Kade 7 a', houseNumber: '7A', postalCode: '5911 AB' })
  expect(await get('/api/contracts/oud')).toMatchObject({ address: 'Kade', houseNumber: '7A' })
  await assign({ ids: ['oud'], agentId: idOf('Dee') })
  const { lead } = await get('/api/contracts/oud')
  expect(await get(`/api/leads/${lead.id}`)).toMatchObject({ address: 'Kade', houseNumber: '7A' })
})

it('spreads contracts evenly over the agents of a team, in whatever parts they arrive', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `deel-${index}`)
  for (const id of ids) await contract(id)
  for (const offset of [0, 4, 8]) {
    const { body } = await assign({ ids: ids.slice(offset, offset + 4), teamId: 1, offset })
    expect(body.failed).toEqual([])
  }
  const owners: string[] = []
  for (const id of ids) owners.push((await get(`/api/contracts/${id}`)).assignedTo.id)
  const counts = ['Bo', 'Cas', 'Dee'].map((name) => owners.filter((id) => id === idOf(name)).length)
  expect(counts).toEqual([3, 3, 3])
  expect((await assign({ ids, teamId: 1, offset: 1 })).body).toEqual({ assigned: 0, unchanged: 9, failed: [] })
})

it('is refused without assignee or contract, for people and teams without leads, and to all but admins', async () => {
  expect((await assign({ ids: ['een'] })).body.errors).toEqual({ agentId: ['Kies een agent of een team'] })
  expect((await assign({ ids: [], agentId: idOf('Bo') })).status).toBe(400)
  expect((await assign({ ids: ['een'], agentId: idOf('Zonder') })).body.errors).toHaveProperty('agentId')
  expect((await assign({ ids: ['een'], teamId: 2 })).body.errors).toHaveProperty('teamId')
  expect(
    (await assign({ ids: ['een'], agentId: idOf('Bo') }, await world.session(people['Bo'] as Person))).status,
  ).toBe(403)
})

it('books an appointment for the contract and its lead, once per key, never for a taken time or closed number', async () => {
  await contract('plan', { customerPhone: '06 13131313' })
  await assign({ ids: ['plan'], agentId: idOf('Dee') })
  const body = {
    ...{ customerName: 'Klant plan', customerPhone: '06 13131313', agentId: idOf('Dee') },
    ...{ appointmentDate: '2026-12-01', appointmentTime: '14:00' },
  }
  const path = '/api/contracts/plan/appointment'
  const options = { as, body, headers: { 'idempotency-key': 'plan-contract' } }
  const replies = await Promise.all([1, 2].map(() => world.call('POST', path, options)))
  const made = new Set(replies.map((reply) => reply.body.id))
  expect([made.size, replies[0]?.status]).toEqual([1, 201])
  const { lead, ...planned } = await get('/api/contracts/plan')
  expect(planned).toMatchObject({ salesStatus: 'afspraak_ingepland', appointmentId: [...made][0] })
  expect(await get(`/api/leads/${lead.id}`)).toMatchObject({ status: 'contacted', appointmentId: [...made][0] })
  expect(await get(`/api/appointments/${[...made][0]}`)).toMatchObject({ leadId: lead.id })
  const changes = [{ field: 'salesStatus', before: 'nieuw', after: 'afspraak_ingepland' }]
  const { entries } = await get('/api/contracts/plan/history')
  expect(entries).toContainEqual(expect.objectContaining({ verb: 'plan', changes }))

  await contract('vol', { customerPhone: '06 13131314' })
  const second = { ...body, customerPhone: '06 13131314' }
  const taken = await world.call('POST', '/api/contracts/vol/appointment', { as, body: second })
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('Vrij: ')])
  expect(await get('/api/contracts/vol')).toMatchObject({ salesStatus: 'nieuw', appointmentId: null })

  await contract('dicht', { customerPhone: '06 14141414' })
  const closed = { customerName: 'Belt niet', customerPhone: '06 14141414', doNotCall: true }
  expect((await world.call('POST', '/api/leads', { as, body: closed })).status).toBe(201)
  const refused = { ...body, customerPhone: '06 14141414', appointmentTime: '16:00' }
  expect((await world.call('POST', '/api/contracts/dicht/appointment', { as, body: refused })).status).toBe(422)
  expect(await get('/api/contracts/dicht')).toMatchObject({ salesStatus: 'nieuw', appointmentId: null })
})

it('a contract follows its lead: it gets the appointment that the agent books, and stays signed', async () => {
  await contract('volgt', { customerPhone: '06 15151515' })
  await assign({ ids: ['volgt'], agentId: idOf('Cas') })
  const { lead } = await get('/api/contracts/volgt')
  const cas = await world.session(people['Cas'] as Person)
  const plan = async (appointmentTime: string) => {
    const body = {
      customerName: 'Klant volgt',
      customerPhone: '06 15151515',
      appointmentDate: '2026-12-02',
      appointmentTime,
      bookAnyway: true,
    }
    const { body: made } = await world.call('POST', `/api/leads/${lead.id}/appointment`, { as: cas, body })
    await deliverOutbox('volgt')
    return made.id
  }
  const first = await plan('09:00')
  expect(await get('/api/contracts/volgt')).toMatchObject({ salesStatus: 'afspraak_ingepland', appointmentId: first })
  const signed = { ids: ['volgt'], salesStatus: 'getekend' }
  await world.call('POST', '/api/contracts/bulk-update-sales-status', { as, body: signed })
  const second = await plan('11:00')
  expect(await get('/api/contracts/volgt')).toMatchObject({ salesStatus: 'getekend', appointmentId: second })
})

it('a contract keeps its own later sale and status when its lead is assigned to somebody else', async () => {
  await contract('later', { customerPhone: '06 17171717' })
  await assign({ ids: ['later'], agentId: idOf('Bo') })
  const { lead } = await get('/api/contracts/later')
  const sell = async (origin: object) => {
    const body = buildSaleForm({ ...origin, agentId: idOf('Bo') })
    const reply = await world.call('POST', '/api/sales', { as, body })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.id
  }
  const first = await sell({ leadId: lead.id })
  await deliverOutbox('later')
  expect(await get('/api/contracts/later')).toMatchObject({ salesStatus: 'getekend', saleId: first })
  const second = await sell({ contractId: 'later' })
  const lost = { ids: ['later'], salesStatus: 'gecanceld' }
  await world.call('POST', '/api/contracts/bulk-update-sales-status', { as, body: lost })
  const delivered = new Set(
    (await readOutboxEvent('later')).Records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? ''),
  )
  await world.call('PATCH', `/api/leads/${lead.id}`, { as, body: { ownerId: idOf('Cas') } })
  const event = await readOutboxEvent('later')
  const { handler } = await import('../../../events/outbox.ts')
  await runAsFunction('outbox', () =>
    handler({ Records: event.Records.filter(({ dynamodb }) => !delivered.has(dynamodb?.SequenceNumber ?? '')) }),
  )
  const kept = { salesStatus: 'gecanceld', saleId: second, assignedTo: { id: idOf('Cas') } }
  expect(await get('/api/contracts/later')).toMatchObject(kept)
})

it('a contract follows the owner of its lead, and has no assignee once the lead is deleted', async () => {
  await contract('mee', { customerPhone: '06 16161616' })
  await assign({ ids: ['mee'], agentId: idOf('Bo') })
  const { lead } = await get('/api/contracts/mee')
  await world.call('PATCH', `/api/leads/${lead.id}`, { as, body: { ownerId: idOf('Cas') } })
  await deliverOutbox('mee')
  expect(await get('/api/contracts/mee')).toMatchObject({ assignedTo: { id: idOf('Cas') }, salesStatus: 'nieuw' })

  const handover = { fromUserId: idOf('Cas'), toUserId: idOf('Dee') }
  expect((await world.call('POST', '/api/leads/handover', { as, body: handover })).status).toBe(200)
  await deliverOutbox('mee')
  const board = async (name: string) =>
    (await get(`/api/contracts/sales-status/nieuw?agentId=${idOf(name)}`)).map(({ id }: { id: string }) => id)
  expect([(await board('Cas')).includes('mee'), (await board('Dee')).includes('mee')]).toEqual([false, true])

  expect((await world.call('DELETE', `/api/leads/${lead.id}`, { as })).status).toBe(204)
  await deliverOutbox('mee')
  expect(await get('/api/contracts/mee')).toMatchObject({ assignedTo: null, lead: null })
  expect((await assign({ ids: ['mee'], agentId: idOf('Dee') })).body.assigned).toBe(1)
  expect((await get('/api/contracts/mee')).lead.id).not.toBe(lead.id)
})

it('counts contracts by team and state as their list has them, whoever gets them', async () => {
  const sizes = async () => {
    const { states } = await get('/api/contracts/counts')
    const sizeOf = async (teamId: number) => {
      const those = states.filter((one: { teamId: number; state: string }) => one.teamId === teamId)
      const counted = those.find((one: { state: string }) => one.state === 'expired')?.contracts ?? 0
      const listed = await get(`/api/contracts/sales-status/alle?callState=expired&teamId=${teamId}`)
      return [counted, listed.length]
    }
    return Promise.all([sizeOf(0), sizeOf(1)])
  }
  const given = { number: '06 15151515', givenBy: 'event', givenAt: '2024-11-02' }
  expect((await world.call('POST', '/api/consents', { as, body: given })).status).toBe(201)
  for (const id of ['geen', 'eerste', 'tweede']) await contract(id, { customerPhone: '06 15151515' })
  const [[free = 0] = [], [own = 0] = []] = await sizes()
  await assign({ ids: ['eerste', 'tweede'], agentId: idOf('Bo') })
  expect(await sizes()).toEqual([
    [free - 2, free - 2],
    [own + 2, own + 2],
  ])
  const { lead } = await get('/api/contracts/eerste')
  await world.call('DELETE', `/api/leads/${lead.id}`, { as })
  await deliverOutbox('eerste')
  expect(await sizes()).toEqual([
    [free - 1, free - 1],
    [own + 1, own + 1],
  ])
  const { recount } = await import('../../records/recount.ts')
  const { countedContracts } = await import('../counting.ts')
  expect(await recount([countedContracts], { from: 2026, to: 2026, repair: false }, () => {})).toMatchObject({
    wrong: 0,
  })
})
