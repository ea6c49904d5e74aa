import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSaleForm } from '../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let people: Record<'admin' | 'leader' | 'agent' | 'other' | 'caller', Person>
const sessions = new Map<string, string>()

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  people = {
    admin: await world.person({ role: 'admin' }),
    leader: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1 }),
    other: await world.person({ role: 'agent', teamId: 2 }),
    caller: await world.person({ role: 'caller', teamId: 1 }),
  }
  for (const person of Object.values(people)) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())

type Who = keyof typeof people
const call = (who: Who, method: string, path: string, body?: object) =>
  world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}) })

async function book(form: object = {}): Promise<string> {
  const body = {
    customerName: 'Jansen',
    customerPhone: '0475 123456',
    appointmentDate: '2026-11-20',
    appointmentTime: '10:00',
    bookAnyway: true,
    agentId: people.agent.id,
    ...form,
  }
  return (await call('caller', 'POST', '/api/appointments', body)).body.id
}
const set = (id: string, status: string) => call('admin', 'PATCH', `/api/appointments/${id}`, { status })
async function register(appointmentId: string, form: object = {}): Promise<string> {
  const reply = await call('admin', 'POST', '/api/sales', buildSaleForm({ appointmentId, ...form }))
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const reject = (id: string) =>
  call('admin', 'PATCH', `/api/sales/${id}/status`, { status: 'rejected', rejectionReason: 'Onjuist' })

/** Counts the counters that differ from the records. */
async function wrong(): Promise<number> {
  const { recount } = await import('../records/recount.ts')
  const { countedSales } = await import('./counting.ts')
  const { countedAppointments } = await import('../appointments/counting.ts')
  const found = await recount(
    [countedSales, countedAppointments],
    { from: 2026, to: 2026, repair: false },
    () => undefined,
  )
  return found.wrong
}

/** Returns the number of sales of the agent in a month: registered ones, and those still to be registered. */
async function agentIn(month: string): Promise<number> {
  const { readCounters } = await import('../platform/data/counters.ts')
  const rows = (await readCounters(month)).filter(({ userId }) => userId === people.agent.id)
  return rows.reduce((all, { counts: { sales = 0, sold = 0 } }) => all + sales + sold, 0)
}

describe('a sale counts once', () => {
  it('by the appointment’s status until registered, then by its own date, and not when rejected', async () => {
    const agent = await agentIn('2026-11')
    const id = await book()
    expect(await agentIn('2026-11')).toBe(agent)
    await set(id, 'sale')
    expect(await agentIn('2026-11')).toBe(agent + 1)
    const sale = await register(id, { saleDate: '2026-10-31' })
    expect([await agentIn('2026-10'), await agentIn('2026-11')]).toEqual([1, agent])
    await call('admin', 'PATCH', `/api/sales/${sale}`, { saleDate: '2026-11-01' })
    expect([await agentIn('2026-10'), await agentIn('2026-11')]).toEqual([0, agent + 1])
    await reject(sale)
    expect(await agentIn('2026-11')).toBe(agent)
    await register(id)
    expect(await agentIn('2026-11')).toBe(agent + 1)
    expect(await wrong()).toBe(0)
  })

  it('in any order of events', async () => {
    const orders: ((id: string) => Promise<unknown>)[][] = [
      [(id) => set(id, 'sale'), register],
      [register, (id) => set(id, 'cancelled')],
      [register, (id) => set(id, 'no-sale'), (id) => set(id, 'sale')],
      [(id) => set(id, 'cancelled'), register],
      [async (id) => reject(await register(id)), (id) => set(id, 'no-sale'), register],
      [async (id) => reject(await register(id)), (id) => call('admin', 'DELETE', `/api/appointments/${id}`)],
      [
        (id) => call('admin', 'PATCH', `/api/appointments/${id}`, { agentId: people.other.id }),
        (id) => set(id, 'sale'),
        (id) => register(id, { agentId: people.agent.id }),
        (id) => call('admin', 'PATCH', `/api/appointments/${id}`, { agentId: people.agent.id }),
      ],
    ]
    const before = await agentIn('2026-11')
    for (const order of orders) {
      const id = await book()
      for (const step of order) await step(id)
      expect(await wrong()).toBe(0)
    }
    // Each order of events leaves one counted sale, except the one that ends with a deleted appointment.
    expect(await agentIn('2026-11')).toBe(before + orders.length - 1)
  })

  it('when registrations, rejections and changes of appointments race', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => book()))
    const race = async (id: string) => {
      const replies = await Promise.all([
        call('admin', 'POST', '/api/sales', buildSaleForm({ appointmentId: id })),
        call('leader', 'POST', '/api/sales', buildSaleForm({ appointmentId: id })),
        set(id, 'sale'),
        set(id, 'no-sale'),
        call('leader', 'PATCH', `/api/appointments/${id}`, { appointmentDate: '2026-12-01' }),
      ])
      const sale = replies.slice(0, 2).find(({ status }) => status === 201)
      expect(replies.slice(0, 2).filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1)
      if (sale)
        await Promise.all([
          reject(sale.body.id),
          call('admin', 'POST', '/api/sales', buildSaleForm({ appointmentId: id })),
        ])
    }
    await Promise.all(ids.map(race))
    expect(await wrong()).toBe(0)
    const { Sales } = await import('./entity.ts')
    const { data } = await Sales.query.byMonth({ month: '2026-11' }).go({ pages: 'all' })
    for (const id of ids) {
      const standing = data.filter((row) => row.appointmentId === id && row.status !== 'rejected')
      expect(standing.length, id).toBeLessThanOrEqual(1)
    }
  })

  it('with the same total of registered sales on dashboard, scoreboard and team cards', async () => {
    const { CommissionRates } = await import('./amounts/rates.ts')
    expect((await CommissionRates.query.all({}).go()).data).toEqual([])
    const [stats, board, panel, teams, sold] = await Promise.all([
      call('admin', 'GET', '/api/stats?timeFilter=this-month'),
      call('admin', 'GET', '/api/scoreboard?period=month'),
      call('admin', 'GET', '/api/appointments/performance?timeFilter=this-month'),
      call('admin', 'GET', '/api/teams'),
      call('admin', 'GET', '/api/appointments?from=2026-11-01&to=2026-11-30&status=sale&limit=500'),
    ])
    const total = board.body.totals.sales_total
    const add = (rows: Record<string, number>[], name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
    expect(total).toBeGreaterThan(0)
    expect([stats.body.salesThisMonth, add(board.body.sales_total, 'count'), add(teams.body, 'salesCount')]).toEqual([
      total,
      total,
      total,
    ])
    // The panel compares appointments with the ones among them with status sale.
    const withSale = sold.body.length
    expect([add(panel.body.agents, 'sales'), add(panel.body.teams, 'sales')]).toEqual([withSale, withSale])
  })
})
