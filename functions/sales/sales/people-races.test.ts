import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import type { Person } from '../../../testing/world.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

const agent = () => world.joined({ role: 'agent', teamId: 1, phone: '0475 300000' })
const gone =
  ({ id }: Person) =>
  () =>
    world.done('admin', 'DELETE', `/api/users/${id}`)
const register = (form: object) =>
  world.call('admin', 'POST', '/api/sales', buildSaleForm({ agentId: world.people.agent.id, ...form }))
const change = (sale: string, body: object) => world.call('admin', 'PATCH', `/api/sales/${sale.slice(5)}`, body)
const salesOf = async ({ id }: Person) =>
  (await world.list('admin', '?limit=500')).filter((row: { agentId: string }) => row.agentId === id)

describe('a sale', () => {
  it('is registered for nobody who left meanwhile', async () => {
    const seller = await agent()
    await meanwhile(gone(seller))
    const reply = await register({ agentId: seller.id })
    expect([reply.status, reply.body.errors]).toEqual([422, { agentId: [expect.any(String)] }])
    expect(await salesOf(seller)).toEqual([])
  })

  it('is registered in no team that its agent left meanwhile', async () => {
    const seller = await agent()
    const moved = { role: 'agent', phone: '0475 300000', teamId: 2 }
    await meanwhile(() => world.done('admin', 'PUT', `/api/users/${seller.id}`, moved))
    expect((await register({ agentId: seller.id })).status).toBe(422)
    expect(await salesOf(seller)).toEqual([])
  })

  it('is registered by nobody whose rights were taken meanwhile', async () => {
    const [leader, seller] = [await world.joined({ role: 'teamleader', teamId: 1 }), await agent()]
    const as = await world.world.session(leader)
    await meanwhile(gone(leader))
    const body = buildSaleForm({ agentId: seller.id })
    expect((await world.world.call('POST', '/api/sales', { as, body })).status).toBe(401)
    expect(await salesOf(seller)).toEqual([])
  })

  it('names no caller who left meanwhile', async () => {
    const [one, two] = [await agent(), await agent()]
    await meanwhile(gone(one))
    const reply = await register({ callerId: one.id })
    expect([reply.status, reply.body.errors]).toEqual([422, { callerId: [expect.any(String)] }])
    const sale = await world.sale()
    await meanwhile(gone(two))
    expect((await change(sale, { callerId: two.id })).status).toBe(422)
  })

  it('is given to nobody who left meanwhile', async () => {
    const [seller, sale] = [await agent(), await world.sale()]
    await meanwhile(gone(seller))
    expect((await change(sale, { agentId: seller.id })).status).toBe(422)
    expect(await salesOf(seller)).toEqual([])
  })

  it('has a SalesDock ID of its own, also when two are registered or changed at once', async () => {
    const seller = await agent()
    await meanwhile(() => world.sale({ salesDockId: 'SD-RACE-1' }))
    expect((await register({ agentId: seller.id, salesDockId: 'SD-RACE-1' })).status).toBe(409)
    const sale = await world.sale({ agentId: seller.id })
    await meanwhile(() => world.sale({ salesDockId: 'SD-RACE-2' }))
    expect((await change(sale, { salesDockId: 'SD-RACE-2' })).status).toBe(409)
    expect(await salesOf(seller)).toHaveLength(1)
  })

  it('of an appointment is the only one, also when two are registered at once', async () => {
    const appointmentId = await world.held()
    await meanwhile(() => world.sale({ appointmentId }))
    expect((await register({ appointmentId })).status).toBe(409)
  })

  it('keeps the amounts that were set while it was paid out', async () => {
    const sale = await world.sale({}, { agentCommission: 100 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const less = { agentCommission: 60, reason: 'Actie' }
    await meanwhile(() => world.done('admin', 'PATCH', `/api/commissions/${sale}`, less))
    const paid = await world.call('admin', 'PATCH', `/api/commissions/${sale}`, { status: 'uitbetaald' })
    expect(paid.status).toBe(409)
    expect(await world.seen('admin', sale)).toMatchObject({ status: 'pending', agentCommission: 60 })
  })
})
