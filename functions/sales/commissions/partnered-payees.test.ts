import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { buildSettingsForm, storePartner } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { buildSaleForm } from '../../../testing/sales.ts'
import type { Person } from '../../../testing/world.ts'

let world: CommissionWorld
/** Agent with a partner. */
let partnered: Person
/** Agent on payroll. */
let other: Person
beforeAll(async () => {
  world = await startCommissionWorld()
  await billing('PUT', '/settings', buildSettingsForm())
})
afterAll(() => world.stop())
beforeEach(async () => {
  partnered = await world.joined({ role: 'agent', teamId: 1, firstName: 'Pia', lastName: 'Peters' })
  other = await world.joined({ role: 'agent', teamId: 1 })
  await assigned(partnered)
})

const billing = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)

/** Gives a person a partner with an agreement; returns the id of the partner. */
async function assigned({ id }: Person): Promise<string> {
  const partner = `partner-of-${id}`
  await storePartner(partner)
  await billing('PATCH', `/partners/${partner}`, { assignedAgentId: id })
  return partner
}

interface Shares {
  readonly agentCommission: number
  readonly callerCommission?: number
}

/** Makes a sale that is ready for payment to its agent and, if given, to a second agent as its caller. */
async function ready(agent: Person, amounts: Shares, caller?: Person): Promise<string> {
  const form = buildSaleForm({ agentId: agent.id, ...(caller ? { callerId: caller.id } : {}) })
  const id = await world.sale(form, amounts)
  await world.step(id, 'klaar_voor_uitbetaling')
  return id
}

/** Pays commissions out in one run; returns its results. */
async function paidOut(ids: readonly string[]) {
  const wish = { ids, expectedStatus: 'klaar_voor_uitbetaling' }
  const { id } = await world.done('admin', 'POST', '/api/commissions/advance', wish)
  await world.advanced(id)
  const { advanced, skipped, failed } = await world.done('admin', 'GET', `/api/commissions/advance/${id}`)
  const results = await world.done('admin', 'GET', `/api/commissions/advance/${id}/results`)
  return { counts: [advanced, skipped, failed], results }
}
const byHand = (id: string) => world.call('admin', 'PATCH', `/api/commissions/${id}`, { status: 'uitbetaald' })
const statusOf = async (id: string) => (await world.seen('admin', id)).status
const payrollOf = async ({ id }: Person) =>
  (await world.done('admin', 'GET', `/api/commissions/statement?userId=${id}&month=2026-11`)).paidTotal

const forRun = 'Deze commissie gaat via de maandrun: Pia Peters heeft een partner.'

describe('the commission of a person with a partner', () => {
  it('notifies only the payee who was paid, while the other one waits for an invoice', async () => {
    const id = await ready(partnered, { agentCommission: 100, callerCommission: 40 }, other)
    expect((await byHand(id)).status).toBe(200)
    const kindsOf = async (person: Person) => {
      const { body } = await world.world.call('GET', '/api/notifications', { as: await world.world.session(person) })
      return body.map(({ kind }: { readonly kind: string }) => kind)
    }
    expect(await kindsOf(other)).toContain('commission-paid')
    expect(await kindsOf(partnered)).not.toContain('commission-paid')
  })

  it('is not paid out by hand, from the commission nor from the sale', async () => {
    const id = await ready(partnered, { agentCommission: 100 })
    const ways = [
      await byHand(id),
      await world.call('admin', 'PATCH', `/api/sales/${id.slice('sale-'.length)}/status`, { status: 'uitbetaald' }),
    ]
    expect(ways.map(({ status, body }) => [status, body.message])).toEqual(Array(2).fill([409, forRun]))
    expect([await statusOf(id), await payrollOf(partnered)]).toEqual(['klaar_voor_uitbetaling', 0])
  })

  it('is skipped by a run, which pays the others', async () => {
    const [theirs, payroll] = [
      await ready(partnered, { agentCommission: 100 }),
      await ready(other, { agentCommission: 40 }),
    ]
    const { counts, results } = await paidOut([theirs, payroll])
    expect(counts).toEqual([1, 1, 0])
    expect(results.find(({ id }: { id: string }) => id === theirs)).toMatchObject({
      ...{ outcome: 'skipped', message: forRun },
    })
    expect(await Promise.all([theirs, payroll].map(statusOf))).toEqual(['klaar_voor_uitbetaling', 'uitbetaald'])
    expect([await payrollOf(partnered), await payrollOf(other)]).toEqual([0, 40])
  })

  it('waits for the monthly run while another payee of the sale is paid by payroll', async () => {
    const booked = await ready(other, { agentCommission: 100, callerCommission: 25 }, partnered)
    expect((await byHand(booked)).body).toMatchObject({ status: 'klaar_voor_uitbetaling', dueCommission: 25 })
    expect(await payrollOf(other)).toBe(100)
    const again = await byHand(booked)
    expect([again.status, again.body.message]).toEqual([409, forRun])
    const inRun = await ready(other, { agentCommission: 30, callerCommission: 25 }, partnered)
    const { counts, results } = await paidOut([inRun])
    expect(counts).toEqual([0, 1, 0])
    expect(results[0].message).toContain('is uitbetaald; de rest gaat via een factuur.')
    expect(await payrollOf(other)).toBe(130)
    const unpaid = await ready(other, { agentCommission: 100, callerCommission: 0 }, partnered)
    expect((await byHand(unpaid)).body.status).toBe('uitbetaald')
  })

  it('is paid by hand once their partner is inactive', async () => {
    const id = await ready(partnered, { agentCommission: 100 })
    await billing('PATCH', `/partners/partner-of-${partnered.id}`, { isActive: false })
    expect((await byHand(id)).status).toBe(200)
    expect(await payrollOf(partnered)).toBe(100)
  })

  it('is not paid by hand while one of two partners still pays the person', async () => {
    const id = await ready(partnered, { agentCommission: 100 })
    await storePartner('second')
    await billing('PATCH', '/partners/second', { assignedAgentId: partnered.id })
    await billing('PATCH', '/partners/second', { assignedAgentId: null })
    expect((await byHand(id)).status).toBe(409)
  })

  it('is not paid by hand when the person gets a partner at that moment', async () => {
    const id = await ready(other, { agentCommission: 100 })
    await meanwhile(() => assigned(other))
    expect((await byHand(id)).status).toBe(409)
    expect([await statusOf(id), await payrollOf(other)]).toEqual(['klaar_voor_uitbetaling', 0])
  })

  it('is skipped by a run when the person gets a partner at that moment', async () => {
    const id = await ready(other, { agentCommission: 100 })
    const wish = { ids: [id], expectedStatus: 'klaar_voor_uitbetaling' }
    const run = await world.done('admin', 'POST', '/api/commissions/advance', wish)
    await meanwhile(() => assigned(other))
    await world.advanced(run.id)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${run.id}`)).toMatchObject({ skipped: 1 })
    expect([await statusOf(id), await payrollOf(other)]).toEqual(['klaar_voor_uitbetaling', 0])
  })
})
