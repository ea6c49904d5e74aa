import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { saleForm } from '../../../testing/sales.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let people: Record<'admin' | 'leader' | 'agent' | 'other' | 'caller' | 'elsewhere', Person>
const sessions = new Map<string, string>()

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  await world.team(1)
  await world.team(2)
  people = {
    admin: await world.person({ role: 'admin' }),
    leader: await world.person({ role: 'teamleader', teamId: 1 }),
    agent: await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Bakker' }),
    other: await world.person({ role: 'agent', teamId: 1 }),
    caller: await world.person({ role: 'caller', teamId: 1, firstName: 'Cas', lastName: 'Kuiper' }),
    elsewhere: await world.person({ role: 'teamleader', teamId: 2 }),
  }
  for (const person of Object.values(people)) sessions.set(person.id, await world.session(person))
})
afterAll(() => world.stop())
beforeEach(async () => {
  const { CommissionRates } = await import('../amounts/rates.ts')
  const { data } = await CommissionRates.query.all({}).go()
  for (const { id } of data) await CommissionRates.delete({ id }).go()
})

type Who = keyof typeof people
const call = (who: Who, method: string, path: string, body?: object, headers = {}) =>
  world.call(method, path, { as: sessions.get(people[who].id), ...(body ? { body } : {}), headers })
const register = (who: Who, form: object = {}, headers = {}) => call(who, 'POST', '/api/sales', saleForm(form), headers)
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
    agentId: people.agent.id,
    ...form,
  })
  expect(reply.text).toContain('"id"')
  return reply.body
}
const appointment = async (id: string) => (await call('admin', 'GET', `/api/appointments/${id}`)).body
const lead = async (id: string) => (await call('admin', 'GET', `/api/leads/${id}`)).body

async function reject(saleId: string) {
  const body = { status: 'rejected', rejectionReason: 'Onjuist' }
  expect((await call('admin', 'PATCH', `/api/sales/${saleId}/status`, body)).status).toBe(200)
}

async function commissionOf(id: string) {
  const { Commissions } = await import('../entity.ts')
  return (await Commissions.get({ id }).go()).data
}

async function auditOf(entityType: string, entityId: string): Promise<string[]> {
  const { AuditLogs } = await import('../../platform/data/audit.ts')
  const { data } = await AuditLogs.query.byEntity({ entityType, entityId }).go()
  return data.map(({ action, requestId }) => `${action} ${requestId}`)
}

async function rate(form: object) {
  const { CommissionRates } = await import('../amounts/rates.ts')
  const row = { id: crypto.randomUUID(), version: 1, isActive: true, createdAt: '', updatedAt: '', ...form }
  await CommissionRates.put(row as never).go()
}

describe('a sale', () => {
  it('belongs to its agent and team, is dated today, and has a matching commission row', async () => {
    const sale = await registered('agent', { companyName: ' ', notes: 'Bel na zessen' })
    expect(sale).toMatchObject({
      agentId: people.agent.id,
      agent: { firstName: 'Bo', lastName: 'Bakker' },
      teamId: 1,
      callerId: null,
      companyName: null,
      status: 'nieuw',
      saleDate: '2026-11-23',
      agentCommission: 0,
      callerCommission: null,
      totalCommission: 0,
      commissionOverride: null,
      warnings: [],
      iban: 'NL•• •••• •••• ••43 00',
    })
    expect(await commissionOf(`sale-${sale.id}`)).toMatchObject({
      originalId: sale.id,
      type: 'sale',
      status: 'nieuw',
      agentPayee: people.agent.id,
      date: '2026-11-23',
      agentCommission: 0,
    })
  })

  it('is refused without the required fields, each at its field', async () => {
    const { status, body } = await call('agent', 'POST', '/api/sales', { iban: 'NL91 ABNA 0417 1643 01', saleDate: '' })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject({
      customerName: ['Klantnaam is verplicht'],
      salesDockId: ['SalesDock ID is verplicht'],
      iban: ['Voer een geldig IBAN nummer in.'],
      bankAccountHolder: ['Rekeninghouder is verplicht'],
    })
    const ahead = await register('agent', { saleDate: '2026-11-24' })
    expect([ahead.status, ahead.body.errors]).toEqual([422, { saleDate: ['De datum van de sale ligt in de toekomst'] }])
  })

  it('is registered by an agent for themselves, a leader for the team, an admin for all (access.md)', async () => {
    const forOther = { agentId: people.other.id }
    expect((await register('agent', forOther)).status).toBe(403)
    expect((await registered('leader', forOther)).agentId).toBe(people.other.id)
    expect((await register('elsewhere', forOther)).status).toBe(422)
    expect((await registered('admin', forOther)).teamId).toBe(1)
    expect((await register('admin')).body.errors).toEqual({ agentId: ['Kies een agent'] })
    expect((await register('caller')).status).toBe(403)
  })

  it('takes its amounts from the rates of its day: the newest, the team’s before the role’s (rulings 37)', async () => {
    await rate({ role: 'agent', defaultRate: 5_000, validFrom: '2026-01-01' })
    await rate({ role: 'agent', defaultRate: 7_050, validFrom: '2026-06-01' })
    await rate({ role: 'agent', defaultRate: 99_900, validFrom: '2026-11-24' })
    await rate({ role: 'agent', defaultRate: 98_900, validFrom: '2026-11-01', isActive: false })
    await rate({ role: 'caller', defaultRate: 1_000, validFrom: '2026-01-01' })
    await rate({ role: 'caller', defaultRate: 2_500, validFrom: '2025-01-01', teamId: 1 })
    const amounts = ({ agentCommission, callerCommission, totalCommission }: Record<string, unknown>) => [
      agentCommission,
      callerCommission,
      totalCommission,
    ]
    const named = { agentId: people.agent.id, callerId: people.caller.id }
    expect(amounts(await registered('admin', named))).toEqual([70.5, 25, 95.5])
    expect(amounts(await registered('admin', { ...named, saleDate: '2026-03-01' }))).toEqual([50, 25, 75])
    expect(amounts(await registered('admin', { agentId: people.agent.id }))).toEqual([70.5, 0, 70.5])
    expect(amounts(await registered('admin', { ...named, callerId: people.other.id }))).toEqual([70.5, 0, 70.5])
    const earns = async (who: Parameters<typeof call>[0], form: object) =>
      (await call(who, 'POST', '/api/sales/check', form)).body.earns
    expect(amounts(await earns('admin', named))).toEqual([70.5, 25, 95.5])
    expect(amounts(await earns('admin', { ...named, saleDate: '2026-03-01' }))).toEqual([50, 25, 75])
    expect(amounts(await earns('agent', named))).toEqual([70.5, null, 70.5])
    expect([await earns('agent', { agentId: people.other.id }), await earns('admin', {})]).toEqual([null, null])
  })

  it('with a used SalesDock ID, in any case, is a 409 at that field, also after a rejection', async () => {
    const { id, salesDockId } = await registered('agent', { salesDockId: ' sd-Één ' })
    expect(salesDockId).toBe('sd-Één')
    const text = 'Deze SalesDock ID bestaat al'
    const again = await register('leader', { salesDockId: 'SD-ÉÉN' })
    expect([again.status, again.body]).toEqual([409, { message: text, errors: { salesDockId: [text] } }])
    await call('admin', 'PATCH', `/api/sales/${id}/status`, { status: 'rejected', rejectionReason: 'Dubbel' })
    expect((await register('leader', { salesDockId: 'SD-één' })).status).toBe(409)
  })

  it('is one of twenty that register the same SalesDock ID at once', async () => {
    const salesDockId = 'SD-gelijk'
    const replies = await Promise.all(Array.from({ length: 20 }, () => register('agent', { salesDockId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body } = await call('admin', 'GET', '/api/sales?q=SD-gelijk')
    expect(body).toHaveLength(1)
  })

  it('sent twice with one key is registered once, with the same reply', async () => {
    const form = saleForm()
    const headers = { 'idempotency-key': 'sale-een' }
    const replies = await Promise.all([1, 2, 3].map(() => call('agent', 'POST', '/api/sales', form, headers)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  })
})

describe('a sale of an appointment', () => {
  it('gives the appointment its status and has its caller, in one transaction with audit rows', async () => {
    const { id } = await book()
    const sale = await registered('agent', { appointmentId: id })
    expect(sale).toMatchObject({ appointmentId: id, callerId: people.caller.id, caller: { firstName: 'Cas' } })
    expect(await appointment(id)).toMatchObject({ status: 'sale', saleId: sale.id, saleRejected: false })
    const [created] = await auditOf('sale', sale.id)
    expect(created).toMatch(/^sale\.create /)
    expect(await auditOf('appointment', id)).toContain(created?.replace('sale.create', 'appointment.update'))
  })

  it('converts its lead', async () => {
    const noted = await call('agent', 'POST', '/api/leads', { customerName: 'Bakkerij De Molen' })
    const planned = await call('agent', 'POST', `/api/leads/${noted.body.id}/appointment`, {
      customerName: 'Bakkerij De Molen',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-24',
      appointmentTime: '10:00',
    })
    const sale = await registered('agent', { appointmentId: planned.body.id })
    expect(sale).toMatchObject({ leadId: noted.body.id, appointmentId: planned.body.id })
    expect(await lead(noted.body.id)).toMatchObject({ status: 'converted', saleId: sale.id })
  })

  it('out of reach is a 404, like a missing one', async () => {
    const { id } = await book('leader', { agentId: people.other.id })
    expect((await register('agent', { appointmentId: id })).status).toBe(404)
    expect((await register('elsewhere', { appointmentId: id })).status).toBe(404)
    expect((await register('agent', { appointmentId: 'bestaat-niet' })).status).toBe(404)
    expect((await appointment(id)).saleId).toBeNull()
  })

  it('is its only valid one: of two at once one is refused, and after a rejection another is accepted', async () => {
    const { id } = await book()
    const replies = await Promise.all(
      ['agent', 'leader', 'admin'].map((who) => register(who as Who, { appointmentId: id })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'Voor deze afspraak is al een sale geregistreerd',
    )
    const first = replies.find(({ status }) => status === 201)?.body
    const removed = await call('admin', 'DELETE', `/api/appointments/${id}`)
    expect([removed.status, removed.body.message]).toEqual([
      409,
      'Bij deze afspraak hoort een sale. Verwijderen kan niet.',
    ])
    await call('admin', 'PATCH', `/api/sales/${first.id}/status`, { status: 'rejected', rejectionReason: 'Onjuist' })
    expect(await appointment(id)).toMatchObject({ status: 'sale', saleId: first.id, saleRejected: true })
    const second = await registered('agent', { appointmentId: id })
    expect(await appointment(id)).toMatchObject({ saleId: second.id, saleRejected: false })
    expect((await register('agent', { appointmentId: id })).status).toBe(409)
  })

  it('succeeds when somebody changes the appointment at the same moment', async () => {
    const { id } = await book()
    const { meanwhile } = await import('../../../testing/meanwhile.ts')
    await meanwhile(async () => {
      await call('admin', 'PATCH', `/api/appointments/${id}`, { notes: 'Intussen' })
    })
    const sale = await registered('agent', { appointmentId: id })
    expect(await appointment(id)).toMatchObject({ notes: 'Intussen', saleId: sale.id })
  })

  it('removes the commission row of the held appointment', async () => {
    const { id } = await book()
    const { Commissions } = await import('../entity.ts')
    const { commissionOf: rowOf } = await import('../rules.ts')
    const { saleRecords } = await import('../records.ts')
    const other = await registered('agent')
    const fee = { ...rowOf(await saleRecords.find(other.id)), id: `lead-${id}`, originalId: id, type: 'lead' as const }
    await Commissions.put(fee).go()
    const sale = await registered('agent', { appointmentId: id })
    const seen = await call('admin', 'GET', `/api/commissions/lead-${id}`)
    expect([seen.status, (await commissionOf(`sale-${sale.id}`))?.type]).toEqual([404, 'sale'])
    const list = (await call('admin', 'GET', '/api/commissions?limit=500')).body as { id: string }[]
    expect(list.some((row) => row.id === `lead-${id}`)).toBe(false)
  })
})

describe('a sale of a lead', () => {
  it('converts the lead, and includes its planned appointment', async () => {
    const noted = await call('agent', 'POST', '/api/leads', { customerName: 'Bakkerij De Molen' })
    const planned = await call('agent', 'POST', `/api/leads/${noted.body.id}/appointment`, {
      customerName: 'Bakkerij De Molen',
      customerPhone: '0475 123456',
      appointmentDate: '2026-11-20',
      appointmentTime: '10:00',
      status: 'sale',
    })
    const sale = await registered('agent', { leadId: noted.body.id })
    expect(sale).toMatchObject({ leadId: noted.body.id, appointmentId: planned.body.id })
    expect(await lead(noted.body.id)).toMatchObject({ status: 'converted', saleId: sale.id })
    expect((await appointment(planned.body.id)).saleId).toBe(sale.id)
  })

  it('is a 404 for a person who may not change the lead', async () => {
    const noted = await call('other', 'POST', '/api/leads', { customerName: 'Van een ander' })
    expect((await register('agent', { leadId: noted.body.id })).status).toBe(404)
    expect((await lead(noted.body.id)).status).toBe('new')
  })
})

describe('a sale of a lead that is rejected', () => {
  const sold = async () => {
    const form = { customerName: 'Bakkerij De Molen', status: 'interested' }
    const { id } = (await call('agent', 'POST', '/api/leads', form)).body
    const sale = await registered('agent', { leadId: id })
    expect((await lead(id)).status).toBe('converted')
    return { id, sale }
  }

  it('leaves it where it was before, with an audit row, and may be followed by another', async () => {
    const { id, sale } = await sold()
    await reject(sale.id)
    expect(await lead(id)).toMatchObject({ status: 'interested', saleId: null })
    const rejection = (await auditOf('sale', sale.id)).find((row) => row.startsWith('sale.update '))
    expect(await auditOf('lead', id)).toContain(rejection?.replace('sale.update', 'lead.update'))
    const next = await registered('agent', { leadId: id })
    expect(await lead(id)).toMatchObject({ status: 'converted', saleId: next.id })
  })

  it('keeps a status that somebody set since', async () => {
    const [changed, called, renamed] = [await sold(), await sold(), await sold()]
    await call('agent', 'PATCH', `/api/leads/${changed.id}`, { status: 'not-interested' })
    await call('agent', 'POST', `/api/leads/${called.id}/calls`, { note: 'Wil toch niet', status: 'contacted' })
    await call('agent', 'PATCH', `/api/leads/${renamed.id}`, { customerName: 'De Molen', status: 'converted' })
    for (const { sale } of [changed, called, renamed]) await reject(sale.id)
    expect((await lead(changed.id)).status).toBe('not-interested')
    expect((await lead(called.id)).status).toBe('contacted')
    expect(await lead(renamed.id)).toMatchObject({ customerName: 'De Molen', status: 'interested' })
  })

  it('leaves it converted by another sale; after both rejections, in any order, its status is restored', async () => {
    for (const isFirstLast of [false, true]) {
      const { id, sale } = await sold()
      const second = await registered('agent', { leadId: id })
      const [one, other] = isFirstLast ? [second, sale] : [sale, second]
      await reject(one.id)
      expect(await lead(id)).toMatchObject({ status: 'converted', saleId: other.id })
      await reject(other.id)
      expect(await lead(id)).toMatchObject({ status: 'interested', saleId: null })
    }
  })

  it('leaves it to its contract, which brings it to the next', async () => {
    const { id } = await storeContract()
    await call('admin', 'POST', '/api/contracts/assign', { ids: [id], agentId: people.agent.id })
    const form = { contractId: id, agentId: people.agent.id }
    const { leadId, id: first } = await registered('admin', form)
    await reject(first)
    expect((await lead(leadId)).status).toBe('new')
    expect(await registered('admin', form)).toMatchObject({ leadId })
  })
})

describe('a sale of a contract', () => {
  it('is registered by an admin and signs the contract', async () => {
    const { id } = await storeContract()
    expect((await register('agent', { contractId: id })).status).toBe(403)
    const sale = await registered('admin', { contractId: id, agentId: people.agent.id })
    expect(sale.contractId).toBe(id)
    const { Contracts } = await import('../../contracts/entity.ts')
    const { data } = await Contracts.get({ id }).go()
    expect(data).toMatchObject({
      salesStatus: 'getekend',
      version: 2,
      statusChangedBy: people.admin.id,
      signed: { before: 'nieuw', by: [sale.id] },
    })
  })

  it('includes its lead and planned appointment, so that neither counts beside the sale', async () => {
    const { id } = await storeContract({ customerPhone: '0475 654321' })
    const as = { ids: [id], agentId: people.agent.id }
    expect((await call('admin', 'POST', '/api/contracts/assign', as)).body.assigned).toBe(1)
    const planned = await call('admin', 'POST', `/api/contracts/${id}/appointment`, {
      ...{ customerName: 'Bakkerij De Molen', customerPhone: '0475 654321', agentId: people.agent.id },
      ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', status: 'sale' },
    })
    const sale = await registered('admin', { contractId: id, agentId: people.agent.id })
    const contract = (await call('admin', 'GET', `/api/contracts/${id}`)).body
    expect(sale).toMatchObject({ leadId: contract.lead.id, appointmentId: planned.body.id })
    expect(contract).toMatchObject({ saleId: sale.id, lead: { status: 'converted' } })
    expect((await appointment(planned.body.id)).saleId).toBe(sale.id)
  })
})

describe('a sale of an appointment that was planned for a contract', () => {
  const contract = async (id: string) => (await call('admin', 'GET', `/api/contracts/${id}`)).body
  const assign = (id: string) => call('admin', 'POST', '/api/contracts/assign', { ids: [id], agentId: people.agent.id })
  const planned = async (isAssigned = false) => {
    const { id } = await storeContract({ customerPhone: '0475 876543' })
    if (isAssigned) await assign(id)
    const reply = await call('admin', 'POST', `/api/contracts/${id}/appointment`, {
      ...{ customerName: 'Bakkerij De Molen', customerPhone: '0475 876543', agentId: people.agent.id },
      ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', status: 'sale' },
    })
    return { id, appointmentId: reply.body.id, leadId: reply.body.leadId }
  }

  it('signs the contract, also for an agent without the right to it, and undoes that when rejected', async () => {
    const { id, appointmentId } = await planned()
    const sale = await registered('agent', { appointmentId })
    expect(sale).toMatchObject({ contractId: id, leadId: null })
    expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: sale.id })
    await reject(sale.id)
    expect(await contract(id)).toMatchObject({ salesStatus: 'afspraak_ingepland', saleId: sale.id })
    const next = await registered('agent', { appointmentId })
    expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: next.id })
  })

  it('includes the lead that the contract got since, and a contract whose lead was deleted', async () => {
    const { id, appointmentId } = await planned()
    await assign(id)
    const { lead: made } = await contract(id)
    expect(await registered('agent', { appointmentId })).toMatchObject({ contractId: id, leadId: made.id })
    expect(await lead(made.id)).toMatchObject({ status: 'converted' })

    const other = await planned(true)
    expect((await call('admin', 'DELETE', `/api/leads/${other.leadId}`)).status).toBe(204)
    const sale = await registered('agent', { appointmentId: other.appointmentId })
    expect(sale).toMatchObject({ contractId: other.id, leadId: null })
    expect(await contract(other.id)).toMatchObject({ salesStatus: 'getekend', saleId: sale.id })
  })

  it('signs it by way of its lead in the same transaction, also after that lead was deleted', async () => {
    for (const isDeleted of [false, true]) {
      const { id } = await storeContract({ customerPhone: '0475 876543' })
      await assign(id)
      const { lead: made } = await contract(id)
      const { body } = await call('agent', 'POST', `/api/leads/${made.id}/appointment`, {
        ...{ customerName: 'Bakkerij De Molen', customerPhone: '0475 876543' },
        ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', status: 'sale' },
      })
      if (isDeleted) expect((await call('admin', 'DELETE', `/api/leads/${made.id}`)).status).toBe(204)
      const sale = await registered('agent', { appointmentId: body.id })
      expect(sale).toMatchObject({ contractId: id, leadId: isDeleted ? null : made.id })
      expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: sale.id })
    }
  })

  it('is refused beside another contract, or a lead that is not the contract’s', async () => {
    const { id, appointmentId } = await planned()
    const other = await storeContract()
    const form = { appointmentId, agentId: people.agent.id }
    const beside = await register('admin', { ...form, contractId: other.id })
    expect([beside.status, beside.body.errors]).toEqual([
      422,
      { contractId: ['Deze afspraak hoort bij een ander contract'] },
    ])
    await assign(id)
    const noted = await call('agent', 'POST', '/api/leads', { customerName: 'Bakkerij De Molen' })
    const refused = await register('admin', { ...form, leadId: noted.body.id })
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { leadId: ['Deze afspraak hoort bij een andere lead'] },
    ])
    expect((await contract(id)).salesStatus).toBe('afspraak_ingepland')
  })
})

describe('a sale of a contract that is rejected', () => {
  const contract = async (id: string) => (await call('admin', 'GET', `/api/contracts/${id}`)).body
  const set = (id: string, salesStatus: string) => call('admin', 'PATCH', `/api/contracts/${id}`, { salesStatus })
  const signed = async (form: object = {}) => {
    const { id } = await storeContract({ salesStatus: 'afspraak_ingepland' })
    const sale = await registered('admin', { contractId: id, agentId: people.agent.id, ...form })
    expect((await contract(id)).salesStatus).toBe('getekend')
    return { id, sale }
  }

  it('leaves it where it was before, with an audit row, and may be followed by another', async () => {
    const { id, sale } = await signed()
    await reject(sale.id)
    expect(await contract(id)).toMatchObject({ salesStatus: 'afspraak_ingepland', saleId: sale.id })
    expect(await auditOf('contract', id)).toContainEqual(expect.stringMatching(/^contract\.status /))
    const next = await registered('admin', { contractId: id, agentId: people.agent.id })
    expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: next.id })
  })

  it('keeps a status that somebody set since, or a later sale', async () => {
    const [{ id: lost, sale }, { id: sold, sale: first }, { id: kept, sale: third }] = [
      await signed(),
      await signed(),
      await signed(),
    ]
    await set(lost, 'gecanceld')
    await reject(sale.id)
    expect((await contract(lost)).salesStatus).toBe('gecanceld')
    await registered('admin', { contractId: sold, agentId: people.agent.id })
    await reject(first.id)
    expect((await contract(sold)).salesStatus).toBe('getekend')
    for (const salesStatus of ['nieuw', 'getekend']) await set(kept, salesStatus)
    await reject(third.id)
    expect((await contract(kept)).salesStatus).toBe('getekend')
  })

  it('leaves it signed by another sale; after both rejections, in any order, its status is restored', async () => {
    for (const isFirstLast of [false, true]) {
      const { id, sale } = await signed()
      const second = await registered('admin', { contractId: id, agentId: people.agent.id })
      const [one, other] = isFirstLast ? [second, sale] : [sale, second]
      await reject(one.id)
      expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: other.id })
      await reject(other.id)
      expect((await contract(id)).salesStatus).toBe('afspraak_ingepland')
    }
  })

  it('of its lead restores its status, also when the event of the sale comes after the rejection', async () => {
    const ofLead = async () => {
      const { id } = await storeContract()
      await call('admin', 'POST', '/api/contracts/assign', { ids: [id], agentId: people.agent.id })
      const leadId = (await contract(id)).lead.id
      return { id, sale: await registered('admin', { leadId, agentId: people.agent.id }) }
    }
    const { followLead } = await import('../../contracts/lead-following.ts')
    const [heard, late, leadless] = [await ofLead(), await ofLead(), await ofLead()]
    for (const { id } of [heard, leadless]) {
      await followLead(id)
      expect((await contract(id)).salesStatus).toBe('getekend')
    }
    const gone = (await contract(leadless.id)).lead.id
    expect((await call('admin', 'DELETE', `/api/leads/${gone}`)).status).toBe(204)
    await followLead(leadless.id)
    for (const { id, sale } of [heard, late, leadless]) {
      await reject(sale.id)
      await followLead(id)
      expect(await contract(id)).toMatchObject({ salesStatus: 'nieuw', saleId: sale.id })
    }
    const again = await registered('admin', { contractId: late.id, agentId: people.agent.id })
    const { lead } = await contract(late.id)
    await reject((await registered('admin', { leadId: lead.id, agentId: people.agent.id })).id)
    await followLead(late.id)
    expect(await contract(late.id)).toMatchObject({ salesStatus: 'getekend', saleId: again.id })
    await reject(again.id)
    expect((await contract(late.id)).salesStatus).toBe('nieuw')
    await reject((await registered('admin', { leadId: lead.id, agentId: people.agent.id })).id)
    await followLead(late.id)
    expect((await contract(late.id)).salesStatus).toBe('nieuw')
  })
})

describe('a sale of a contract whose lead', () => {
  const planned = (path: string, more: object) =>
    call('admin', 'POST', `${path}/appointment`, {
      ...{ customerName: 'Bakkerij De Molen', customerPhone: '0475 765432', agentId: people.agent.id },
      ...{ appointmentDate: '2026-11-19', status: 'sale', ...more },
    })
  const assigned = async () => {
    const { id } = await storeContract({ customerPhone: '0475 765432' })
    await call('admin', 'POST', '/api/contracts/assign', { ids: [id], agentId: people.agent.id })
    return { id, leadId: (await call('admin', 'GET', `/api/contracts/${id}`)).body.lead.id }
  }

  it('differs from that of the appointment is refused, and neither is converted', async () => {
    const contract = await assigned()
    const noted = await call('agent', 'POST', '/api/leads', { customerName: 'Bakkerij De Molen' })
    const { body } = await planned(`/api/leads/${noted.body.id}`, { appointmentTime: '12:00' })
    const form = { appointmentId: body.id, contractId: contract.id, agentId: people.agent.id }
    const reply = await register('admin', form)
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { contractId: ['Deze afspraak hoort bij een andere lead'] },
    ])
    expect([(await lead(contract.leadId)).saleId, (await lead(noted.body.id)).saleId]).toEqual([null, null])
  })

  it('was sold before keeps its earlier sale, also by way of the appointment', async () => {
    const { id, leadId } = await assigned()
    const form = { contractId: id, agentId: people.agent.id }
    const first = await registered('admin', form)
    await planned(`/api/contracts/${id}`, { appointmentTime: '14:00' })
    const second = await registered('admin', form)
    expect([second.leadId, second.appointmentId]).toEqual([null, expect.any(String)])
    expect(await lead(leadId)).toMatchObject({ status: 'converted', saleId: first.id })
  })
})

describe('a possible duplicate of a sale', () => {
  const [ean, wrong] = ['871687000000123456', '871687000000123457']
  const place = { postalCode: '2153kb', houseNumber: '7 A', customerName: 'Café Zuid' }

  it('is found by EAN, and by customer and address, within 24 months; anonymous out of reach', async () => {
    const power = await registered('agent', { eanElectricity: ean, ...place, saleDate: '2026-01-10' })
    const known = { kind: 'ean', saleId: power.id, saleDate: '2026-01-10' }
    const asked = { additionalAddresses: [{ ...saleForm(), eanGas: ean }] }
    expect((await call('leader', 'POST', '/api/sales/check', { eanGas: ean })).body.warnings).toEqual([known])
    expect((await call('leader', 'POST', '/api/sales/check', asked)).body.warnings).toEqual([known])
    const customer = { postalCode: '2153 KB', houseNumber: '7 a', customerName: 'cafe zuid' }
    expect((await call('leader', 'POST', '/api/sales/check', customer)).body.warnings).toEqual([
      { ...known, kind: 'customer' },
    ])
    const hidden = { kind: 'customer', saleId: null, saleDate: null }
    expect((await call('elsewhere', 'POST', '/api/sales/check', customer)).body.warnings).toEqual([hidden])
    expect((await call('other', 'POST', '/api/sales/check', customer)).body.warnings).toEqual([hidden])
    const others = [
      { ...customer, customerName: 'Café Noord' },
      { ...customer, except: power.id },
    ]
    for (const body of [...others, { ...customer, saleDate: '2023-12-01' }]) {
      expect((await call('leader', 'POST', '/api/sales/check', body)).body.warnings).toEqual([])
    }
    const again = await registered('agent', { eanGas: ean, ...customer })
    expect(again.warnings).toEqual([known])
  })

  it('is found among any number of others at its address', async () => {
    const flat = { postalCode: '5911 AA', houseNumber: '9' }
    const { id, saleDate } = await registered('agent', { ...flat, customerName: 'Achteraan' })
    const { KnownCustomers } = await import('../../customers/entity.ts')
    const neighbours = Array.from({ length: 120 }, (_, index) => ({
      ...{ by: 'address' as const, value: '5911 AA 9', type: 'sale' as const, owners: [] },
      ...{ recordId: `-${index}`, customerName: `Buur ${index}`, date: saleDate },
    }))
    expect((await KnownCustomers.put(neighbours).go()).unprocessed).toEqual([])
    const { body } = await call('agent', 'POST', '/api/sales/check', { ...flat, customerName: 'Achteraan' })
    expect(body.warnings).toEqual([{ kind: 'customer', saleId: id, saleDate }])
  })

  it('is listed among the newest twenty at most', async () => {
    const flat = { postalCode: '5911 AB', houseNumber: '1' }
    const { KnownCustomers } = await import('../../customers/entity.ts')
    const day = (index: number) => `2026-05-${String(index + 1).padStart(2, '0')}`
    const alike = Array.from({ length: 25 }, (_, index) => ({
      ...{ by: 'address' as const, value: '5911 AB 1', type: 'sale' as const, owners: [people.agent.id], teamId: 1 },
      ...{ recordId: `alike-${index}`, customerName: 'Steeds weer', date: day(index) },
    }))
    expect((await KnownCustomers.put(alike).go()).unprocessed).toEqual([])
    const { body } = await call('leader', 'POST', '/api/sales/check', { ...flat, customerName: 'Steeds weer' })
    expect(body.warnings.map(({ saleDate }: { saleDate: string }) => saleDate)).toEqual(
      Array.from({ length: 20 }, (_, index) => day(24 - index)),
    )
  })

  it('disappears when the sale changes', async () => {
    const sale = await registered('agent', { eanElectricity: '871687000000999990' })
    await call('agent', 'PATCH', `/api/sales/${sale.id}`, { eanElectricity: null })
    const { body } = await call('agent', 'POST', '/api/sales/check', { eanElectricity: '871687000000999990' })
    expect(body.warnings).toEqual([])
  })

  it('comes with a warning about a wrong check digit of an EAN, which is stored anyway', async () => {
    const sale = await registered('agent', { eanElectricity: wrong })
    expect(sale.warnings).toContainEqual({ kind: 'check-digit', saleId: null, saleDate: null })
    expect(sale.eanElectricity).toBe(wrong)
    expect((await register('agent', { eanElectricity: '123' })).body.errors).toEqual({
      eanElectricity: ['Een EAN heeft 18 cijfers'],
    })
  })

  it('is recognised by the customer as well', async () => {
    const sale = await registered('agent', { customerPhone: '06 55501234' })
    const { body } = await call('leader', 'GET', '/api/leads/known?phone=0655501234')
    expect(body.known).toMatchObject([{ type: 'sale', id: sale.id, by: 'phone', date: '2026-11-23' }])
    expect((await call('elsewhere', 'GET', '/api/leads/known?phone=0655501234')).body.known).toEqual([])
  })
})
