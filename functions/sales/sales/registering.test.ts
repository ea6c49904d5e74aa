import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSaleForm } from '../../../testing/sales.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, register, registered, get, book, appointment, lead, commissionOf, auditOf } =
  await startSalesWorld()
afterAll(() => world.stop())
beforeEach(async () => {
  const { CommissionRates } = await import('../amounts/rates.ts')
  const { data } = await CommissionRates.query.all({}).go()
  for (const { id } of data) await CommissionRates.delete({ id }).go()
})

type Who = keyof typeof people

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

  it('has its amounts in the row of its commission alone', async () => {
    await rate({ role: 'agent', defaultRate: 4_050, validFrom: '2026-01-01', teamId: 9 })
    const { id } = await registered('admin', { agentId: people.agent.id })
    const set = { agentCommission: 81.5, reason: 'Groot verbruik' }
    expect((await call('admin', 'PUT', `/api/sales/${id}/commission`, set)).body).toMatchObject({
      totalCommission: 81.5,
    })
    const { getRows } = await import('../../platform/data/rows.ts')
    const { Sales } = await import('../entity.ts')
    const [stored] = await getRows(Sales, [{ id }])
    expect(JSON.stringify(stored)).not.toMatch(/8150|"(?:agent|caller)Commission"|amountFacts|dues/)
    expect(await commissionOf(`sale-${id}`)).toMatchObject({ agentCommission: 8_150, version: 2 })
    const [listed] = (await call('admin', 'GET', '/api/sales')).body.filter((row: { id: string }) => row.id === id)
    expect([listed, await get('admin', id)].map((row) => row.agentCommission)).toEqual([81.5, 81.5])
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

  it('with a SalesDock ID that only looks different is a 409, and one of another alphabet is a 400', async () => {
    expect((await registered('agent', { salesDockId: 'SD-2026-0042' })).salesDockId).toBe('SD-2026-0042')
    const hidden = ['SD\u034f-2026-0042', 'SD-2026-0042\ufe0f', 'SD - 2026 -0042']
    for (const alike of [
      'SD\u20132026\u20130042',
      'ＳＤ-2026-0042',
      'SD-2026\u200b-0042',
      'sd\u22122026-0042',
      ...hidden,
    ]) {
      expect((await register('leader', { salesDockId: alike })).status, alike).toBe(409)
    }
    for (const alike of ['S\u0410-2026-0042', '\u0405\u0500-2026-0042', 'SD\u2043-2026-0042', 'SD-\u0662026-0042']) {
      const { errors } = (await register('leader', { salesDockId: alike })).body
      expect(errors, alike).toEqual({ salesDockId: ['Gebruik alleen gewone letters, cijfers en leestekens'] })
    }
  })

  it('is one of twenty that register the same SalesDock ID at once', async () => {
    const salesDockId = 'SD-gelijk'
    const replies = await Promise.all(Array.from({ length: 20 }, () => register('agent', { salesDockId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
    const { body } = await call('admin', 'GET', '/api/sales?q=SD-gelijk')
    expect(body).toHaveLength(1)
  })

  it('sent twice with one key is registered once, with the same reply', async () => {
    const form = buildSaleForm()
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
      bookAnyway: true,
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

  it('is its only valid one: of three at once two are refused, and after a rejection another is accepted', async () => {
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

  it('hides the fee of the held appointment', async () => {
    const { id } = await book()
    const { Commissions } = await import('../commission-entity.ts')
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
      bookAnyway: true,
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
