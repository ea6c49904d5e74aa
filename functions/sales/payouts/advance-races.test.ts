import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
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
    const { runAdvanceStep } = await import('./advance-step.ts')
    const rows = [await world.sale(), await world.sale()]
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', {
      ids: rows,
      expectedStatus: 'nieuw',
    })
    // A step moves one of the two rows, so that the run continues after the first step.
    const step = () => runAsFunction('outbox', () => runAdvanceStep(id, { rows: 1, ms: 8_000 }))
    await meanwhile(step)
    await step()
    await deliverOutbox(id)
    expect(await world.stepsOf(rows)).toEqual({ in_afwachting: 2 })
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${id}`)).toMatchObject({
      ...{ state: 'done', advanced: 2, skipped: 0, failed: 0 },
    })
  })
})
