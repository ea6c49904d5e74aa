import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

let number = 0
beforeEach(() => {
  number += 1
})

/** Books an appointment that its own caller then reports as held; returns its id. */
async function selfHeld(status = 'no-sale'): Promise<string> {
  const { id } = await world.done('caller', 'POST', '/api/appointments', {
    ...{ customerName: `Zelf ${number}`, customerPhone: '0475 123456', appointmentDate: '2026-11-20' },
    ...{ appointmentTime: '10:00', bookAnyway: true, agentId: world.people.agent.id },
  })
  await set('caller', id, status)
  return id
}
async function set(who: 'caller' | 'agent' | 'leader' | 'admin', id: string, status: string) {
  const row = await world.done(who, 'PATCH', `/api/appointments/${id}`, { status })
  await deliverOutbox(id)
  return row
}
const feeOf = (id: string) => world.done('admin', 'GET', `/api/commissions/lead-${id}`)

describe('a fee of an appointment that only its payee called held (decision 78)', () => {
  it('is to be confirmed: it is listed, and in no sum, card, statement or step', async () => {
    const path = '/api/commissions/summary'
    const before = { admin: await world.done('admin', 'GET', path), caller: await world.done('caller', 'GET', path) }
    const waiting = async () => {
      const { steps } = await world.done('admin', 'GET', '/api/ledger/periods/2026-11')
      return steps.find(({ step }: { step: string }) => step === 'fee')
    }
    const { count, amount } = await waiting()
    const id = await selfHeld()
    expect(await waiting()).toMatchObject({ count: count + 1, amount: amount + 25, oldest: '2026-11-20' })
    expect(await feeOf(id)).toMatchObject({
      ...{ toConfirm: true, appointmentStatus: 'no-sale', status: 'nieuw', callerCommission: 25, dueCommission: 0 },
    })
    for (const who of ['admin', 'caller'] as const) {
      expect(await world.done(who, 'GET', path)).toEqual({ ...before[who], toConfirm: before[who].toConfirm + 1 })
      const search = `search=zelf ${number}`
      expect(await world.done(who, 'GET', `/api/commissions/totals?${search}`)).toMatchObject({
        ...{ count: 1, totalCommission: 0, dueCommission: 0, toConfirm: 1 },
      })
      const listed = (query: string) => world.list(who, `?${search}&${query}`)
      expect(await listed('toConfirm=true')).toHaveLength(1)
    }
    for (const status of ['in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald']) {
      const { status: code, body } = await world.call('admin', 'PATCH', `/api/commissions/lead-${id}`, { status })
      expect([code, body.message]).toEqual([409, 'Laat eerst iemand anders dan de beller de afspraak bevestigen'])
    }
    const { id: run } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ...{ ids: [`lead-${id}`], expectedStatus: 'nieuw' },
    })
    await world.advanced(run)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${run}/results`)).toMatchObject([
      { outcome: 'skipped', message: 'Laat eerst iemand anders dan de beller de afspraak bevestigen' },
    ])
    expect(await world.wrong()).toBe(0)
  })

  it.each(['agent', 'leader', 'admin'] as const)('is confirmed by the %s with the same status again', async (who) => {
    const id = await selfHeld()
    expect(
      (await world.done(who, 'GET', '/api/appointments')).find((row: { id: string }) => row.id === id),
    ).toMatchObject({ toConfirm: true })
    expect(await set(who, id, 'no-sale')).toMatchObject({ toConfirm: false, status: 'no-sale' })
    expect(await feeOf(id)).toMatchObject({ toConfirm: false, dueCommission: 25 })
    expect((await world.step(`lead-${id}`, 'klaar_voor_uitbetaling')).status).toBe('klaar_voor_uitbetaling')
    expect(await world.wrong()).toBe(0)
  })

  it('is not confirmed by the payee, however often they set another held status', async () => {
    const id = await selfHeld()
    await set('caller', id, 'quote-sent')
    await set('caller', id, 'quote-sent')
    expect(await feeOf(id)).toMatchObject({ toConfirm: true, appointmentStatus: 'quote-sent' })
    await set('caller', id, 'scheduled')
    await set('caller', id, 'no-sale')
    expect(await feeOf(id)).toMatchObject({ toConfirm: true })
  })

  it('awaits confirmation also when the appointment was booked as held', async () => {
    const { id } = await world.done('caller', 'POST', '/api/appointments', {
      ...{ customerName: 'Meteen', customerPhone: '0475 123456', appointmentDate: '2026-11-20', status: 'no-sale' },
      ...{ appointmentTime: '10:00', bookAnyway: true, agentId: world.people.agent.id },
    })
    await deliverOutbox(id)
    expect(await feeOf(id)).toMatchObject({ toConfirm: true })
  })

  it('counts at once when another person called it held, also after the payee sets another held status', async () => {
    const id = await world.held()
    expect(await feeOf(id)).toMatchObject({ toConfirm: false, dueCommission: 25 })
    await set('caller', id, 'quote-sent')
    expect(await feeOf(id)).toMatchObject({ toConfirm: false, dueCommission: 25 })
  })

  it('keeps the mark of one that is not held any more when the payee alone calls it held again', async () => {
    const id = await world.held()
    await world.step(`lead-${id}`, 'in_afwachting')
    await set('agent', id, 'cancelled')
    expect(await feeOf(id)).toMatchObject({ isMarked: true })
    await set('caller', id, 'no-sale')
    expect(await feeOf(id)).toMatchObject({ isMarked: true })
    await set('agent', id, 'no-sale')
    expect(await feeOf(id)).toMatchObject({ isMarked: false })
  })
})
