import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoneyWorld()
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

  it('moves a row at the next attempt when its payee’s correction is settled with another row meanwhile', async () => {
    const payee = await world.agent()
    await world.correct(payee.id, -45)
    const [row, other] = [await world.ready(payee.id), await world.ready(payee.id)]
    const body = { ids: [row], expectedStatus: 'klaar_voor_uitbetaling' }
    const { id } = await world.done('admin', 'POST', '/api/commissions/advance', body)
    await meanwhile(() => world.byHand(other))
    await deliverOutbox(id)
    expect(await world.done('admin', 'GET', `/api/commissions/advance/${id}`)).toMatchObject({ advanced: 1, failed: 0 })
    expect(await world.monthOf(payee.id)).toMatchObject({ payroll: 155, open: 0 })
  })
})
