import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startWorld, type World } from '../../testing/world.ts'

let world: World
let admin: Person
let agent: Person
let as: { admin: string; agent: string }

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-25T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  admin = await world.person({ role: 'admin' })
  agent = await world.person({ teamId: 1, firstName: 'Lotte', lastName: 'Peeters' })
  as = { admin: await world.session(admin), agent: await world.session(agent) }
})
afterAll(() => world.stop())

const post = (path: string, body: unknown, by = as.admin) => world.call('POST', path, { as: by, body })
const get = (path: string, by = as.admin) => world.call('GET', path, { as: by })

it('enters hours once for each day and kind of work', async () => {
  const body = { date: '2026-11-24', projectType: 'sales', hours: 7.5, description: 'Bellen' }
  const made = await post('/api/time-entries', body, as.agent)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ userId: agent.id, teamId: 1, hours: 7.5, hourlyRate: null, totalCost: null })
  const again = await post('/api/time-entries', body, as.agent)
  expect(again.status).toBe(409)
  expect(again.body.message).toBe('Op deze dag staan al uren voor Sales. Wijzig die.')
  const more = await post('/api/time-entries', { ...body, projectType: 'admin', hours: 17 }, as.agent)
  expect([more.status, more.body.errors]).toEqual([422, { hours: ['Maximaal 24 uur per dag'] }])
})

it('shows the month by week', async () => {
  const rate = await post('/api/user-rates', { userId: agent.id, hourlyRate: 18, effectiveFrom: '2026-11-01' })
  expect(rate.status).toBe(201)
  const month = await get(`/api/time-entries/month?month=2026-11&userId=${agent.id}`)
  expect(month.body).toMatchObject({ hours: 7.5, withoutRate: 7.5, rates: [{ hourlyRate: 18 }] })
  expect(month.body.weeks[4]).toMatchObject({ monday: '2026-11-23', hours: 7.5, byType: { sales: 7.5, admin: 0 } })
})

it('saves cells and tells which are refused', async () => {
  const cells = [
    { date: '2026-11-23', projectType: 'sales', hours: 8 },
    { date: '2026-11-23', projectType: 'admin', hours: 20 },
    { date: '2026-11-24', projectType: 'training', hours: 25 },
    { date: '2026-12-24', projectType: 'training', hours: 2 },
  ]
  const saved = await world.call('PUT', '/api/time-entries', { as: as.agent, body: { cells } })
  expect(saved.body.saved).toMatchObject([{ date: '2026-11-23', projectType: 'sales', hours: 8 }])
  expect(saved.body.refused).toEqual([
    { date: '2026-11-23', projectType: 'admin', message: 'Maximaal 24 uur per dag' },
    { date: '2026-11-24', projectType: 'training', message: 'Maximaal 24 uur per dag' },
    { date: '2026-12-24', projectType: 'training', message: 'Vul uren in tot en met deze week (29-11-2026)' },
  ])
})

it('adds fixed costs', async () => {
  const category = await post('/api/cost-categories', { name: 'Huur' })
  expect(category.status).toBe(201)
  const cost = { categoryId: category.body.id, monthlyAmount: 1850, effectiveFrom: '2026-01-01' }
  for (const whom of [{}, { teamId: 1 }, { userId: agent.id }]) {
    const made = await post('/api/fixed-costs', { ...cost, ...whom })
    expect([made.status, made.text]).toEqual([201, made.text])
  }
  const list = await get('/api/fixed-costs?month=2026-11')
  expect(list.body.map((one: { scope: string }) => one.scope)).toEqual(['organisation', 'team', 'person'])
  const totals = await get('/api/fixed-costs/totals?month=2026-11')
  expect(totals.body).toEqual({
    month: '2026-11',
    count: 3,
    organisation: 1850,
    teams: 1850,
    people: 1850,
    total: 5550,
  })
})

it('changes an entry', async () => {
  const [entry] = (await get('/api/time-entries', as.agent)).body
  const path = `/api/time-entries/${entry.id}`
  const changed = await world.call('PATCH', path, { as: as.agent, body: { hours: 3 } })
  expect(changed.body).toMatchObject({ hours: 3, description: 'Bellen', version: 2 })
})
