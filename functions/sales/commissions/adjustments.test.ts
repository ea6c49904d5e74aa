import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

describe('an adjustment', () => {
  const adjust = (body: object, who: 'admin' | 'leader' = 'admin') =>
    world.call(who, 'POST', '/api/commissions/adjustments', body)

  it('is made by an admin, for a person, with an amount, a reason and a commission paid to them', async () => {
    const { agent, other } = world.people
    const sale = await world.sale()
    const body = { userId: agent.id, amount: 12.5, reason: 'Bonus', commissionId: sale }
    expect((await adjust(body, 'leader')).status).toBe(403)
    expect((await adjust({ ...body, amount: 0 })).status).toBe(400)
    expect((await adjust({ ...body, amount: 1.005 })).status).toBe(400)
    expect((await adjust({ ...body, amount: -100_000.01 })).body.errors).toEqual({
      amount: ['Vul een bedrag van hoogstens € 100.000 in'],
    })
    expect((await adjust({ ...body, reason: ' ' })).body.errors).toEqual({ reason: ['Vul een reden in'] })
    expect((await adjust({ ...body, userId: other.id })).body.errors).toHaveProperty('commissionId')
    expect((await adjust({ ...body, userId: 'x' })).body.errors).toHaveProperty('userId')
    expect((await adjust(body)).body).toMatchObject({
      ...{ amount: 12.5, user: { firstName: 'Bo' }, month: '2026-11', customerName: 'Bakkerij De Molen' },
      createdBy: { firstName: 'Ada' },
    })
    const sees = async (who: Parameters<CommissionWorld['done']>[0]) =>
      (await world.done(who, 'GET', '/api/commissions/adjustments')).length
    expect([await sees('admin'), await sees('leader'), await sees('agent')]).toEqual([1, 1, 1])
    expect([await sees('other'), await sees('elsewhere')]).toEqual([0, 0])
    expect(await world.wrong()).toBe(0)
  })

  it('of a deactivated person is noted as well', async () => {
    const gone = await world.joined({ role: 'agent', teamId: 1, isActive: false })
    expect((await adjust({ userId: gone.id, amount: -5, reason: 'Opgezegd' })).status).toBe(201)
  })
})
