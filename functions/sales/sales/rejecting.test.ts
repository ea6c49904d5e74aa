import { afterAll, describe, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, registered, lead, reject, auditOf } = await startSalesWorld()
afterAll(() => world.stop())

describe('the rejection of a sale of a lead', () => {
  const sold = async () => {
    const form = { customerName: 'Bakkerij De Molen', status: 'interested' }
    const { id } = (await call('agent', 'POST', '/api/leads', form)).body
    const sale = await registered('agent', { leadId: id })
    expect((await lead(id)).status).toBe('converted')
    return { id, sale }
  }

  it('restores the status of the lead, with an audit row; another sale may follow', async () => {
    const { id, sale } = await sold()
    await reject(sale.id)
    expect(await lead(id)).toMatchObject({ status: 'interested', saleId: null })
    const rejection = (await auditOf('sale', sale.id)).find((row) => row.startsWith('sale.update '))
    expect(await auditOf('lead', id)).toContain(rejection?.replace('sale.update', 'lead.update'))
    const next = await registered('agent', { leadId: id })
    expect(await lead(id)).toMatchObject({ status: 'converted', saleId: next.id })
  })

  it('keeps a status of the lead that somebody set since', async () => {
    const [changed, called, renamed] = [await sold(), await sold(), await sold()]
    await call('agent', 'PATCH', `/api/leads/${changed.id}`, { status: 'not-interested' })
    await call('agent', 'POST', `/api/leads/${called.id}/calls`, { note: 'Wil toch niet', status: 'contacted' })
    await call('agent', 'PATCH', `/api/leads/${renamed.id}`, { customerName: 'De Molen', status: 'converted' })
    for (const { sale } of [changed, called, renamed]) await reject(sale.id)
    expect((await lead(changed.id)).status).toBe('not-interested')
    expect((await lead(called.id)).status).toBe('contacted')
    expect(await lead(renamed.id)).toMatchObject({ customerName: 'De Molen', status: 'interested' })
  })

  it('keeps the lead converted by another sale; after both rejections, in any order, its status is restored', async () => {
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

  it('leaves the lead with its contract, whose next sale includes it again', async () => {
    const { id } = await storeContract()
    await call('admin', 'POST', '/api/contracts/assign', { ids: [id], agentId: people.agent.id })
    const form = { contractId: id, agentId: people.agent.id }
    const { leadId, id: first } = await registered('admin', form)
    await reject(first)
    expect((await lead(leadId)).status).toBe('new')
    expect(await registered('admin', form)).toMatchObject({ leadId })
  })
})

describe('the rejection of a sale of a contract', () => {
  const contract = async (id: string) => (await call('admin', 'GET', `/api/contracts/${id}`)).body
  const set = (id: string, salesStatus: string) => call('admin', 'PATCH', `/api/contracts/${id}`, { salesStatus })
  const signed = async (form: object = {}) => {
    const { id } = await storeContract({ salesStatus: 'afspraak_ingepland' })
    const sale = await registered('admin', { contractId: id, agentId: people.agent.id, ...form })
    expect((await contract(id)).salesStatus).toBe('getekend')
    return { id, sale }
  }

  it('restores the status of the contract, with an audit row; another sale may follow', async () => {
    const { id, sale } = await signed()
    await reject(sale.id)
    expect(await contract(id)).toMatchObject({ salesStatus: 'afspraak_ingepland', saleId: sale.id })
    expect(await auditOf('contract', id)).toContainEqual(expect.stringMatching(/^contract\.status /))
    const next = await registered('admin', { contractId: id, agentId: people.agent.id })
    expect(await contract(id)).toMatchObject({ salesStatus: 'getekend', saleId: next.id })
  })

  it('keeps a status of the contract that somebody set since, or a later sale', async () => {
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

  it('keeps the contract signed by another sale; after both rejections, in any order, its status is restored', async () => {
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

  it('restores the status of the contract when its lead was sold, also when the event of the sale comes later', async () => {
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
