import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../testing/money.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
})
afterAll(() => world.stop())

/** Runs a monthly run, and does `work` after its first plan; returns the amounts of its invoices, line by line. */
async function runWhile(partner: string, work: () => Promise<unknown>): Promise<number[]> {
  const id = await world.started(partner)
  await meanwhile(work)
  await world.delivered(id)
  return linesMadeBy(id)
}
async function linesMadeBy(run: string): Promise<number[]> {
  const results: { invoiceId: string | null }[] = await world.bill('GET', `/monthly-runs/${run}/results`)
  const made = results.flatMap(({ invoiceId }) => invoiceId ?? [])
  return (await Promise.all(made.map(world.linesOf))).flat()
}

describe('a monthly run', () => {
  it('invoices nothing that another run invoiced meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const both = async () => {
      world.passTurn()
      expect(await world.invoicedBy(partner)).toHaveLength(1)
    }
    expect(await runWhile(partner, both)).toEqual([])
  })

  it('invoices nothing that is not to be paid out any more', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    expect(await runWhile(partner, () => world.step(commission, 'nieuw'))).toEqual([])
  })

  it('invoices nothing for an agent whose sale was given to another meanwhile', async () => {
    const [{ user, partner }, other] = [await world.invoicedAgent(), await world.agent()]
    const sale = (await world.ready(user.id)).slice(5)
    const given = () => world.done('admin', 'PATCH', `/api/sales/${sale}`, { agentId: other.id })
    expect(await runWhile(partner, given)).toEqual([])
  })

  it('invoices nothing for a caller who was replaced meanwhile', async () => {
    const [{ user, partner }, seller] = [await world.invoicedAgent(), await world.agent()]
    const other = await world.joined({ role: 'caller', teamId: 1 })
    const sale = (await world.ready(seller.id, { callerId: user.id, callerCommission: 25 })).slice(5)
    const given = () => world.done('admin', 'PATCH', `/api/sales/${sale}`, { callerId: other.id })
    expect(await runWhile(partner, given)).toEqual([])
  })

  it('invoices no agent’s amount that was changed meanwhile: the approval ended', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const set = () =>
      world.done('admin', 'PATCH', `/api/commissions/${commission}`, { agentCommission: 60, reason: 'Actie' })
    expect(await runWhile(partner, set)).toEqual([])
  })

  it('invoices no caller’s amount that was changed meanwhile: the approval ended', async () => {
    const [{ user, partner }, seller] = [await world.invoicedAgent(), await world.agent()]
    const commission = await world.ready(seller.id, { callerId: user.id, callerCommission: 25 })
    const set = { agentCommission: 100, callerCommission: 15, reason: 'Actie' }
    const path = `/api/commissions/${commission}`
    expect(await runWhile(partner, () => world.done('admin', 'PATCH', path, set))).toEqual([])
  })

  it('invoices nothing for a partner that is deactivated meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    expect(await runWhile(partner, () => world.activate(partner, false))).toEqual([])
  })

  it('invoices nothing by a partner that is assigned to another person while it waits for its number', async () => {
    const [{ user, partner }, other] = [await world.invoicedAgent(), await world.agent()]
    await world.ready(user.id)
    const moved = async () => {
      world.passTurn()
      await world.sent(partner)
      await world.bill('PATCH', `/partners/${partner}`, { assignedAgentId: other.id })
    }
    expect(await runWhile(partner, moved)).toEqual([])
  })

  it('invoices nothing when its starter is deactivated meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const starter = await world.joined({ role: 'admin' })
    const body = { partnerIds: [partner], from: '2026-10-01', to: '2026-10-31' }
    const as = await world.world.session(starter)
    const { id } = (await world.world.call('POST', '/api/self-billing/monthly-runs', { as, body })).body
    await meanwhile(() => world.done('admin', 'DELETE', `/api/users/${starter.id}`))
    await world.delivered(id)
    expect(await linesMadeBy(id)).toEqual([])
    expect(await world.invoicedBy(partner)).toHaveLength(1)
  })

  it('stops before its next partner when somebody stops it, until it is continued', async () => {
    const [first, second] = [await world.invoicedAgent(), await world.invoicedAgent()]
    for (const { user } of [first, second]) await world.ready(user.id)
    const id = await world.started(first.partner, { partnerIds: [first.partner, second.partner] })
    await meanwhile(() => world.bill('POST', `/monthly-runs/${id}/stop`))
    await world.delivered(id)
    expect(await linesMadeBy(id)).toEqual([100])
    expect(await world.bill('GET', `/monthly-runs/${id}`)).toMatchObject({ state: 'stopped', created: 1 })
    expect((await world.tryBill('POST', `/monthly-runs/${id}/stop`))[0]).toBe(409)
    await world.bill('POST', `/monthly-runs/${id}/continue`)
    await world.delivered(id)
    expect(await linesMadeBy(id)).toEqual([100, 100])
    expect(await world.bill('GET', `/monthly-runs/${id}`)).toMatchObject({ state: 'done', created: 2 })
  })

  it('reports the items left out once, also when its step is delivered twice', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.step(await world.ready(user.id), 'nieuw')
    const id = await world.started(partner)
    await meanwhile(() => world.delivered(id))
    await world.delivered(id)
    expect(await world.bill('GET', `/monthly-runs/${id}`)).toMatchObject({ state: 'done', created: 0, leftOut: 1 })
  })

  it('invoices nothing that payroll paid meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    const commission = await world.ready(user.id)
    const paid = async () => {
      await world.activate(partner, false)
      expect(await world.byHand(commission)).toEqual([200, null])
      await world.activate(partner, true)
    }
    expect(await runWhile(partner, paid)).toEqual([])
    expect(await world.monthOf(user.id)).toMatchObject({ payroll: 100, invoiced: 0, open: 0 })
  })

  it('invoices no fee that a sale replaced meanwhile', async () => {
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
    const { user, sell } = await world.fee()
    expect(await runWhile(await world.partnerOf(user.id), sell)).toEqual([])
    expect(await world.monthOf(user.id)).toMatchObject({ earned: 25, adjusted: -25, open: 0 })
  })

  it('nets no correction that another run netted meanwhile', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    await world.ready(user.id, { saleDate: '2026-11-02' })
    await world.correct(user.id, -150)
    const november = async () => {
      world.passTurn()
      const [id = ''] = await world.invoicedBy(partner, { from: '2026-11-01', to: '2026-11-30' })
      expect(await world.linesOf(id)).toEqual([100, -100])
    }
    expect(await runWhile(partner, november)).toEqual([100, -50])
  })

  it('invoices the items of a cancelled concept once, also when two people cancel it', async () => {
    const { user, partner } = await world.invoicedAgent()
    await world.ready(user.id)
    const [concept = ''] = await world.invoicedBy(partner)
    let next: string[] = []
    await meanwhile(async () => {
      await world.put(concept, 'cancelled')
      next = await world.invoicedBy(partner)
    })
    expect(await world.tryBill('PATCH', `/invoices/${concept}/status`, { status: 'cancelled' })).toEqual([
      ...[409, expect.any(String)],
    ])
    expect([next.length, (await world.held(next[0] ?? '')).length]).toEqual([1, 1])
    expect(await world.invoicedBy(partner)).toEqual([])
  })
})
