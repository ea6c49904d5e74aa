import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../testing/commissions.ts'
import { type MortalProxies, startMortalProxies } from '../../testing/database/mortal-proxy.ts'
import { buildAgreementForm, buildPartnerForm, buildSettingsForm } from '../../testing/invoices.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { runAsFunction } from '../../testing/rights.ts'
import { buildSaleForm } from '../../testing/sales.ts'
import { reportFigure, size } from '../figures.ts'

let world: CommissionWorld
let mortal: MortalProxies
beforeAll(async () => {
  world = await startCommissionWorld({
    begun: async () => {
      mortal = await startMortalProxies()
    },
  })
})
afterAll(async () => {
  await mortal.close()
  await world.stop()
})

const started = async (who: 'admin' | 'second', ids: readonly string[]): Promise<string> =>
  (await world.done(who, 'POST', '/api/commissions/advance', { ids, expectedStatus: 'nieuw' })).id

it('a run raced by a second admin and killed midway moves every row one step and reports each row truly', async () => {
  const { runAdvanceStep } = await import('../../functions/sales/payouts/advance-step.ts')
  const ids = await world.sales(size.advances)
  const first = await started('admin', ids)
  const second = await started('second', ids.toReversed())
  let crashes = 0
  const countCrash = () => {
    if (mortal.revive()) crashes += 1
  }
  await world.advanced(
    first,
    (delivery) => {
      // Every second delivery dies, each a few writes later than the previous one.
      if (delivery % 2 === 0) mortal.dieAfter(delivery * 3)
      return runAsFunction('outbox', () => runAdvanceStep(second))
    },
    countCrash,
  )
  countCrash()
  await world.advanced(second, undefined, countCrash)
  expect(crashes, 'something was killed').toBeGreaterThan(0)
  const runs = await Promise.all(
    [first, second].map((id) => world.done('admin', 'GET', `/api/commissions/advance/${id}`)),
  )
  reportFigure('bulk advance', 'every row exactly one step', await world.stepsOf(ids), { in_afwachting: ids.length })
  const resultCounts = runs.map(({ advanced, skipped, failed }) => advanced + skipped + failed)
  reportFigure(
    'bulk advance: results',
    'a truthful one for each row',
    [...resultCounts, runs[0].advanced + runs[1].advanced],
    [...[ids.length, ids.length, ids.length]],
  )
  reportFigure('bulk advance: counters', '0 differ from a recount', await world.wrong(), 0)
})

it('a held appointment ends with one commission, its fee or a sale, though both are raced and killed', async () => {
  const found: string[] = []
  let crashes = 0
  /**
   * Makes a change while others work on the appointment and all functions are killed after some writes. Then repeats
   * the change, as a person would.
   */
  async function killed(writes: number, id: string, action: () => Promise<unknown>, again: () => Promise<unknown>) {
    mortal.dieAfter(writes)
    const note = { notes: `Gewijzigd na ${writes}` }
    await Promise.allSettled([
      action(),
      world.call('second', 'PATCH', `/api/appointments/${id}`, note),
      deliverOutbox(id),
    ])
    if (mortal.revive()) crashes += 1
    const rows = await rowsOf(id)
    if (rows.length > 1) found.push(`both after ${writes} writes: ${rows}`)
    await again()
    await deliverOutbox(id)
    const settled = await rowsOf(id)
    if (settled.length !== 1) found.push(`after ${writes} writes and once more: ${settled.length} rows ${settled}`)
  }
  for (let writes = 0; writes < size.kills + 3; writes++) {
    const id = await world.held('sale')
    const form = buildSaleForm({ appointmentId: id, agentId: world.people.agent.id })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const register = () => world.call('admin', 'POST', '/api/sales', form, headers)
    let saleId = ''
    await killed(writes, id, register, async () => {
      const reply = await register()
      expect(reply.status, reply.text).toBe(201)
      saleId = reply.body.id
    })
    const rejection = { status: 'rejected', rejectionReason: 'Onjuist' }
    const reject = () => world.call('admin', 'PATCH', `/api/sales/${saleId}/status`, rejection)
    await killed(writes, id, reject, async () => {
      const { status } = await world.done('admin', 'GET', `/api/sales/${saleId}`)
      if (status !== 'rejected') expect((await reject()).status).toBe(200)
    })
  }
  expect(crashes, 'something was killed').toBeGreaterThan(0)
  reportFigure('union of commissions', 'never both rows, in the end never neither', found.length, 0, found)
  reportFigure('union of commissions: counters', '0 differ from a recount', await world.wrong(), 0)
})

it('a monthly run killed at an early write and delivered again makes one concept of each commission', async () => {
  const { runMonthlyStep } = await import('../../functions/monthly-runs/monthly-step.ts')
  const as = await world.session(world.people.admin)
  const done = (method: string, path: string, body?: object) =>
    world.done('admin', method, `/api/self-billing${path}`, body)
  await done('PUT', '/settings', buildSettingsForm())
  const { id: partnerId } = await done(
    'POST',
    '/partners',
    buildPartnerForm({ assignedAgentId: world.people.agent.id }),
  )
  await world.world.call('PUT', `/api/self-billing/partners/${partnerId}/agreement`, { as, ...buildAgreementForm() })
  const made: unknown[] = []
  let crashes = 0
  for (let writes = 0; writes < 4; writes++) {
    const saleDate = `2026-10-1${writes}`
    const sale = await world.sale(buildSaleForm({ agentId: world.people.agent.id, saleDate }), { agentCommission: 40 })
    await world.step(sale, 'klaar_voor_uitbetaling')
    const { id } = await done('POST', '/monthly-runs', { partnerIds: [partnerId], from: saleDate, to: saleDate })
    mortal.dieAfter(writes)
    await Promise.allSettled([runAsFunction('outbox', () => runMonthlyStep(id))])
    if (mortal.revive()) crashes += 1
    // Moves the clock until the lock for invoice numbers that the killed process held has expired.
    world.world.travel(`2026-11-23T09:0${writes + 1}:00Z`)
    for (const _ of [1, 2]) await runAsFunction('outbox', () => runMonthlyStep(id))
    const { state, created, failed } = await done('GET', `/monthly-runs/${id}`)
    made.push([state, created, failed])
  }
  expect(crashes, 'something was killed').toBeGreaterThan(2)
  const concepts = await done('GET', `/invoices?status=concept&partnerCompanyId=${partnerId}`)
  const numbers = concepts.map(({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber).toSorted()
  reportFigure('monthly run', 'one concept of each commission', made, Array(4).fill(['done', 1, 0]))
  const wanted = [1, 2, 3, 4].map((number) => `YDS-2026-000${number}`)
  reportFigure('monthly run: numbers', 'no gaps, none twice', numbers, wanted)
})

/** Returns the ids of an appointment's rows in the list of commissions: its fee, or the sale that replaced the fee. */
async function rowsOf(appointmentId: string): Promise<string[]> {
  const { Appointments } = await import('../../functions/appointments/entity.ts')
  const { Commissions } = await import('../../functions/sales/commission-entity.ts')
  const { data: appointment } = await Appointments.get({ id: appointmentId }).go({ consistent: true })
  const ids = [`lead-${appointmentId}`, ...(appointment?.saleId ? [`sale-${appointment.saleId}`] : [])]
  const { data } = await Commissions.get(ids.map((id) => ({ id }))).go({ consistent: true })
  return data.filter(({ status, replacedBy }) => status !== 'rejected' && !replacedBy).map(({ id }) => id)
}
