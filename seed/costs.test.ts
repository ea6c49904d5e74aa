import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('the demo counts hours as a recount does, and has the licences that the nightly job would make', async () => {
  const { localDateOf, now } = await import('../shared/time.ts')
  const { buildDemoPeople, storeTeams } = await import('./people.ts')
  const { storeCosts, storeHours } = await import('./costs.ts')
  const { Users } = await import('../functions/platform/identity/user.ts')
  const users = buildDemoPeople(now()).map(({ user }) => user)
  await storeTeams(now())
  await Users.put(users).go()
  const today = localDateOf(now())
  await storeCosts(users, today)
  await storeHours(users, today, '2026-10-12' as never, today)

  const { recount } = await import('../functions/records/recount.ts')
  const { countedHours } = await import('../functions/costs/counting.ts')
  const found = await recount([countedHours], { from: 2026, to: 2026, repair: false }, () => undefined)
  expect(found.records).toBeGreaterThan(100)
  expect(found.wrong).toBe(0)

  const { syncAllFixedCosts } = await import('../functions/costs/following-people.ts')
  expect((await syncAllFixedCosts()).mended).toBe(0)
  const as = await world.session(await world.person({ role: 'admin' }))
  const { body: categories } = await world.call('GET', '/api/cost-categories', { as })
  const { body: costs } = await world.call('GET', '/api/fixed-costs?limit=500', { as })
  for (const { id, used } of categories) {
    expect(costs.filter((one: { categoryId: string }) => one.categoryId === id)).toHaveLength(used)
  }
})
