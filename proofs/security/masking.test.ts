import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeApiKey, makeCast } from '../cast.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

it('an API key never has the right to see personal data', async () => {
  const { identifyApiKey } = await import('../../functions/platform/identity/api-key.ts')
  const actor = await identifyApiKey(await makeApiKey(cast.admin), {
    requestId: 'proef',
    ip: '192.0.2.1',
    userAgent: '',
  })
  expect(actor.flags.hasPersonalDataAccess).toBe(false)
  expect(actor.role, 'whom every other flag is given').toBe('admin')
})
