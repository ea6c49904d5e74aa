import { afterAll, describe, expect, it } from 'vitest'
import { buildSaleForm } from '../../../testing/sales.ts'
import { startSalesWorld } from '../../../testing/worlds/sales.ts'

const { world, people, call, register, registered } = await startSalesWorld()
afterAll(() => world.stop())

describe('a possible duplicate of a sale', () => {
  const [ean, wrong] = ['871687000000123456', '871687000000123457']
  const place = { postalCode: '2153kb', houseNumber: '7 A', customerName: 'Café Zuid' }

  it('is found by EAN, and by customer and address, within 24 months; anonymous out of reach', async () => {
    const power = await registered('agent', { eanElectricity: ean, ...place, saleDate: '2026-01-10' })
    const known = { kind: 'ean', saleId: power.id, saleDate: '2026-01-10' }
    const asked = { additionalAddresses: [{ ...buildSaleForm(), eanGas: ean }] }
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
    const { KnownCustomers } = await import('../../known-customers/entity.ts')
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
    const { KnownCustomers } = await import('../../known-customers/entity.ts')
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

  it('is also recognised by the phone number of its customer', async () => {
    const sale = await registered('agent', { customerPhone: '06 55501234' })
    const { body } = await call('leader', 'GET', '/api/leads/known?phone=0655501234')
    expect(body.known).toMatchObject([{ type: 'sale', id: sale.id, by: 'phone', date: '2026-11-23' }])
    expect((await call('elsewhere', 'GET', '/api/leads/known?phone=0655501234')).body.known).toEqual([])
  })
})
