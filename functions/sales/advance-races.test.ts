import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../testing/commissions.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { deliverOutbox } from '../../testing/outbox.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await commissionWorld()
})
afterAll(() => world.stop())

describe('a run', () => {
  it('moves nothing for somebody whose rights were taken meanwhile', async () => {
    const starter = await world.joined({ role: 'admin' })
    const as = await world.world.session(starter)
    const row = await world.sale()
    const body = { ids: [row], expectedStatus: 'nieuw' }
    const { id } = (await world.world.call('POST', '/api/commissions/advance', { as, body })).body
    await meanwhile(() => world.done('admin', 'DELETE', `/api/users/${starter.id}`))
    await deliverOutbox(id)
    expect(await world.stepsOf([row])).toEqual({ nieuw: 1 })
    expect(await world.done('second', 'GET', `/api/commissions/advance/${id}`)).toMatchObject({ failed: 1 })
  })

  it('moves and counts each row once when its step is delivered twice', async () => {
    const row = await world.sale()
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ids: [row],
      expectedStatus: 'nieuw',
    })
    await meanwhile(() => deliverOutbox(id))
    await deliverOutbox(id)
    expect(await world.stepsOf([row])).toEqual({ in_afwachting: 1 })
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${id}`)).toMatchObject({
      ...{ state: 'done', advanced: 1, skipped: 0, failed: 0 },
    })
  })
})
