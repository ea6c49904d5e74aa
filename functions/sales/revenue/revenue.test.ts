import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { buildSaleForm } from '../../../testing/sales.ts'

let office: CommissionWorld

beforeAll(async () => {
  office = await startCommissionWorld()
  await addRate({ amount: 200, validFrom: '2026-01-01' })
})
afterAll(() => office.stop())

const rates = '/api/sales/revenue-rates'
const product = { provider: 'engie', productType: 'gas_stroom' } as const
const addRate = async (form: object) => {
  const made = await office.done('admin', 'POST', rates, { ...product, ...form })
  await deliverOutbox(SUBJECT)
  return made
}
const SUBJECT = 'engie#gas_stroom'
const sell = async (form: object = {}) => (await office.sale({ ...product, ...form })).slice('sale-'.length)
const saleOf = (id: string, who: 'admin' | 'leader' = 'admin') => office.done(who, 'GET', `/api/sales/${id}`)
const revenueOf = async (id: string) => (await saleOf(id)).revenue
const reported = async (month: string) =>
  (await office.done('admin', 'GET', `/api/reports?month=${month}&provider=engie`)).totals.revenue

describe('expected revenue', () => {
  it('is by the rate on the day of the sale, and follows provider, product and date', async () => {
    await addRate({ amount: 210.5, validFrom: '2026-10-01' })
    const id = await sell({ saleDate: '2026-09-30' })
    expect(await revenueOf(id)).toEqual({ expected: 200, received: null })
    await office.done('admin', 'PATCH', `/api/sales/${id}`, { saleDate: '2026-10-01' })
    expect(await revenueOf(id)).toEqual({ expected: 210.5, received: null })
    await office.done('admin', 'PATCH', `/api/sales/${id}`, { provider: 'eneco' })
    expect(await revenueOf(id)).toEqual({ expected: null, received: null })
    expect(await revenueOf(await sell({ saleDate: '2025-12-31' }))).toEqual({ expected: null, received: null })
  })

  it('of existing sales follows a new, a changed and a deleted rate, and so does the report', async () => {
    const [before, after] = [await sell({ saleDate: '2026-05-31' }), await sell({ saleDate: '2026-06-01' })]
    const rate = await addRate({ amount: 50, validFrom: '2026-06-01' })
    expect([(await revenueOf(before)).expected, (await revenueOf(after)).expected]).toEqual([200, 50])
    expect(await reported('2026-06')).toBe(50)
    await office.done('admin', 'PATCH', `${rates}/${rate.id}`, { amount: 60, validFrom: '2026-05-01' })
    await deliverOutbox(SUBJECT)
    expect([(await revenueOf(before)).expected, (await revenueOf(after)).expected]).toEqual([60, 60])
    await office.done('admin', 'DELETE', `${rates}/${rate.id}`)
    await deliverOutbox(SUBJECT)
    expect([(await revenueOf(before)).expected, (await revenueOf(after)).expected]).toEqual([200, 200])
    expect(await reported('2026-06')).toBe(200)
    expect(await office.wrong()).toBe(0)
  })

  it('is updated for all sales in steps that may be repeated or crash', async () => {
    const ids: string[] = []
    for (let day = 1; day <= 7; day++) ids.push(await sell({ saleDate: `2026-03-0${day}` }))
    await office.done('admin', 'POST', rates, { ...product, amount: 75, validFrom: '2026-03-01' })
    const { revalueSales } = await import('./revenue-step.ts')
    await revalueSales(SUBJECT, { from: '2026-03-01', run: 'a' }, { rows: 2, together: 1 })
    await revalueSales(SUBJECT, { from: '2026-03-01', run: 'a' }, { rows: 2, together: 1 })
    await deliverOutbox(SUBJECT)
    for (const id of ids) expect((await revenueOf(id)).expected).toBe(75)
    expect(await office.wrong()).toBe(0)
  })

  it('is of the new rate where a rate changes while a sale is registered', async () => {
    await meanwhile(() => office.done('admin', 'POST', rates, { ...product, amount: 999, validFrom: '2026-11-01' }))
    const id = await sell({ saleDate: '2026-11-02' })
    expect((await revenueOf(id)).expected).toBe(999)
  })

  it('is of the new rate where a rate changes while a sale moves to its days', async () => {
    const id = await sell({ saleDate: '2026-09-29' })
    await meanwhile(() => office.done('admin', 'POST', rates, { ...product, amount: 888, validFrom: '2026-10-15' }))
    const change = { saleDate: '2026-10-20' }
    const first = await office.call('admin', 'PATCH', `/api/sales/${id}`, change)
    if (first.status === 409) await office.done('admin', 'PATCH', `/api/sales/${id}`, change)
    expect((await revenueOf(id)).expected).toBe(888)
  })

  it.each([
    ['POST', 'eneco', 6],
    ['PATCH', 'greenchoice', 6],
    ['DELETE', 'vattenfall', null],
  ])('of two rates at once: %s is made all the same, and neither is lost', async (method, provider, expected) => {
    const form = { provider, productType: 'gas_stroom', amount: 5, validFrom: '2024-02-01' }
    const path = method === 'POST' ? rates : `${rates}/${(await office.done('admin', 'POST', rates, form)).id}`
    const body = { POST: { ...form, amount: 6 }, PATCH: { amount: 6 } }[method]
    await meanwhile(() => office.done('admin', 'POST', rates, { ...form, amount: 7, validFrom: '2024-03-01' }))
    await office.done('admin', method, path, body)
    await deliverOutbox(`${provider}#gas_stroom`)
    const revenueIn = async (month: string) => revenueOf(await sell({ provider, saleDate: `${month}-10` }))
    expect([await revenueIn('2024-02'), await revenueIn('2024-03')]).toMatchObject([{ expected }, { expected: 7 }])
  })

  it('is not overwritten by a run that read a rate which changed meanwhile', async () => {
    const id = await sell({ saleDate: '2026-11-03' })
    const rate = await office.done('admin', 'POST', rates, { ...product, amount: 1, validFrom: '2026-11-03' })
    const { revalueSales } = await import('./revenue-step.ts')
    await meanwhile(() => office.done('admin', 'PATCH', `${rates}/${rate.id}`, { amount: 2 }))
    await revalueSales(SUBJECT, { from: '2026-11-03', run: 'b' })
    expect((await revenueOf(id)).expected).toBe(2)
    await deliverOutbox(SUBJECT)
    expect(await office.wrong()).toBe(0)
  })
})

describe('received revenue', () => {
  it('counts instead of the expected revenue until it is removed; only admins see it', async () => {
    const id = await sell({ saleDate: '2026-02-01' })
    const before = await reported('2026-02')
    const { version } = await saleOf(id)
    const set = (received: number | null, headers = {}) =>
      office.call('admin', 'PUT', `/api/sales/${id}/revenue`, { received }, headers)
    expect((await set(1, { 'if-match': `"${version + 1}"` })).status).toBe(409)
    expect((await set(183.25)).body.revenue).toEqual({ expected: 200, received: 183.25 })
    expect(await reported('2026-02')).toBe(before - 200 + 183.25)
    expect((await saleOf(id, 'leader')).revenue).toBeNull()
    expect((await office.call('leader', 'PUT', `/api/sales/${id}/revenue`, { received: 1 })).status).toBe(403)
    expect((await set(0)).body.revenue.received).toBe(0)
    expect((await set(null)).body.revenue).toEqual({ expected: 200, received: null })
    expect(await reported('2026-02')).toBe(before)
  })

  it('ends no approval, and is in the history only for admins', async () => {
    const id = await sell({ saleDate: '2026-02-02' })
    await office.approve(`sale-${id}`)
    await office.done('admin', 'PUT', `/api/sales/${id}/revenue`, { received: 150 })
    expect(await saleOf(id)).toMatchObject({ status: 'approved', changedAfterApproval: null })
    const fieldsSeenBy = async (who: 'admin' | 'leader') =>
      JSON.stringify((await office.done(who, 'GET', `/api/sales/${id}/history`)).entries)
    expect(await fieldsSeenBy('admin')).toContain('receivedRevenue')
    expect(await fieldsSeenBy('leader')).not.toContain('receivedRevenue')
  })

  it('is refused for a rejected sale', async () => {
    const id = await sell(buildSaleForm({ ...product, agentId: office.people.agent.id }))
    await office.done('admin', 'PATCH', `/api/sales/${id}/status`, { status: 'rejected', rejectionReason: 'Nee' })
    expect((await office.call('admin', 'PUT', `/api/sales/${id}/revenue`, { received: 1 })).status).toBe(409)
  })
})
