import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../testing/commissions.ts'
import { type MortalProxies, mortalProxies } from '../../testing/mortal-proxy.ts'
import { deliverOutbox } from '../../testing/outbox.ts'
import { saleForm } from '../../testing/sales.ts'
import { figure, size } from '../figures.ts'

let world: CommissionWorld
let mortal: MortalProxies
beforeAll(async () => {
  world = await commissionWorld({
    begun: async () => {
      mortal = await mortalProxies()
    },
  })
})
afterAll(async () => {
  await mortal.close()
  await world.stop()
})

const started = async (who: 'admin' | 'second', ids: readonly string[]): Promise<string> =>
  (await world.done(who, 'POST', '/api/commissions/advance', { ids, expectedStatus: 'nieuw' })).id

it('a run raced by a second admin and killed midway moves every row exactly one step and tells the truth of each', async () => {
  const { advanceStep } = await import('../../functions/sales/advance-step.ts')
  const ids = await world.sales(size.advances)
  const first = await started('admin', ids)
  const second = await started('second', ids.toReversed())
  let deaths = 0
  const died = () => {
    if (mortal.revive()) deaths += 1
  }
  await world.advanced(
    first,
    (delivery) => {
      // Every second delivery dies, each a little later than the one before.
      if (delivery % 2 === 0) mortal.dieAfter(delivery * 3)
      return advanceStep(second)
    },
    died,
  )
  died()
  await world.advanced(second, undefined, died)
  expect(deaths, 'something was killed').toBeGreaterThan(0)
  const runs = await Promise.all(
    [first, second].map((id) => world.done('admin', 'GET', `/api/commissions/advance/${id}`)),
  )
  figure('bulk advance', 'every row exactly one step', await world.stepsOf(ids), { in_afwachting: ids.length })
  const told = runs.map(({ advanced, skipped, failed }) => advanced + skipped + failed)
  figure(
    'bulk advance: results',
    'a truthful one for each row',
    [...told, runs[0].advanced + runs[1].advanced],
    [...[ids.length, ids.length, ids.length]],
  )
  figure('bulk advance: counters', '0 differ from a recount', await world.wrong(), 0)
})

it('the fee of a held appointment and the sale that takes its place, raced and killed at each write, are one in the end', async () => {
  const found: string[] = []
  let deaths = 0
  /** Does it while others work on the appointment and everything dies after some writes; then as who asks again does. */
  async function killed(writes: number, id: string, deed: () => Promise<unknown>, again: () => Promise<unknown>) {
    mortal.dieAfter(writes)
    const note = { notes: `Gewijzigd na ${writes}` }
    await Promise.allSettled([
      deed(),
      world.call('second', 'PATCH', `/api/appointments/${id}`, note),
      deliverOutbox(id),
    ])
    if (mortal.revive()) deaths += 1
    const rows = await rowsOf(id)
    if (rows.length > 1) found.push(`both after ${writes} writes: ${rows}`)
    await again()
    await deliverOutbox(id)
    const settled = await rowsOf(id)
    if (settled.length !== 1) found.push(`after ${writes} writes and once more: ${settled.length} rows ${settled}`)
  }
  for (let writes = 0; writes < size.kills + 3; writes++) {
    const id = await world.held('sale')
    const form = saleForm({ appointmentId: id, agentId: world.people.agent.id })
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
  expect(deaths, 'something was killed').toBeGreaterThan(0)
  figure('union of commissions', 'never both rows, in the end never neither', found.length, 0, found)
  figure('union of commissions: counters', '0 differ from a recount', await world.wrong(), 0)
})

/** The rows that an appointment has in the union: its fee, and the sale that stands. */
async function rowsOf(appointmentId: string): Promise<string[]> {
  const { Appointments } = await import('../../functions/appointments/entity.ts')
  const { Commissions } = await import('../../functions/sales/entity.ts')
  const { data: appointment } = await Appointments.get({ id: appointmentId }).go({ consistent: true })
  const ids = [`lead-${appointmentId}`, ...(appointment?.saleId ? [`sale-${appointment.saleId}`] : [])]
  const { data } = await Commissions.get(ids.map((id) => ({ id }))).go({ consistent: true })
  return data.filter(({ status }) => status !== 'rejected').map(({ id }) => id)
}
