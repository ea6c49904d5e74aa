import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SaleStatus } from '../../../shared/api/parts/statuses.ts'
import { type CommissionWorld, startCommissionWorld } from '../../../testing/commissions.ts'
import { deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'

let world: CommissionWorld
beforeAll(async () => {
  world = await startCommissionWorld()
})
afterAll(() => world.stop())

type Who = 'admin' | 'second' | 'leader'
const start = (body: object, who: Who = 'admin') => world.call(who, 'POST', '/api/commissions/advance', body)
const started = async (body: object, who: Who = 'admin'): Promise<string> => {
  const reply = await start(body, who)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}
const run = (id: string, who: Who = 'admin') => world.done(who, 'GET', `/api/commissions/advance/${id}`)
const results = (id: string, query = '') =>
  world.done('admin', 'GET', `/api/commissions/advance/${id}/results?limit=500${query}`)

/** Runs the steps of a run one after another until it is done. */
const go = (id: string) => world.advanced(id)

const sales = (count: number, status?: SaleStatus) => world.sales(count, status)
const stepsOf = (ids: readonly string[]) => world.stepsOf(ids)

/** Limits by which a step moves two rows and leaves the others, however long it takes. */
const twoRows = { rows: 2, ms: Number.POSITIVE_INFINITY }

describe('a run (rulings 38)', () => {
  it('moves the rows that have the expected status one step, and skips the rest with their status', async () => {
    const [one, two, ahead] = (await sales(3)) as [string, string, string]
    await world.step(ahead, 'klaar_voor_uitbetaling')
    const fee = `lead-${await world.held()}`
    const id = await started({ ids: [one, two, ahead, fee, one], expectedStatus: 'nieuw' })
    expect(await run(id)).toMatchObject({ state: 'running', total: 4, advanced: 0, nextStatus: 'in_afwachting' })
    await go(id)
    expect(await run(id)).toMatchObject({
      ...{ state: 'done', total: 4, advanced: 3, skipped: 1, failed: 0 },
      startedBy: { firstName: 'Ada' },
    })
    expect(await results(id, '&outcome=skipped')).toEqual([
      {
        id: ahead,
        customerName: 'Bakkerij De Molen',
        outcome: 'skipped',
        message: 'Status was al Klaar',
      },
    ])
    expect(await stepsOf([one, two, ahead, fee])).toEqual({ in_afwachting: 3, klaar_voor_uitbetaling: 1 })
  })

  it('treats a stored pending as nieuw, and reports missing rows', async () => {
    const [pending] = (await sales(1, 'pending')) as [string]
    const id = await started({ ids: [pending, 'sale-nobody'], expectedStatus: 'nieuw' })
    await go(id)
    expect(await results(id, '&outcome=failed')).toMatchObject([{ id: 'sale-nobody', message: 'Niet gevonden' }])
    expect(await stepsOf([pending])).toEqual({ in_afwachting: 1 })
  })

  it('moves all rows of a filter that existed at the start', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        world.sale({ customerName: 'Van een filter', saleDate: `2026-1${index % 2}-05` }),
      ),
    )
    const id = await started({ filter: { search: 'van een filter' }, expectedStatus: 'nieuw' })
    await world.travel('2026-11-23T09:01:00Z')
    const late = await world.sale({ customerName: 'Van een filter' })
    await go(id)
    expect(await run(id)).toMatchObject({ state: 'done', total: 6, advanced: 6 })
    expect(await stepsOf([...ids, late])).toEqual({ in_afwachting: 6, nieuw: 1 })
  })

  it('is refused without rows or filter, after the last step, and to agents', async () => {
    expect((await start({ expectedStatus: 'nieuw' })).status).toBe(400)
    expect((await start({ ids: [], expectedStatus: 'nieuw' })).status).toBe(400)
    expect((await start({ ids: ['x'], expectedStatus: 'uitbetaald' })).status).toBe(422)
    expect((await start({ ids: ['x'], expectedStatus: 'paid' })).status).toBe(422)
    const reply = await world.call('agent', 'POST', '/api/commissions/advance', { ids: ['x'], expectedStatus: 'nieuw' })
    expect(reply.status).toBe(403)
  })

  it('of a team leader moves only rows of the team, and is visible within the team', async () => {
    const [own] = (await sales(1)) as [string]
    const elsewhere = await world.sale({ agentId: world.people.stranger.id })
    const id = await started({ ids: [own, elsewhere], expectedStatus: 'nieuw' }, 'leader')
    await go(id)
    expect(await results(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: own, outcome: 'advanced' }),
        { id: elsewhere, customerName: '', outcome: 'failed', message: 'Niet gevonden' },
      ]),
    )
    expect((await run(id, 'leader')).advanced).toBe(1)
    expect((await world.call('elsewhere', 'GET', `/api/commissions/advance/${id}`)).status).toBe(404)
  })

  it('moves no more rows once its starter lost the right', async () => {
    const { Users } = await import('../../platform/identity/user.ts')
    const leader = await world.joined({ role: 'teamleader', teamId: 1 })
    const session = await world.session(leader)
    const ids = await sales(3)
    const body = { ids, expectedStatus: 'nieuw' }
    const { id } = (await world.world.call('POST', '/api/commissions/advance', { as: session, body })).body
    await Users.patch({ id: leader.id }).set({ isActive: false }).go()
    await go(id)
    expect(await run(id)).toMatchObject({ state: 'done', advanced: 0, failed: 3 })
    expect(await stepsOf(ids)).toEqual({ nieuw: 3 })
  })

  it('by a filter ends without moving rows once its starter lost the right', async () => {
    const { Users } = await import('../../platform/identity/user.ts')
    const leader = await world.joined({ role: 'teamleader', teamId: 1 })
    const session = await world.session(leader)
    const row = await world.sale({ customerName: 'Van een gewezen leider' })
    const body = { filter: { search: 'gewezen leider' }, expectedStatus: 'nieuw' }
    const { id } = (await world.world.call('POST', '/api/commissions/advance', { as: session, body })).body
    await Users.patch({ id: leader.id }).set({ role: 'caller' }).go()
    await go(id)
    expect(await run(id)).toMatchObject({ state: 'done', advanced: 0 })
    expect(await stepsOf([row])).toEqual({ nieuw: 1 })
  })

  it('reports a row that changed at that moment, and the person who changed it', async () => {
    const { meanwhile } = await import('../../../testing/meanwhile.ts')
    const [row] = (await sales(1)) as [string]
    const id = await started({ ids: [row], expectedStatus: 'nieuw' })
    await meanwhile(() => {
      world.world.travel('2026-11-23T09:05:00Z')
      return world.step(row, 'klaar_voor_uitbetaling', 'second')
    })
    await go(id)
    expect(await results(id)).toMatchObject([{ outcome: 'failed', message: 'Intussen gewijzigd door Bea Beheer' }])
    expect(await stepsOf([row])).toEqual({ klaar_voor_uitbetaling: 1 })
  })

  it('that failed shows that it stopped, and continues without moving a row twice', async () => {
    const ids = await sales(3)
    const id = await started({ ids, expectedStatus: 'nieuw' })
    const { runAdvanceStep } = await import('./advance-step.ts')
    await runAsFunction('outbox', () => runAdvanceStep(id, twoRows))
    const goOn = (who: Who = 'admin') => world.call(who, 'POST', `/api/commissions/advance/${id}/continue`)
    expect((await goOn()).status).toBe(409)
    await world.travel('2026-11-23T11:00:00Z')
    expect(await run(id)).toMatchObject({ state: 'stopped', advanced: 2 })
    expect((await goOn('leader')).status).toBe(404)
    const other = await goOn('second')
    expect([other.status, other.body.message]).toEqual([
      403,
      'Een collega startte deze verwerking. Start zelf een nieuwe.',
    ])
    expect((await goOn()).body).toMatchObject({ state: 'running', advanced: 2 })
    expect((await goOn()).status, 'it runs again').toBe(409)
    const asked = await readOutboxOf(id)
    await deliverOutbox(id)
    expect(asked.length).toBeGreaterThan(2)
    expect(await run(id)).toMatchObject({ state: 'done', advanced: 3, skipped: 0, failed: 0 })
    expect(await stepsOf(ids)).toEqual({ in_afwachting: 3 })
  })

  it('by an admin with a team is out of reach of its team leader, who would read customers of other teams', async () => {
    const boss = await world.world.person({ role: 'admin', teamId: 1 })
    const as = await world.world.session(boss)
    const body = { ids: await sales(1), expectedStatus: 'nieuw' }
    const { id } = (await world.world.call('POST', '/api/commissions/advance', { as, body })).body
    await go(id)
    const read = (who: Who, path: string) => world.call(who, 'GET', `/api/commissions/advance${path}`)
    expect((await read('second', `/${id}/results`)).body).toHaveLength(1)
    for (const path of [`/${id}`, `/${id}/results`]) expect((await read('leader', path)).status).toBe(404)
    const runs: { id: string }[] = (await read('leader', '')).body
    expect(runs.map((one) => one.id)).not.toContain(id)
  })

  it('requests its next step once when two deliveries do the same step', async () => {
    const id = await started({ ids: await sales(3), expectedStatus: 'nieuw' })
    const { runAdvanceStep } = await import('./advance-step.ts')
    await Promise.all([
      runAsFunction('outbox', () => runAdvanceStep(id, twoRows)),
      runAsFunction('outbox', () => runAdvanceStep(id, twoRows)),
    ])
    expect(await readOutboxOf(id)).toHaveLength(2)
    expect(await run(id)).toMatchObject({ state: 'running', advanced: 2 })
  })
})
