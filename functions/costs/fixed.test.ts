import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CostWorld, startCostWorld } from '../../testing/costs.ts'
import { meanwhile } from '../../testing/meanwhile.ts'

let world: CostWorld
let categoryId: string
beforeEach(async () => {
  world = await startCostWorld()
  categoryId = (await world.done('admin', 'POST', '/api/cost-categories', { name: 'Huur' })).id
})
afterEach(() => world.stop())

const cost = (more: object = {}) => ({ categoryId, monthlyAmount: 1850, effectiveFrom: '2026-01-01', ...more })
const add = (more: object = {}) => world.ask('admin', 'POST', '/api/fixed-costs', cost(more))
const added = (more: object = {}) => world.done('admin', 'POST', '/api/fixed-costs', cost(more))
const totals = (month: string, filter = '') =>
  world.done('admin', 'GET', `/api/fixed-costs/totals?month=${month}${filter}`)
const listed = async (filter = '') => world.done('admin', 'GET', `/api/fixed-costs${filter}`)
const categories = async () => world.done('admin', 'GET', '/api/cost-categories')

describe('a category', () => {
  it.each([{ name: '' }, { name: '   ' }, {}])('requires a name: %j is refused', async (body) => {
    const reply = await world.ask('admin', 'POST', '/api/cost-categories', body)
    expect([reply.status, reply.body.errors?.name]).toEqual([400, ['Naam is verplicht']])
  })

  it('has a unique name, whatever its case and accents', async () => {
    const text = 'Er is al een categorie met deze naam'
    for (const name of ['Huur', 'HUUR', 'hüúr']) {
      const reply = await world.ask('admin', 'POST', '/api/cost-categories', { name })
      expect([reply.status, reply.body.errors]).toEqual([409, { name: [text] }])
    }
    const other = await world.done('admin', 'POST', '/api/cost-categories', { name: 'Auto' })
    const renamed = await world.ask('admin', 'PATCH', `/api/cost-categories/${other.id}`, { name: 'huur' })
    expect(renamed.status).toBe(409)
  })

  it('frees its name when it is renamed or deleted', async () => {
    await world.done('admin', 'PATCH', `/api/cost-categories/${categoryId}`, { name: 'Panden' })
    await world.done('admin', 'POST', '/api/cost-categories', { name: 'Huur' })
    await world.done('admin', 'DELETE', `/api/cost-categories/${categoryId}`)
    expect((await world.ask('admin', 'POST', '/api/cost-categories', { name: 'panden' })).status).toBe(201)
  })

  it('counts its costs, and is not deleted while there are any', async () => {
    const [one, two] = [await added(), await added({ teamId: 1 })]
    expect(await categories()).toMatchObject([{ name: 'Huur', used: 2 }])
    const refused = await world.ask('admin', 'DELETE', `/api/cost-categories/${categoryId}`)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '2 vaste kostenposten hebben deze categorie. Zet de categorie op inactief.',
    ])
    for (const { id } of [one, two]) await world.done('admin', 'DELETE', `/api/fixed-costs/${id}`)
    expect((await world.ask('admin', 'DELETE', `/api/cost-categories/${categoryId}`)).status).toBe(204)
  })

  it('is not deleted while a cost is added to it', async () => {
    await meanwhile(() => added())
    expect((await world.ask('admin', 'DELETE', `/api/cost-categories/${categoryId}`)).status).toBe(409)
    expect(await categories()).toMatchObject([{ used: 1 }])
  })

  it('takes no new costs once it is switched off, and keeps its present ones', async () => {
    const { id } = await added()
    await world.done('admin', 'PATCH', `/api/cost-categories/${categoryId}`, { isActive: false })
    const refused = await add()
    expect([refused.status, refused.body.errors]).toEqual([422, { categoryId: ['Kies een actieve categorie'] }])
    expect((await world.ask('admin', 'PATCH', `/api/fixed-costs/${id}`, { monthlyAmount: 1900 })).status).toBe(200)
  })

  it('no longer counts a cost that is moved to another category, which then counts it', async () => {
    const { id } = await added()
    const other = await world.done('admin', 'POST', '/api/cost-categories', { name: 'Auto' })
    expect(await world.done('admin', 'PATCH', `/api/fixed-costs/${id}`, { categoryId: other.id })).toMatchObject({
      category: { name: 'Auto' },
    })
    expect(await categories()).toMatchObject([
      { name: 'Auto', used: 1 },
      { name: 'Huur', used: 0 },
    ])
  })
})

describe('a fixed cost', () => {
  it.each([
    [{ categoryId: undefined }, 'categoryId', 'Kies een categorie'],
    [{ monthlyAmount: -1 }, 'monthlyAmount', 'Bedrag moet positief zijn'],
    [{ monthlyAmount: 'veel' }, 'monthlyAmount', 'Bedrag moet positief zijn'],
    [{ monthlyAmount: 0.005 }, 'monthlyAmount', 'Vul een bedrag met hoogstens 2 decimalen in'],
    [{ effectiveFrom: '' }, 'effectiveFrom', 'Kies een datum'],
    [{ effectiveTo: '2025-12-31' }, 'effectiveTo', 'Kies een datum op of na de eerste dag'],
    [{ userId: 'iemand', teamId: 1 }, 'teamId', 'Kies een team of een persoon'],
  ])('with %j is refused at the field', async (wrong, field, text) => {
    const reply = await add(wrong)
    expect([reply.status, reply.body.errors?.[field]?.[0]]).toEqual([400, text])
  })

  it.each([
    [{ userId: 'niemand' }, 'userId', 'Deze medewerker bestaat niet'],
    [{ teamId: 99 }, 'teamId', 'Dit team bestaat niet (meer)'],
    [{ categoryId: 'geen' }, 'categoryId', 'Kies een actieve categorie'],
  ])('with the unknown id %j is refused at the field', async (wrong, field, text) => {
    const reply = await add(wrong)
    expect([reply.status, reply.body.errors]).toEqual([422, { [field]: [text] }])
  })

  it('belongs to the organisation, a team or a person in their team', async () => {
    expect(await added()).toMatchObject({ scope: 'organisation', teamId: null, userId: null, isActive: true })
    expect(await added({ teamId: 2 })).toMatchObject({ scope: 'team', team: { id: 2, name: 'Vennep Duin' } })
    expect(await added({ userId: world.agent.id })).toMatchObject({
      scope: 'person',
      user: { lastName: 'Peeters' },
      team: { id: 1, office: 'roermond' },
    })
  })

  it('can move to another person, team or the organisation', async () => {
    const { id } = await added({ teamId: 2 })
    const change = (body: object) => world.ask('admin', 'PATCH', `/api/fixed-costs/${id}`, body)
    expect((await change({ userId: world.agent.id })).body).toMatchObject({ scope: 'person', teamId: 1 })
    expect((await change({ description: 'Kantoor' })).body).toMatchObject({ scope: 'person', description: 'Kantoor' })
    expect((await change({ userId: null })).body).toMatchObject({ scope: 'organisation', teamId: null, user: null })
    expect((await change({ teamId: 1 })).body).toMatchObject({ scope: 'team', team: { name: 'Roermond Maas' } })
    expect((await change({ teamId: 1, userId: world.agent.id })).body.errors).toEqual({
      teamId: ['Kies een team of een persoon'],
    })
    expect((await change({ effectiveTo: '2025-01-01' })).status).toBe(400)
    expect(
      (await world.ask('admin', 'PATCH', `/api/fixed-costs/${id}`, { monthlyAmount: 1 }, { 'if-match': '1' })).status,
    ).toBe(409)
  })

  it('counts whole in each month that it touches while it is active', async () => {
    const { id } = await added({ effectiveFrom: '2026-02-28', effectiveTo: '2026-04-01' })
    const total = async (month: string) => (await totals(month)).total
    expect([await total('2026-01'), await total('2026-02'), await total('2026-04'), await total('2026-05')]).toEqual([
      0, 1850, 1850, 0,
    ])
    await world.done('admin', 'PATCH', `/api/fixed-costs/${id}`, { isActive: false })
    expect(await total('2026-03')).toBe(0)
  })

  it('is in no team that its person left meanwhile', async () => {
    const { role, phone } = world.agent
    await meanwhile(() => world.done('admin', 'PUT', `/api/users/${world.agent.id}`, { role, phone, teamId: 2 }))
    expect((await add({ userId: world.agent.id })).status).toBe(422)
    expect(await listed()).toEqual([])
  })

  it('is found by month, category, target and words', async () => {
    await added({ description: 'Kantoor Roermond' })
    await added({ teamId: 2, description: 'Adressenbestand', monthlyAmount: 340, effectiveTo: '2026-06-30' })
    await added({ userId: world.agent.id, description: 'Lease', monthlyAmount: 389 })
    const texts = async (filter: string) =>
      (await listed(filter)).map((one: { description: string }) => one.description)
    expect(await texts('')).toEqual(['Kantoor Roermond', 'Adressenbestand', 'Lease'])
    expect(await texts('?month=2026-07')).toEqual(['Kantoor Roermond', 'Lease'])
    expect(await texts('?scope=team')).toEqual(['Adressenbestand'])
    expect(await texts('?teamId=1')).toEqual(['Lease'])
    expect(await texts('?office=nieuw-vennep')).toEqual(['Adressenbestand'])
    expect(await texts('?office=roermond')).toEqual(['Lease'])
    expect(await texts(`?userId=${world.agent.id}`)).toEqual(['Lease'])
    expect(await texts('?q=ADRESSEN')).toEqual(['Adressenbestand'])
    expect(await texts('?q=peeters')).toEqual(['Lease'])
    expect(await texts('?categoryId=geen')).toEqual([])
    const first = await world.ask('admin', 'GET', '/api/fixed-costs?limit=2')
    const next = /<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1]
    expect(
      (await world.done('admin', 'GET', String(next))).map((one: { description: string }) => one.description),
    ).toEqual(['Lease'])
    expect(await totals('2026-06')).toEqual({
      ...{ month: '2026-06', count: 3, organisation: 1850, teams: 340, people: 389, total: 2579 },
    })
    expect(await totals('2026-06', '&scope=person')).toMatchObject({ count: 1, organisation: 0, total: 389 })
  })

  it('is in the reports by month', async () => {
    await added({ teamId: 2, effectiveTo: '2026-06-30' })
    await added({ userId: world.agent.id, monthlyAmount: 19.99, effectiveFrom: '2026-06-15' })
    const { readFixedCosts } = await import('./service.ts')
    const months = await readFixedCosts(['2026-07', '2026-06', '2026-05'])
    const costsOf = (month: string) =>
      months.get(month)?.map(({ amount, scope, teamId, userId, category }) => ({
        amount,
        scope,
        teamId,
        userId,
        category: category.name,
      }))
    const team = { amount: 185_000, scope: 'team', teamId: 2, userId: undefined, category: 'Huur' }
    const person = { amount: 1999, scope: 'person', teamId: 1, userId: world.agent.id, category: 'Huur' }
    expect(costsOf('2026-05')).toEqual([team])
    expect(costsOf('2026-06')).toEqual(expect.arrayContaining([team, person]))
    expect(costsOf('2026-07')).toEqual([person])
    expect(await readFixedCosts([])).toEqual(new Map())
  })
})
