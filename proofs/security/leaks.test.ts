import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, sessionFor } from '../cast.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

it('an error reveals no stack, path or library', async () => {
  const as = await sessionFor(world, cast.admin)
  for (const reply of [
    await world.call('POST', '/api/appointments', { as, body: '{' }),
    await world.call('POST', '/api/appointments', { as, body: 'x', headers: { 'content-type': 'text/plain' } }),
    await world.call('PATCH', '/api/appointments/niets', { as, body: {} }),
    await world.call('GET', '/api/appointments?limit=9999', { as }),
    await world.call('GET', '/api/appointments', { as: 'onzin' }),
  ]) {
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.status).toBeLessThan(500)
    expect(reply.text).not.toMatch(/at |node_modules|zod|dynamo|electro|Error:|cognito/i)
    expect(reply.headers['content-type']).toContain('application/json')
  }
})
