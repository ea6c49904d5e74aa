import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyLimitOf } from '../../shared/api/parts/endpoint.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, makeCast, newIpAddress, sessionFor } from '../cast.ts'
import { writeRoutes } from '../proven-routes.ts'
import { pathOf } from '../sample.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

/** Returns a body that no parser of JSON or forms accepts. So a 400 or 415 shows that the server read the body. */
const noise = (bytes: number) => '#'.repeat(bytes)

describe('a body above the limit of its endpoint', () => {
  it.each(writeRoutes)('$key is refused before its body is read, for any sender', async ({ endpoint }) => {
    const path = pathOf(endpoint)
    const limit = bodyLimitOf(endpoint)
    const as = await sessionFor(world, cast.admin)
    const send = (bytes: number, session?: string) =>
      world.call(endpoint.method, path, {
        ...(session ? { as: session } : {}),
        body: noise(bytes),
        ip: newIpAddress(),
      })
    for (const session of [undefined, as]) expect((await send(limit + 1, session)).status).toBe(413)
    if (endpoint.body || endpoint.upload) expect([400, 415]).toContain((await send(limit, as)).status)
  })
})

describe('an address that failed too often', () => {
  it('gets a 429 before the body of its request is read', async () => {
    const ip = newIpAddress()
    const login = (body: unknown) => world.call('POST', '/api/login', { body, ip })
    expect((await login(noise(10))).status).toBe(400)
    for (let failure = 0; failure < 20; failure++) {
      expect((await login({ email: `niemand-${failure}@example.nl`, password: 'fout' })).status).toBe(401)
    }
    const reply = await login(noise(10))
    expect(reply.status).toBe(429)
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})
