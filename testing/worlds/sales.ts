import { expect } from 'vitest'
import { buildSaleForm } from '../sales.ts'
import { type Person, startWorld } from '../world.ts'

/**
 * Starts a back end for tests (a world) with people who register sales. Returns functions that book appointments and
 * register, judge and read sales.
 */
export async function startSalesWorld() {
  const world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  const people = {
    admin: await world.person({ role: 'admin', firstName: 'Ada', lastName: 'Beheer' }),
    leader: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' }),
    unseeing: await world.person({
      role: 'agent',
      teamId: 1,
      hasPersonalDataAccess: false,
      hasTransactionsAccess: false,
    }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    caller: await world.person({ role: 'caller', teamId: 1, firstName: 'Cas', lastName: 'Kuiper' }),
    elsewhere: await world.person({ role: 'teamleader', teamId: 2 }),
  }
  const sessions = new Map<string, string>()
  for (const person of Object.values<Person>(people)) sessions.set(person.id, await world.session(person))
  type Who = keyof typeof people

  const call = (who: Who, method: string, path: string, body?: object, headers = {}) =>
    world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}), headers })
  const register = (who: Who, form: object = {}, headers = {}) =>
    call(who, 'POST', '/api/sales', buildSaleForm(form), headers)
  const registered = async (who: Who, form: object = {}) => {
    const reply = await register(who, form)
    expect(reply.text).toContain('"id"')
    return reply.body
  }
  async function book(who: Who = 'caller', form: object = {}) {
    const reply = await call(who, 'POST', '/api/appointments', {
      customerName: 'Bakkerij De Molen',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-20',
      appointmentTime: '10:00',
      bookAnyway: true,
      agentId: people.agent.id,
      ...form,
    })
    expect(reply.text).toContain('"id"')
    return reply.body
  }
  const step = (who: Who, id: string, status: string, rejectionReason?: string) =>
    call(who, 'PATCH', `/api/sales/${id}/status`, { status, ...(rejectionReason ? { rejectionReason } : {}) })
  const get = async (who: Who, id: string) => (await call(who, 'GET', `/api/sales/${id}`)).body
  const appointment = async (id: string) => (await call('admin', 'GET', `/api/appointments/${id}`)).body
  const lead = async (id: string) => (await call('admin', 'GET', `/api/leads/${id}`)).body

  async function reject(saleId: string) {
    expect((await step('admin', saleId, 'rejected', 'Onjuist')).status).toBe(200)
  }

  async function commissionOf(id: string) {
    const { Commissions } = await import('../../functions/sales/commission-entity.ts')
    return (await Commissions.get({ id }).go()).data
  }

  async function auditOf(entityType: string, entityId: string): Promise<string[]> {
    const { AuditLogs } = await import('../../functions/platform/data/audit.ts')
    const { data } = await AuditLogs.query.byEntity({ entityType, entityId }).go()
    return data.map(({ action, requestId }) => `${action} ${requestId}`)
  }

  return {
    ...{ world, people, call, register, registered, step, get, book },
    ...{ appointment, lead, reject, commissionOf, auditOf },
  }
}
