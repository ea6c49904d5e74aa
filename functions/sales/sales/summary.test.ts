import { afterAll, beforeAll, expect, it } from 'vitest'
import { commissionSteps } from '../../../shared/sales/commission-steps.ts'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld({ now: '2024-03-20T09:00:00Z' })
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2024-01-01' })
  // Three sales dated before the period that a list without dates shows; `late` is paid out this month.
  const old = await world.sale({ saleDate: '2024-03-01' }, { agentCommission: 40 })
  const late = await world.sale({ saleDate: '2024-03-02' }, { agentCommission: 45 })
  await world.step(old, 'in_afwachting')
  await world.step(late, 'klaar_voor_uitbetaling')
  const before = await world.sale({ saleDate: '2024-03-03' }, { agentCommission: 50 })
  for (const status of ['klaar_voor_uitbetaling', 'uitbetaald']) await world.step(before, status)

  await world.travel('2026-11-23T09:00:00Z')
  await world.step(late, 'uitbetaald')
  await world.sale({}, { agentCommission: 60 })
  await world.approve(await world.sale({}, { agentCommission: 70 }))
  const pending = await world.sale({}, { agentCommission: 75 })
  await world.approve(pending)
  await world.step(pending, 'in_afwachting')
  await world.done('admin', 'PUT', `/api/sales/${pending.slice('sale-'.length)}/commission`, {
    ...{ agentCommission: 80, callerCommission: 0, reason: 'Groot verbruik' },
  })
  await world.step(await world.sale({ agentId: world.people.other.id }, { agentCommission: 90 }), 'in_afwachting')
  const rejected = await world.sale({}, { agentCommission: 1000 })
  await world.done('admin', 'PATCH', `/api/sales/${rejected.slice('sale-'.length)}/status`, {
    ...{ status: 'rejected', rejectionReason: 'Dubbel' },
  })
  await world.held()
  const unconfirmed = await world.held('scheduled', { customerName: 'Zelf' })
  await world.done('caller', 'PATCH', `/api/appointments/${unconfirmed}`, { status: 'no-sale' })
  await deliverOutbox(unconfirmed)
})
afterAll(() => world.stop())

it.each(['admin', 'leader', 'agent', 'other', 'caller'] as const)(
  'shows %s as many commissions behind each card as it counts, of the same amount',
  async (who) => {
    const summary = await world.done(who, 'GET', '/api/commissions/summary')
    for (const step of commissionSteps) {
      const rows = await world.list(who, `?step=${step}`)
      const totals = await world.done(who, 'GET', `/api/commissions/totals?step=${step}`)
      const amount = step === 'uitbetaald' ? totals.totalCommission : totals.dueCommission
      expect([step, rows.length, totals.count, amount]).toEqual([
        ...[step, summary[step].count, summary[step].count, summary[step].amount],
      ])
    }
  },
)

it('counts rows at a step whatever their age, and only payments of this month', async () => {
  const counts = async (who: 'admin' | 'agent') =>
    commissionSteps.map((step) => world.done(who, 'GET', '/api/commissions/summary').then((all) => all[step].count))
  expect(await Promise.all(await counts('admin'))).toEqual([4, 2, 0, 1])
  expect(await Promise.all(await counts('agent'))).toEqual([3, 1, 0, 1])
  expect(await world.list('admin', '?step=nieuw&from=2026-11-01&to=2026-11-30')).not.toHaveLength(0)
  expect(await world.list('admin', '?step=in_afwachting&to=2024-12-31')).toHaveLength(1)
})
