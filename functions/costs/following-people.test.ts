import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CostWorld, startCostWorld } from '../../testing/costs.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'

let world: CostWorld
beforeEach(async () => {
  world = await startCostWorld()
})
afterEach(() => world.stop())

interface Rule {
  readonly id: string
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly teamId: number | null
  readonly isLicence: boolean
}

const change = async (more: object) => {
  const { role, phone } = world.agent
  await world.done('admin', 'PUT', `/api/users/${world.agent.id}`, { role, phone, ...more })
  await deliverOutbox(world.agent.id)
}
const rules = async () => {
  const all: Rule[] = await world.done('admin', 'GET', `/api/fixed-costs?userId=${world.agent.id}`)
  return all.map(({ effectiveFrom, effectiveTo, teamId }) => [effectiveFrom, effectiveTo, teamId])
}
const sync = async () => {
  const { handler } = await import('../../events/fixed-cost-sync.ts')
  await runAsFunction('fixed-cost-sync', () => handler())
}

describe('the costs of a person', () => {
  it('count in another team from the month after the move', async () => {
    const category = await world.done('admin', 'POST', '/api/cost-categories', { name: 'Auto' })
    const cost = { categoryId: category.id, userId: world.agent.id, monthlyAmount: 389, effectiveFrom: '2026-01-15' }
    await world.done('admin', 'POST', '/api/fixed-costs', { ...cost, effectiveTo: '2027-06-30' })
    await change({ teamId: 2 })
    const moved = [
      ['2026-01-15', '2026-11-30', 1],
      ['2026-12-01', '2027-06-30', 2],
    ]
    expect(await rules()).toEqual(moved)
    await deliverOutbox(world.agent.id)
    await sync()
    expect(await rules()).toEqual(moved)
    expect(await world.done('admin', 'GET', '/api/cost-categories')).toMatchObject([{ used: 2 }])
    await change({ teamId: 1 })
    expect(await rules()).toEqual([
      ['2026-01-15', '2026-11-30', 1],
      ['2026-12-01', '2027-06-30', 1],
    ])
    world.world.travel('2027-01-10T09:00:00Z')
    await world.again()
    await change({ teamId: 2 })
    expect(await rules()).toEqual([
      ['2026-01-15', '2026-11-30', 1],
      ['2026-12-01', '2027-01-31', 1],
      ['2027-02-01', '2027-06-30', 2],
    ])
  })

  it('that ended, or end with the month, stay in their team', async () => {
    const category = await world.done('admin', 'POST', '/api/cost-categories', { name: 'Auto' })
    const cost = { categoryId: category.id, userId: world.agent.id, monthlyAmount: 389, effectiveFrom: '2026-01-01' }
    await world.done('admin', 'POST', '/api/fixed-costs', { ...cost, effectiveTo: '2026-08-31' })
    await world.done('admin', 'POST', '/api/fixed-costs', { ...cost, effectiveTo: '2026-11-30' })
    await change({ teamId: 2 })
    expect((await rules()).map(([, , team]) => team)).toEqual([1, 1])
  })
})

describe('the licence of a zzp’er', () => {
  const licences = async () =>
    (await world.done('admin', 'GET', '/api/fixed-costs?scope=person')).filter((one: Rule) => one.isLicence)

  it('begins with the month in which a person becomes one, and ends with the month in which they stop', async () => {
    await change({ employmentType: 'zzp' })
    expect(await licences()).toMatchObject([
      {
        ...{ monthlyAmount: 19.99, effectiveFrom: '2026-11-01', effectiveTo: null, teamId: 1 },
        category: { name: 'Licentie' },
      },
    ])
    world.world.travel('2027-01-10T09:00:00Z')
    await world.again()
    await change({ employmentType: 'loondienst' })
    expect(await rules()).toEqual([['2026-11-01', '2027-01-31', 1]])
    await change({ employmentType: 'zzp' })
    expect(await rules()).toEqual([['2026-11-01', null, 1]])
  })

  it('ends when they are deactivated and begins again when they return', async () => {
    await change({ employmentType: 'zzp' })
    await world.done('admin', 'DELETE', `/api/users/${world.agent.id}`)
    await deliverOutbox(world.agent.id)
    expect(await rules()).toEqual([['2026-11-01', '2026-11-30', 1]])
    world.world.travel('2027-03-10T09:00:00Z')
    await world.again()
    await world.done('admin', 'POST', `/api/users/${world.agent.id}/reactivate`)
    await deliverOutbox(world.agent.id)
    expect(await rules()).toEqual([
      ['2026-11-01', '2026-11-30', 1],
      ['2027-03-01', null, 1],
    ])
  })

  it('moves with them to another team', async () => {
    await change({ employmentType: 'zzp' })
    await change({ teamId: 2 })
    const moved = [
      ['2026-11-01', '2026-11-30', 1],
      ['2026-12-01', null, 2],
    ]
    expect(await rules()).toEqual(moved)
    await deliverOutbox(world.agent.id)
    expect(await rules()).toEqual(moved)
    await change({ employmentType: 'loondienst' })
    expect(await rules()).toEqual([['2026-11-01', '2026-11-30', 1]])
    expect(await world.done('admin', 'GET', '/api/cost-categories')).toMatchObject([{ name: 'Licentie', used: 1 }])
  })

  it('is added by night for people who were zzp’ers before there were licences', async () => {
    const before = await world.world.person({ teamId: 2, employmentType: 'zzp' })
    await world.world.person({ teamId: 2, employmentType: 'zzp', isActive: false })
    await sync()
    await sync()
    expect(await licences()).toMatchObject([{ userId: before.id, teamId: 2, effectiveFrom: '2026-11-01' }])
  })

  it('ends by night when they are no longer a zzp’er, also if it was to move to another team', async () => {
    await change({ employmentType: 'zzp' })
    await change({ teamId: 2 })
    const { role, phone } = world.agent
    await world.done('admin', 'PUT', `/api/users/${world.agent.id}`, { role, phone, employmentType: 'loondienst' })
    await sync()
    expect(await rules()).toEqual([['2026-11-01', '2026-11-30', 1]])
  })

  it('is added for a new zzp’er', async () => {
    const form = {
      email: 'nieuw@example.nl',
      firstName: 'Nieuw',
      lastName: 'Hier',
      role: 'agent',
      phone: '0475 111111',
    }
    const { id } = await world.done('admin', 'POST', '/api/users/create-local', {
      ...form,
      ...{ password: 'Zonnepaneel-7', teamId: 1, employmentType: 'zzp' },
    })
    await deliverOutbox(id)
    expect(await licences()).toMatchObject([{ userId: id }])
  })

  it('cannot be changed or deleted by hand', async () => {
    await change({ employmentType: 'zzp' })
    const [{ id }] = await licences()
    for (const [method, body] of [
      ['PATCH', { monthlyAmount: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await world.ask('admin', method, `/api/fixed-costs/${id}`, body)
      expect([reply.status, reply.body.message]).toEqual([409, 'Partnerview houdt licenties van zzp’ers zelf bij'])
    }
  })

  it('is in an existing category that is named Licentie, in any case', async () => {
    const { id } = await world.done('admin', 'POST', '/api/cost-categories', { name: 'licentie' })
    await change({ employmentType: 'zzp' })
    expect(await licences()).toMatchObject([{ categoryId: id }])
  })
})
