import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { makeCast, sessionFor } from '../cast.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
  await makeCast(world)
})
afterAll(() => world.stop())

describe('a list', () => {
  it('of appointments, teams or people is empty for people without a team', async () => {
    const loose = await Promise.all((['teamleader', 'agent', 'caller'] as const).map((role) => world.person({ role })))
    for (const person of loose) {
      const as = await sessionFor(world, person)
      for (const path of ['/api/appointments', '/api/teams', '/api/users', '/api/users/agents']) {
        expect((await world.call('GET', path, { as })).body, `${path} as ${person.role}`).toEqual([])
      }
    }
  })
})
