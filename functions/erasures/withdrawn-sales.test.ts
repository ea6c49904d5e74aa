import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPersonWithTwoFactor, PASSWORD } from '../../proofs/logins.ts'
import { readRawTable } from '../../proofs/raw-table.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { runAsFunction } from '../../testing/rights.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2026-12-26T09:00:00Z' })
})
afterAll(() => world.stop())

const figures = async (month: string) => (await world.done('admin', 'GET', `/api/reports?month=${month}`)).totals

/** Asks an erasure as a new admin, and carries out what is due in a night. */
async function erase(customer: Parameters<typeof customerIdOf>[0], id: string, moment: string): Promise<void> {
  const { as, codes } = await createPersonWithTwoFactor(world.world, { role: 'admin' })
  const body = { about: customerIdOf(customer), ids: [id], password: PASSWORD, token: codes[0] }
  expect((await world.world.call('POST', '/api/erasures', { as, body })).status).toBe(201)
  await night(moment)
}
async function night(moment: string): Promise<void> {
  await world.travel(moment)
  const { handler } = await import('../../events/erasures.ts')
  await runAsFunction('erasures', () => handler())
}

it('keeps of a withdrawal what reports of closed months rest on, without what people wrote', async () => {
  const customer = { customerName: 'Herman Herroeper', customerPhone: '06 22446688' }
  const id = (await world.sale({ ...customer, saleDate: '2026-10-05' })).slice('sale-'.length)
  await world.done('admin', 'PUT', '/api/ledger/periods/2026-10', { closed: true })
  const why = { how: 'mail', reason: 'Herman belde', note: 'Herman twijfelde' }
  await world.done('admin', 'POST', `/api/sales/${id}/withdraw`, why)
  const before = [await figures('2026-10'), await figures('2026-12')]
  expect(before).toMatchObject([{ sales: 1, withdrawn: 1 }, { late: 1 }])

  await erase(customer, id, '2026-12-27T02:15:00Z')
  const { customerName, withdrawnAt, withdrawal } = await world.done('admin', 'GET', `/api/sales/${id}`)
  expect([customerName, withdrawnAt, withdrawal]).toMatchObject(['Gewiste klant', '2026-12-26', { note: null }])
  expect([await figures('2026-10'), await figures('2026-12')]).toEqual(before)
  expect(JSON.stringify(await readRawTable())).not.toContain('Herman')
})

it('keeps nothing of the approval before a withdrawal', async () => {
  await world.travel('2026-12-28T09:00:00Z')
  const customer = { customerName: 'Vera Vroeg', customerPhone: '06 22446699' }
  await world.done('admin', 'PUT', '/api/commission-rates/settings', {
    commissionCeiling: 3,
    coolingOffFrom: '2026-12-28',
  })
  const told = { market: 'particulier', soldAt: 'phone', confirmedAt: '2026-12-28', infoGivenAt: '2026-12-28' }
  const sale = await world.sale({ ...customer, ...told })
  await world.approve(sale)
  await world.step(sale, 'in_afwachting')
  const path = `/api/sales/${sale.slice('sale-'.length)}`
  const early = { status: 'klaar_voor_uitbetaling', coolingOffReason: 'Vera wil direct starten' }
  await world.done('admin', 'PATCH', `${path}/status`, early)
  await world.done('admin', 'POST', `${path}/withdraw`, { how: 'mail' })
  await erase(customer, sale.slice('sale-'.length), '2026-12-29T02:15:00Z')
  expect((await world.done('admin', 'GET', path)).customerName).toBe('Gewiste klant')
  expect(JSON.stringify(await readRawTable())).not.toContain('Vera')
})
