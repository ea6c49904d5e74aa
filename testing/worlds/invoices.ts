import { expect } from 'vitest'
import { buildAgreementForm, buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../invoices.ts'
import { type Person, startWorld } from '../world.ts'

/** Returns an invoice line with a unit price in euros, as a form sends it. */
export const buildInvoiceLine = (unitPrice: number, more: object = {}) => ({
  description: 'Commissie',
  quantity: 1,
  unitPrice,
  vatRate: 21,
  ...more,
})

/**
 * Starts a back end for tests (a world) with a partner. Its people are an admin, the partner's payee (`partnersAgent`),
 * two agents, and an agent without access to invoices (`unseeing`). Returns these with functions that make and change
 * invoices.
 */
export async function startInvoiceWorld() {
  const world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  const people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' }),
    agent: await world.person({ role: 'agent', teamId: 1 }),
    partnersAgent: await world.person({ role: 'teamleader', teamId: 1 }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    unseeing: await world.person({ role: 'agent', teamId: 1, hasInvoiceAccess: false }),
  }
  const sessions = new Map<string, string>()
  for (const person of Object.values<Person>(people)) sessions.set(person.id, await world.session(person))

  const call = (method: string, path: string, body?: object, who: keyof typeof people = 'admin', headers = {}) =>
    world.call(method, `/api/self-billing${path}`, {
      as: sessions.get(people[who].id),
      ...(body ? { body } : {}),
      headers,
    })
  async function done(method: string, path: string, body?: object, who: keyof typeof people = 'admin') {
    const reply = await call(method, path, body, who)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300)
    return reply.body
  }
  async function partnerWith(form: object = {}, agreedOn: string | null = '2026-10-01'): Promise<string> {
    const { id } = await done('POST', '/partners', buildPartnerForm(form))
    if (agreedOn) {
      const as = sessions.get(people.admin.id)
      await world.call('PUT', `/api/self-billing/partners/${id}/agreement`, {
        as,
        ...buildAgreementForm({ date: agreedOn }),
      })
    }
    return id
  }
  await done('PUT', '/settings', buildSettingsForm())
  const partner = await partnerWith({ assignedAgentId: people.partnersAgent.id })
  const invoice = (form: object = {}) => done('POST', '/invoices', buildInvoiceForm(partner, form))
  const step = (id: string, status: string, more: object = {}) =>
    call('PATCH', `/invoices/${id}/status`, { status, ...more })

  return { world, people, sessions, partner, call, done, partnerWith, invoice, step }
}
