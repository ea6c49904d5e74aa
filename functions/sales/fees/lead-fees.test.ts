import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { buildSaleForm } from '../../../testing/sales.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const fee = async (appointmentId: string) => world.seen('admin', `lead-${appointmentId}`)
const register = (appointmentId: string) =>
  world.call('admin', 'POST', '/api/sales', buildSaleForm({ appointmentId, agentId: world.people.agent.id }))

describe('the fee of a held appointment (rulings 36)', () => {
  it.each(['sale', 'no-sale', 'quote-sent'])('exists with status %s, for the caller who booked it', async (status) => {
    const id = await world.held(status)
    expect(await fee(id)).toMatchObject({
      ...{ type: 'lead', originalId: id, status: 'nieuw', customerName: 'Jansen', date: '2026-11-20' },
      ...{ callerId: world.people.caller.id, ownerName: 'Cas Kuiper', agentCommission: 0, callerCommission: 25 },
    })
  })

  it('exists only for a caller’s appointments', async () => {
    const body = {
      customerName: 'Zelf',
      customerPhone: '0475 1',
      appointmentDate: '2026-11-20',
      appointmentTime: '11:00',
      bookAnyway: true,
    }
    const { id } = await world.done('agent', 'POST', '/api/appointments', body)
    await world.change(id, 'no-sale')
    expect(await fee(id)).toBeUndefined()
  })

  it('ends when the appointment is no longer held, and returns when it is', async () => {
    const id = await world.held()
    await world.change(id, 'scheduled')
    expect(await fee(id)).toBeUndefined()
    await world.change(id, 'quote-sent')
    expect(await fee(id)).toMatchObject({ status: 'nieuw' })
    await world.done('admin', 'DELETE', `/api/appointments/${id}`)
    await deliverOutbox(id)
    expect(await fee(id)).toBeUndefined()
    await world.done('admin', 'POST', `/api/appointments/${id}/restore`)
    await deliverOutbox(id)
    expect(await fee(id)).toBeDefined()
  })

  it('stays and is marked after nieuw, until the appointment is held again', async () => {
    const id = await world.held()
    await world.step(`lead-${id}`, 'in_afwachting')
    await world.change(id, 'cancelled')
    expect(await fee(id)).toMatchObject({ status: 'in_afwachting', isMarked: true })
    await world.change(id, 'no-sale')
    expect(await fee(id)).toMatchObject({ status: 'in_afwachting', isMarked: false })
  })

  it('follows its appointment while nieuw, and keeps its amount', async () => {
    const id = await world.held()
    await world.rate({ role: 'caller', teamId: 1, defaultRate: 40, validFrom: '2026-01-01' })
    await world.done('admin', 'PATCH', `/api/appointments/${id}`, {
      customerName: 'De Vries',
      appointmentDate: '2026-11-19',
      bookAnyway: true,
    })
    await deliverOutbox(id)
    expect(await fee(id)).toMatchObject({ customerName: 'De Vries', date: '2026-11-19', callerCommission: 25 })
    const later = await world.held()
    expect((await fee(later)).callerCommission).toBe(40)
  })

  it('is replaced in the sale’s transaction, and returns when the sale is rejected', async () => {
    const id = await world.held('sale')
    const { id: saleId } = (await register(id)).body
    expect(await fee(id)).toBeUndefined()
    expect(await world.seen('admin', `sale-${saleId}`)).toBeDefined()
    await world.done('admin', 'PATCH', `/api/sales/${saleId}/status`, {
      status: 'rejected',
      rejectionReason: 'Onjuist',
    })
    await deliverOutbox(id)
    expect(await fee(id)).toMatchObject({ status: 'nieuw' })
  })

  it('that was paid out stays paid when a sale replaces it, and an adjustment offsets it', async () => {
    const id = await world.held()
    const amount = (await fee(id)).callerCommission
    await world.step(`lead-${id}`, 'uitbetaald')
    expect((await register(id)).status).toBe(201)
    expect(await fee(id)).toBeUndefined()
    const statement = await world.done('caller', 'GET', '/api/commissions/statement?month=2026-11')
    expect(statement.paid.filter((row: { id: string }) => row.id === `lead-${id}`)).toMatchObject([{ amount }])
    expect(statement.adjustments).toMatchObject([{ amount: -amount }])
    const paidOut = await world.list('admin', `?type=lead&step=uitbetaald&search=${id}`)
    expect(paidOut.map((row: { id: string }) => row.id)).toEqual([`lead-${id}`])
    const path = `/api/commissions/lead-${id}`
    const paid = { status: 'uitbetaald', callerCommission: amount, isReplaced: true }
    expect(await world.done('caller', 'GET', path)).toMatchObject(paid)
    expect((await world.call('caller', 'POST', `${path}/questions`, { question: 'Waarom?' })).status).toBe(404)
    const correction = { userId: world.people.caller.id, amount: -5, reason: 'Nog eens', commissionId: `lead-${id}` }
    expect((await world.call('admin', 'POST', '/api/commissions/adjustments', correction)).status).toBe(404)
    const more = { agentCommission: 0, callerCommission: 99, reason: 'Meer' }
    expect((await world.call('admin', 'PATCH', path, more)).status).toBe(404)
    expect(await world.wrong()).toBe(0)
  })

  it('stays and is marked after ready for payment, and can be ready again when the appointment is held', async () => {
    const id = await world.held()
    const path = `/api/commissions/lead-${id}`
    await world.done('admin', 'PATCH', path, { agentCommission: 0, callerCommission: 25, reason: 'Actie' })
    for (const status of ['klaar_voor_uitbetaling', 'nieuw']) await world.step(`lead-${id}`, status)
    await world.change(id, 'cancelled')
    expect(await fee(id)).toMatchObject({ status: 'nieuw', isMarked: true })
    await world.change(id, 'no-sale')
    await world.step(`lead-${id}`, 'klaar_voor_uitbetaling')
    expect(await fee(id)).toMatchObject({ isMarked: false, dueCommission: 25 })
    expect(await world.wrong()).toBe(0)
  })

  it('may be updated any number of times, and the counters stay equal to the records', async () => {
    const id = await world.held()
    for (let again = 0; again < 3; again++) await deliverOutbox(id)
    expect(await world.list('admin', `?type=lead&search=${id}`)).toHaveLength(1)
    expect(await world.wrong()).toBe(0)
  })
})

describe('sales, status changes and the fee at the same time', () => {
  it('never leave both rows and, once quiet, always leave one', { timeout: 120_000 }, async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => world.held('sale')))
    const watched: number[] = []
    await Promise.all(
      ids.flatMap((id, index) => [
        world.call('admin', 'PATCH', `/api/appointments/${id}`, { status: index % 2 === 0 ? 'scheduled' : 'no-sale' }),
        register(id),
        deliverOutbox(id),
        rowsOf(id).then((rows) => watched.push(rows)),
        deliverOutbox(id),
        world.call('admin', 'PATCH', `/api/appointments/${id}`, { status: 'quote-sent' }),
        deliverOutbox(id),
        rowsOf(id).then((rows) => watched.push(rows)),
      ]),
    )
    for (const id of ids) await deliverOutbox(id)
    expect(Math.max(...watched)).toBeLessThanOrEqual(1)
    expect(await Promise.all(ids.map(rowsOf))).toEqual(ids.map(() => 1))
    expect(await world.wrong()).toBe(0)
  })
})

/** Counts the commissions of an appointment, read in one call: its fee, unless a sale replaced it, and its sale's. */
async function rowsOf(appointmentId: string): Promise<number> {
  const { Appointments } = await import('../../appointments/entity.ts')
  const { Commissions } = await import('../commission-entity.ts')
  const { data: appointment } = await Appointments.get({ id: appointmentId }).go({ consistent: true })
  const ids = [`lead-${appointmentId}`, ...(appointment?.saleId ? [`sale-${appointment.saleId}`] : [])]
  const { data } = await Commissions.get(ids.map((id) => ({ id }))).go({ consistent: true })
  return data.filter(({ replacedBy }) => replacedBy === undefined).length
}
