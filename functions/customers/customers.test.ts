import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRawTable } from '../../proofs/raw-table.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { storeContract } from '../../testing/contracts.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let agent: Person
let admin: string
let as: string
let elsewhere: string

beforeAll(async () => {
  world = await startWorld()
  await world.team(1)
  await world.team(2)
  admin = await world.session(await world.person({ role: 'admin' }))
  agent = await world.person({ role: 'agent', teamId: 1 })
  as = await world.session(agent)
  elsewhere = await world.session(await world.person({ role: 'agent', teamId: 2 }))
})
afterAll(() => world.stop())

let numbers = 0
const nextNumber = () => `06 1000${String(++numbers).padStart(4, '0')}`
const idOf = (customerPhone: string) => String(customerIdOf({ customerPhone }))

async function post(path: string, body: object, by = as) {
  const reply = await world.call('POST', path, { as: by, body })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
const lead = (customerPhone: string, more: object = {}, by = as) =>
  post('/api/leads', { customerName: 'Sem Vos', customerPhone, ...more }, by)
const page = (id: string, by = as) => world.call('GET', `/api/customers/${id}`, { as: by })
const namesIn = (body: Record<string, { id: string }[]>) =>
  ['appointments', 'leads', 'contracts', 'sales'].flatMap((kind) => (body[kind] ?? []).map(({ id }) => id)).sort()
const join = (id: string, customerId: string, by = as) =>
  world.call('POST', `/api/customers/${id}/joins`, { as: by, body: { customerId } })
const release = (id: string, by = as) => world.call('DELETE', `/api/customers/${id}/joins`, { as: by })
const knownUnder = async (id: string, by = as) =>
  ((await page(id, by)).body.knownUnder as { value: string }[]).map(({ value }) => value)

async function contract(customerPhone: string) {
  const { contractTraceWrites } = await import('../contracts/import/storing.ts')
  const row = await storeContract({ customerPhone, customerName: 'Sem Vos' })
  for (const write of contractTraceWrites(null, row) as unknown as { go(): Promise<unknown> }[]) await write.go()
  return row
}

it('shows all records of a number in one place, each with the data of its own page', async () => {
  const phone = nextNumber()
  const made = await lead(phone, { companyName: 'De Korenaar', customerEmail: 'sem@vos.example' })
  await post(`/api/leads/${made.id}/calls`, { note: 'Belt maandag terug', callBackAt: '2026-11-23T10:00:00Z' })
  const moment = { appointmentDate: '2026-11-24', appointmentTime: '10:00' }
  const booked = await post(`/api/leads/${made.id}/appointment`, {
    customerName: 'Sem Vos',
    customerPhone: phone,
    ...moment,
    agentId: agent.id,
    customerEmail: 'sem@vos.example',
  })
  const sold = await post('/api/sales', buildSaleForm({ customerPhone: phone, customerName: 'Sem Vos' }))
  const ending = await contract(phone)

  const { body, status } = await page(idOf(phone), admin)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: idOf(phone),
    customerName: 'Sem Vos',
    knownUnder: [{ id: idOf(phone), by: 'phone', value: phone, joinedAt: null, joinedBy: null }],
    doNotCallSince: null,
    isComplete: true,
  })
  expect(namesIn(body)).toEqual([made.id, booked.id, sold.id, ending.id].sort())
  expect(body.leads[0]).toMatchObject({ notedBy: { id: agent.id }, calls: [{ note: 'Belt maandag terug' }] })
  expect(body.mails).toMatchObject([{ appointmentId: booked.id, kind: 'confirmation' }])
  const { mails, ...shown } = (await world.call('GET', `/api/appointments/${booked.id}`, { as })).body
  expect(body.appointments).toEqual([shown])
  expect(mails).toHaveLength(1)
  // The agent has no board of contracts, and sees the sale as the list shows it to agents.
  const own = await page(idOf(phone))
  expect(namesIn(own.body)).toEqual([made.id, booked.id, sold.id].sort())
  expect(own.body.sales).toEqual((await world.call('GET', '/api/sales', { as })).body)
})

it('neither shows nor counts records out of reach, and is a 404 for a reader who reaches none', async () => {
  const phone = nextNumber()
  const made = await lead(phone)
  const theirs = await lead(phone, {}, elsewhere)
  expect(namesIn((await page(idOf(phone))).body)).toEqual([made.id])
  expect(namesIn((await page(idOf(phone), elsewhere)).body)).toEqual([theirs.id])
  const stranger = await world.session(await world.person({ role: 'agent', teamId: 1 }))
  for (const id of [idOf(phone), idOf(nextNumber()), 'tel-0612345678', 'x']) {
    expect((await page(id, stranger)).status).toBe(404)
  }
})

it('follows a customer who gets another number, and ends with the last record', async () => {
  const [phone, other] = [nextNumber(), nextNumber()]
  const made = await lead(phone)
  const change = { as, body: { customerPhone: other }, headers: { 'If-Match': `"${made.version}"` } }
  expect((await world.call('PATCH', `/api/leads/${made.id}`, change)).status).toBe(200)
  expect((await page(idOf(phone))).status).toBe(404)
  expect((await page(idOf(other))).status).toBe(200)
  await world.call('DELETE', `/api/leads/${made.id}`, { as })
  expect((await page(idOf(other))).status).toBe(404)
})

it('reports that a customer has more records than are shown', async () => {
  const phone = nextNumber()
  const { putRows } = await import('../platform/data/rows.ts')
  const { Leads } = await import('../leads/entity.ts')
  const { traceWriterFor } = await import('../known-customers/service.ts')
  const made = await lead(phone, { callBackAt: '2026-12-01T10:00:00Z' })
  const { data } = await Leads.get({ id: made.id }).go()
  const rows = Array.from({ length: 70 }, (_, index) => ({
    ...(data as NonNullable<typeof data>),
    id: `many-${index}`,
  }))
  await putRows(Leads, rows)
  const rules = { ownersOf: () => ({ teamId: 1, owners: [agent.id] }), dateOf: () => '2026-11-01' }
  await traceWriterFor('lead', rules)(rows.map((after) => ({ before: null, after })))
  const { body } = await page(idOf(phone))
  expect([body.leads.length, body.isComplete]).toEqual([60, false])
})

describe('joining', () => {
  it('makes two numbers one customer, and releases them again', async () => {
    const [one, other] = [nextNumber(), nextNumber()]
    const records = [await lead(one), await lead(other)].map(({ id }) => id).sort()
    const joined = await join(idOf(one), idOf(other))
    expect([joined.status, namesIn(joined.body)]).toEqual([200, records])
    expect((await page(idOf(other))).body.knownUnder).toMatchObject([
      { value: other, joinedBy: { id: agent.id } },
      { value: one, joinedBy: { id: agent.id } },
    ])
    // The same join from the other side changes nothing.
    const before = await page(idOf(one))
    expect((await join(idOf(other), idOf(one))).status).toBe(200)
    expect((await page(idOf(one))).body).toEqual(before.body)
    expect((await release(idOf(other))).status).toBe(204)
    expect([await knownUnder(idOf(one)), await knownUnder(idOf(other))]).toEqual([[one], [other]])
    expect((await release(idOf(other))).status).toBe(404)
    const log = (await world.call('GET', '/api/audit-logs?entityType=customer', { as: admin })).body
    expect(log.map(({ action }: { action: string }) => action).sort()).toEqual(['customer.join', 'customer.release'])
  })

  it('joins groups of customers, and releases one of them', async () => {
    const all = [nextNumber(), nextNumber(), nextNumber(), nextNumber()]
    for (const phone of all) await lead(phone)
    const [a, b, c, d] = all.map(idOf) as [string, string, string, string]
    await join(a, b)
    await join(c, d)
    await join(b, c)
    for (const id of [a, b, c, d]) expect((await knownUnder(id)).sort()).toEqual(all)
    await release(b)
    expect(await knownUnder(b)).toEqual([all[1]])
    expect((await knownUnder(a)).sort()).toEqual([all[0], all[2], all[3]])
  })

  it('accepts the customer itself, and refuses strangers and more than ten', async () => {
    const phone = nextNumber()
    await lead(phone)
    expect((await join(idOf(phone), idOf(phone))).status).toBe(200)
    const theirs = nextNumber()
    await lead(theirs, {}, elsewhere)
    for (const id of [idOf(theirs), idOf(nextNumber()), 'x']) {
      expect((await join(idOf(phone), id)).body).toMatchObject({
        errors: { customerId: ['Deze klant is niet gevonden'] },
      })
      expect((await join(id, idOf(phone))).status).toBe(404)
    }
    for (let count = 2; count <= 11; count++) {
      const other = nextNumber()
      await lead(other)
      expect((await join(idOf(phone), idOf(other))).status).toBe(count <= 10 ? 200 : 422)
    }
  })

  it('does not count what others joined, so that the limit tells nothing of them and locks nobody out', async () => {
    const [phone, mine] = [nextNumber(), nextNumber()]
    for (const number of [phone, mine]) await lead(number)
    await lead(phone, {}, elsewhere)
    for (let count = 2; count <= 10; count++) {
      const theirs = nextNumber()
      await lead(theirs, {}, elsewhere)
      expect((await join(idOf(phone), idOf(theirs), elsewhere)).status).toBe(200)
    }
    const joined = await join(idOf(phone), idOf(mine))
    expect(joined.status, joined.text).toBe(200)
    expect((await knownUnder(idOf(phone))).sort()).toEqual([phone, mine].sort())
  })

  it('shows nobody a number without records within reach', async () => {
    const [one, other] = [nextNumber(), nextNumber()]
    await lead(one)
    await lead(other)
    const theirs = await lead(one, {}, elsewhere)
    await join(idOf(one), idOf(other))
    const { body } = await page(idOf(one), elsewhere)
    expect([body.knownUnder, namesIn(body)]).toMatchObject([[{ value: one, joinedAt: null }], [theirs.id]])
    expect((await release(idOf(one), elsewhere)).status).toBe(404)
    expect((await knownUnder(idOf(one))).sort()).toEqual([one, other])
  })

  it('makes one customer also when several people join at once', async () => {
    const all = [nextNumber(), nextNumber(), nextNumber()]
    for (const phone of all) await lead(phone)
    const [a, b, c] = all.map(idOf) as [string, string, string]
    await meanwhile(() => join(b, c))
    expect((await join(a, b)).status).toBe(200)
    for (const id of [a, b, c]) expect((await knownUnder(id)).sort()).toEqual(all)
    // One id is released while another joins its group: no id keeps a group that no longer exists.
    const next = nextNumber()
    await lead(next)
    await meanwhile(() => release(c))
    expect((await join(idOf(next), c)).status).toBe(200)
    expect((await knownUnder(c)).sort()).toEqual([all[2], next])
    expect((await knownUnder(a)).sort()).toEqual([all[0], all[1]])
    // Two people release the last pair at once.
    await meanwhile(() => release(a))
    expect((await release(b)).status).toBe(404)
    expect(await knownUnder(a)).toEqual([all[0]])
  })

  it('releases numbers without records', async () => {
    const all = [nextNumber(), nextNumber(), nextNumber()]
    const records: { id: string }[] = []
    for (const phone of all) records.push(await lead(phone))
    const [a, b, c] = all.map(idOf) as [string, string, string]
    await join(a, b)
    await join(a, c)
    const { removeErasedFromJoins } = await import('./erased-joins.ts')
    const night = () => runAsFunction('erasures', removeErasedFromJoins)
    expect(await night()).toEqual({ released: 0 })
    await world.call('DELETE', `/api/leads/${records[0]?.id}`, { as })
    expect(await knownUnder(b)).toEqual([all[1], all[2]])
    expect(await night()).toEqual({ released: 1 })
    await world.call('DELETE', `/api/leads/${records[1]?.id}`, { as })
    expect(await night()).toEqual({ released: 1 })
    const stored = JSON.stringify((await readRawTable()).filter(({ pk }) => pk.startsWith('customerjoin#')))
    for (const id of [a, b, c]) expect(stored).not.toContain(id)
  })

  it('suggests numbers with the same e-mail address, and with the same address and name', async () => {
    const [phone, byMail, byPlace, neighbour] = [nextNumber(), nextNumber(), nextNumber(), nextNumber()]
    const place = { postalCode: '6041 AB', houseNumber: '3' }
    await lead(phone, { ...place, customerEmail: 'twee@vos.example' })
    await lead(byMail, { customerEmail: 'Twee@vos.example' })
    await lead(byPlace, place)
    await lead(neighbour, { ...place, customerName: 'Buur' })
    await lead(nextNumber(), { customerEmail: 'twee@vos.example' }, elsewhere)
    const matches = async () =>
      (await world.call('GET', `/api/customers/${idOf(phone)}/matches`, { as })).body.matches.map(
        ({ value, common }: { value: string; common: string }) => [value, common],
      )
    expect((await matches()).sort()).toEqual([
      [byMail, 'email'],
      [byPlace, 'address'],
    ])
    await join(idOf(phone), idOf(byMail))
    expect(await matches()).toEqual([[byPlace, 'address']])
  })
})
