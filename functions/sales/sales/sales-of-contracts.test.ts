import { afterAll, describe, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, register, registered, appointment, lead, reject } = await startSalesWorld()
afterAll(() => world.stop())

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
      ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', bookAnyway: true, status: 'sale' },
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
      ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', bookAnyway: true, status: 'sale' },
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
        ...{ appointmentDate: '2026-11-19', appointmentTime: '10:00', bookAnyway: true, status: 'sale' },
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
