import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { buildSettingsForm, storePartner } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { buildSaleForm } from '../../../testing/sales.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await billing('PUT', '/settings', buildSettingsForm())
  await storePartner('partner')
  await billing('PATCH', '/partners/partner', { assignedAgentId: world.people.agent.id })
})
afterAll(() => world.stop())

const billing = (method: string, path: string, body?: object) =>
  world.done('admin', method, `/api/self-billing${path}`, body)

/** Makes a sale on a day of its own, ready for payment: its agent has a partner, its caller has none. */
async function ready(saleDate: string): Promise<string> {
  const { agent, caller } = world.people
  const form = buildSaleForm({ agentId: agent.id, callerId: caller.id, saleDate })
  const id = await world.sale(form, { agentCommission: 100, callerCommission: 25 })
  await world.step(id, 'klaar_voor_uitbetaling')
  return id
}

/** Makes the invoices of commissions of one day by a monthly run; returns its result with the created invoice. */
async function invoiced(day: string): Promise<{ invoiceId: string; invoiceNumber: string }> {
  const { id } = await billing('POST', '/monthly-runs', { partnerIds: ['partner'], from: day, to: day })
  await deliverOutbox(id)
  const results = await billing('GET', `/monthly-runs/${id}/results`)
  return results.find(({ outcome }: { outcome: string }) => outcome === 'created')
}

type Change = readonly [method: string, path: string, body: object]

/** Changes that would make an invoice pay an amount that is no longer earned. */
const changesOf = (id: string): Change[] => {
  const [commission, sale] = [`/api/commissions/${id}`, `/api/sales/${id.slice('sale-'.length)}`]
  const reason = 'Actie'
  return [
    ['PATCH', commission, { agentCommission: 0, reason }],
    ['PATCH', commission, { agentCommission: 100, callerCommission: 30, reason }],
    ['PATCH', commission, { status: 'nieuw' }],
    ['PATCH', commission, { status: 'in_afwachting', agentCommission: 90, reason }],
    ['PATCH', commission, { status: 'uitbetaald', agentCommission: 90, reason }],
    ['PUT', `${sale}/commission`, { agentCommission: 90, callerCommission: 25, reason }],
    ['PATCH', `${sale}/status`, { status: 'rejected', rejectionReason: reason }],
    ['PATCH', `${sale}/status`, { status: 'in_afwachting' }],
    ['PATCH', sale, { agentId: world.people.other.id }],
    ['PATCH', sale, { callerId: null }],
    ['PATCH', sale, { saleDate: '2026-11-01' }],
  ]
}
const answer = async ([method, path, body]: Change) => {
  const { status, body: said } = await world.call('admin', method, path, body)
  return [status, said.message]
}

describe('a commission on an invoice', () => {
  it('keeps its amounts, people, date and step until the invoice is cancelled, and names that invoice', async () => {
    const id = await ready('2026-10-01')
    const { invoiceId, invoiceNumber } = await invoiced('2026-10-01')
    for (const change of changesOf(id)) {
      expect(await answer(change), JSON.stringify(change)).toEqual([
        409,
        expect.stringContaining(`Deze commissie staat op factuur ${invoiceNumber}. Annuleer of crediteer die eerst.`),
      ])
    }
    expect(await world.seen('admin', id)).toMatchObject({
      ...{ agentCommission: 100, callerCommission: 25, date: '2026-10-01', status: 'klaar_voor_uitbetaling' },
      agentId: world.people.agent.id,
    })
    await billing('PATCH', `/invoices/${invoiceId}/status`, { status: 'cancelled' })
    await world.done('admin', 'PATCH', `/api/commissions/${id}`, { agentCommission: 90, reason: 'Actie' })
  })

  it('keeps its amounts, people, date and step after the invoice was sent, until it is credited', async () => {
    const id = await ready('2026-10-02')
    const { invoiceId } = await invoiced('2026-10-02')
    await billing('PATCH', `/invoices/${invoiceId}/status`, { status: 'in_behandeling' })
    for (const change of changesOf(id)) expect((await answer(change))[0], JSON.stringify(change)).toBe(409)
    const { creditable } = await billing('GET', `/invoices/${invoiceId}`)
    const quantities = creditable.map((line: object) => ({ ...line, stillEarned: true }))
    const note = await billing('POST', `/invoices/${invoiceId}/credit-notes`, { quantities })
    await billing('PATCH', `/invoices/${note.id}/status`, { status: 'in_behandeling' })
    await deliverOutbox(invoiceId)
    await world.done('admin', 'PATCH', `/api/sales/${id.slice('sale-'.length)}`, { agentId: world.people.other.id })
  })

  it('may change fields that are not on the invoice', async () => {
    const id = await ready('2026-10-03')
    await invoiced('2026-10-03')
    const { agent, caller } = world.people
    await world.done('admin', 'PATCH', `/api/sales/${id.slice('sale-'.length)}`, {
      ...{ agentId: agent.id, callerId: caller.id, saleDate: '2026-10-03' },
      notes: 'Belt terug',
    })
    const same = { agentCommission: 100, callerCommission: 25, reason: 'Afgesproken' }
    await world.done('admin', 'PUT', `/api/sales/${id.slice('sale-'.length)}/commission`, same)
  })

  it('keeps its amounts, people, date and step when the invoice is made at the same moment', async () => {
    for (const at of [0, 2, 3, 5, 6, 7, 8]) {
      const day = `2026-09-0${at + 1}`
      const id = await ready(day)
      await meanwhile(() => invoiced(day))
      const change = changesOf(id)[at] as Change
      expect((await answer(change))[0], JSON.stringify(change)).toBe(409)
      expect(await world.seen('admin', id), JSON.stringify(change)).toMatchObject({
        ...{ agentCommission: 100, date: day, status: 'klaar_voor_uitbetaling', agentId: world.people.agent.id },
      })
    }
  })

  it('keeps its amount and step also as the fee of a held appointment', async () => {
    await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
    const id = `lead-${await world.held()}`
    await storePartner('callers')
    await world.done('admin', 'PUT', `/api/users/${world.people.caller.id}`, { role: 'agent', phone: '0475 300000' })
    await billing('PATCH', '/partners/callers', { assignedAgentId: world.people.caller.id })
    await world.step(id, 'klaar_voor_uitbetaling')
    const run = { partnerIds: ['callers'], from: '2026-11-20', to: '2026-11-20' }
    await deliverOutbox((await billing('POST', '/monthly-runs', run)).id)
    const path = `/api/commissions/${id}`
    expect((await answer(['PATCH', path, { agentCommission: 0, callerCommission: 0 }]))[0]).toBe(409)
    expect((await answer(['PATCH', path, { status: 'nieuw' }]))[0]).toBe(409)
  })
})
