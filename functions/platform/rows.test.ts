import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  for (let count = 0; count < 5; count++) await world.person({ role: 'agent', teamId: 1 })
})
afterAll(() => world.stop())

test('rows taken are those that ElectroDB gives: every attribute and no key, in either order, no more than asked', async () => {
  const { readAll, take } = await import('./rows.ts')
  const { Users } = await import('./user.ts')
  const active = Users.query.byState({ state: 'active' })
  const { data } = await active.go({ pages: 'all' })
  expect(data).toHaveLength(5)
  expect(await take(active, 10)).toEqual({ rows: data, isOver: true, parts: 1 })
  expect(await take(active, 2)).toEqual({ rows: data.slice(0, 2), isOver: false, parts: 1 })
  expect((await take(active, 10, { order: 'desc' })).rows).toEqual(data.toReversed())
  expect(await readAll(active)).toEqual(data)
  expect((await take(Users.query.byState({ state: 'inactive' }), 10)).rows).toEqual([])
})
