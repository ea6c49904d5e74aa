import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
  await world.rate({ role: 'caller', defaultRate: 25, validFrom: '2026-01-01' })
})
afterAll(() => world.stop())

const fee = (appointmentId: string) => world.seen('admin', `lead-${appointmentId}`)
/** Reads the total paid to the caller this month, and the total of the caller's corrections. */
async function paidToCaller(): Promise<[number, number]> {
  const { caller } = world.people
  const path = `/api/commissions/statement?userId=${caller.id}&month=2026-11`
  const { paidTotal, adjustedTotal } = await world.done('admin', 'GET', path)
  return [paidTotal, adjustedTotal]
}

describe('the fee of a held appointment whose sale is registered', () => {
  it('is offset by a correction when it is paid out meanwhile', async () => {
    const appointmentId = await world.held()
    const id = `lead-${appointmentId}`
    await world.step(id, 'klaar_voor_uitbetaling')
    await meanwhile(() => world.step(id, 'uitbetaald'))
    await world.sale({ appointmentId })
    expect(await fee(appointmentId)).toBeUndefined()
    expect(await paidToCaller()).toEqual([25, -25])
    expect(await world.wrong()).toBe(0)
  })

  it('does not count beside the sale when it is added meanwhile', async () => {
    const appointmentId = await world.held('scheduled')
    await world.done('admin', 'PATCH', `/api/appointments/${appointmentId}`, { status: 'no-sale' })
    await meanwhile(() => deliverOutbox(appointmentId))
    await world.sale({ appointmentId })
    expect(await fee(appointmentId)).toBeUndefined()
  })

  it('is not added when the sale is registered meanwhile', async () => {
    const appointmentId = await world.held('scheduled')
    await world.done('admin', 'PATCH', `/api/appointments/${appointmentId}`, { status: 'no-sale' })
    await meanwhile(() => world.sale({ appointmentId }))
    await deliverOutbox(appointmentId)
    expect(await fee(appointmentId)).toBeUndefined()
  })
})
