import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await world.rate({ role: 'agent', defaultRate: 80, validFrom: '2026-01-01' })
  await world.rate({ role: 'caller', defaultRate: 20, validFrom: '2026-01-01' })
  await world.done('admin', 'POST', '/api/sales/revenue-rates', {
    ...{ provider: 'eneco', productType: 'gas_stroom', contractLength: '3_jaar', amount: 400, validFrom: '2026-01-01' },
  })
})
afterAll(() => world.stop())

const preview = (form: object) =>
  world.done('admin', 'POST', '/api/commission-rates/preview', { role: 'agent', defaultRate: 95, ...form })

describe('the preview of a commission rate', () => {
  it('shows nothing without sales in the last three whole months', async () => {
    await world.sale({ saleDate: '2026-11-20' })
    await world.sale({ saleDate: '2026-07-31' })
    expect(await preview({})).toMatchObject({ from: '2026-11-23', count: 0, people: 0, perMonth: 0, margin: null })
  })

  it('shows the difference per month, the margin and the people of the sales to which it would apply', async () => {
    const { caller, stranger } = world.people
    await world.sale({ saleDate: '2026-08-01' })
    await world.sale({ saleDate: '2026-09-15', callerId: caller.id })
    await world.sale({ saleDate: '2026-10-31', agentId: stranger.id })
    const rejected = await world.sale({ saleDate: '2026-10-01' })
    await world.done('admin', 'PATCH', `/api/sales/${rejected.slice('sale-'.length)}/status`, {
      ...{ status: 'rejected', rejectionReason: 'Dubbel' },
    })
    expect(await preview({ validFrom: '2026-12-01' })).toEqual({
      ...{ from: '2026-12-01', count: 3, people: 2, perMonth: 15, isComplete: true },
      margin: { before: (1200 - 3 * 80 - 20) / 1200, after: (1200 - 3 * 95 - 20) / 1200 },
    })
    expect(await preview({ teamId: 1, defaultRate: 65 })).toMatchObject({ count: 2, people: 1, perMonth: -10 })
    expect(await preview({ role: 'caller', defaultRate: 35 })).toMatchObject({
      ...{ count: 1, people: 1, perMonth: 5 },
      margin: { before: 0.75, after: (400 - 80 - 35) / 400 },
    })
  })

  it('compares a changed rate with what applies on its first day, and leaves out people with another rate', async () => {
    const own = await world.rate({ role: 'agent', teamId: 2, defaultRate: 100, validFrom: '2026-02-01' })
    expect(await preview({})).toMatchObject({ count: 2, people: 1, perMonth: 10 })
    const off = { rateId: own.id, teamId: 2, defaultRate: 100, validFrom: '2026-02-01', isActive: false }
    expect(await preview(off)).toMatchObject({ from: '2026-11-23', count: 1, perMonth: -6.67 })
    expect(await preview({ ...off, isActive: true, teamId: null })).toMatchObject({
      count: 3,
      people: 2,
      perMonth: 13.33,
    })
    expect((await world.done('admin', 'GET', '/api/commission-rates')).length).toBe(3)
  })

  it('leaves out an agent in the place of the caller, who gets no rate', async () => {
    const sale = { saleDate: '2026-10-02', callerId: world.people.other.id }
    const before = await preview({ role: 'caller' })
    await world.sale(sale)
    expect(await preview({ role: 'caller' })).toMatchObject({ count: before.count, perMonth: before.perMonth })
  })

  it('is for admins', async () => {
    const reply = await world.call('leader', 'POST', '/api/commission-rates/preview', { role: 'agent', defaultRate: 1 })
    expect(reply.status).toBe(403)
  })
})
