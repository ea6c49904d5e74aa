import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const amountOf = async (form: object = {}) =>
  (await world.seen('admin', await world.sale({ callerId: world.people.caller.id, ...form }))) as {
    agentCommission: number
    callerCommission: number
  }

describe('commission rates', () => {
  it('set new amounts: the team’s before the role’s, the newest valid on the day; existing amounts stay', async () => {
    expect(await amountOf()).toMatchObject({ agentCommission: 0, callerCommission: 0 })
    await world.rate({ role: 'agent', defaultRate: 80, validFrom: '2026-01-01' })
    await world.rate({ role: 'caller', defaultRate: 20, validFrom: '2026-01-01' })
    const standing = await world.sale()
    await world.rate({ role: 'agent', defaultRate: 90, validFrom: '2026-11-01' })
    await world.rate({ role: 'agent', defaultRate: 500, validFrom: '2026-12-01' })
    expect(await amountOf()).toMatchObject({ agentCommission: 90, callerCommission: 20 })
    expect(await amountOf({ saleDate: '2026-10-31' })).toMatchObject({ agentCommission: 80 })
    const { id } = await world.rate({ role: 'agent', teamId: 1, defaultRate: 70.5, validFrom: '2026-02-01' })
    expect(await amountOf()).toMatchObject({ agentCommission: 70.5 })
    expect(await amountOf({ agentId: world.people.stranger.id })).toMatchObject({ agentCommission: 90 })
    await world.done('admin', 'PATCH', `/api/commission-rates/${id}`, { isActive: false })
    expect(await amountOf()).toMatchObject({ agentCommission: 90 })
    expect(await world.seen('admin', standing)).toMatchObject({ agentCommission: 80 })
  })

  it('set the amount of a new caller of a sale; an agent in that place, or nobody, gets 0', async () => {
    const { caller, agent } = world.people
    await world.rate({ role: 'caller', teamId: 1, defaultRate: 20, validFrom: '2026-01-01' })
    const id = (await world.sale({ callerId: null })).replace('sale-', '')
    const given = async (callerId: string | null) =>
      (await world.done('admin', 'PATCH', `/api/sales/${id}`, { callerId })).callerCommission
    expect(await given(caller.id)).toBe(20)
    expect(await given(agent.id)).toBe(0)
    expect(await given(caller.id)).toBe(20)
    expect(await given(null)).toBe(0)
    expect(await given(caller.id)).toBe(20)
    await world.done('admin', 'PUT', `/api/sales/${id}/commission`, {
      ...{ agentCommission: 10, callerCommission: 33, reason: 'Actie' },
    })
    expect(await given(agent.id)).toBe(0)
  })

  it('are set by an admin, for an existing team, by default from today', async () => {
    const rate = { role: 'agent', defaultRate: 1 }
    expect((await world.call('leader', 'POST', '/api/commission-rates', rate)).status).toBe(403)
    expect((await world.call('admin', 'POST', '/api/commission-rates', { ...rate, teamId: 99 })).status).toBe(422)
    expect((await world.call('admin', 'POST', '/api/commission-rates', { ...rate, defaultRate: -1 })).status).toBe(400)
    const made = await world.rate({ ...rate, teamId: '2', description: ' ' })
    expect(made).toMatchObject({
      teamId: 2,
      teamName: 'Zuid',
      validFrom: '2026-11-23',
      isActive: true,
      description: null,
    })
    expect((await world.done('admin', 'GET', '/api/commission-rates'))[0].validFrom).toBe('2026-12-01')
    expect((await world.call('admin', 'DELETE', `/api/commission-rates/${made.id}`)).status).toBe(204)
  })
})
