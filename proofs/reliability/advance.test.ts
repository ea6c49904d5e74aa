import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CommissionWorld, commissionWorld } from '../../testing/commissions.ts'
import { type MortalProxies, mortalProxies } from '../../testing/mortal-proxy.ts'
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
