import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { isAboutRecord, readRoutes, writeRoutes } from '../proven-routes.ts'

let world: World
let cast: Cast
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
})
afterAll(() => world.stop())

const guarded = writeRoutes.filter(({ endpoint }) => endpoint.allow !== 'public')

describe('a call that carries the cookie alone', () => {
  it('may read', async () => {
    for (const route of readRoutes.filter(({ endpoint }) => endpoint.result.kind === 'json')) {
      if (isAboutRecord(route)) continue
      const cookies = [`sid=${await sessionFor(world, cast.admin)}`]
      const reply = await callRoute(world, route, { cookies, hints: hintsFor(cast, cast.admin) })
      expect(reply.status, route.key).toBe(200)
    }
  })
})

describe('credentials that contradict one another', () => {
  const read = (options: object) => world.call('GET', '/api/auth/user', options)

  it('count as the header says, never as the cookie', async () => {
    const mine = await sessionFor(world, cast.agent[0])
    const theirs = await sessionFor(world, cast.admin)
    const both = await read({ as: mine, cookies: [`sid=${theirs}`] })
    expect(both.body.id).toBe(cast.agent[0].id)
    expect((await read({ headers: { sessionid: 'onzin' }, cookies: [`sid=${theirs}`] })).status).toBe(401)
    expect((await read({ headers: { authorization: 'Bearer onzin' }, cookies: [`sid=${theirs}`] })).status).toBe(401)
    expect((await read({ as: mine, headers: { authorization: `Bearer ${theirs}` } })).body.id).toBe(cast.agent[0].id)
    expect((await read({ headers: { sessionid: `${mine},${theirs}` } })).status).toBe(401)
  })

  it('never add up: a wrong API key beside a session is refused', async () => {
    const as = await sessionFor(world, cast.admin)
    const reply = await callRoute(world, guarded[0] as (typeof guarded)[number], {
      as,
      headers: { 'x-api-key': 'pvk_onzin' },
    })
    expect(reply.status).toBe(401)
  })

  it('count by the first session cookie alone, and only by its exact name', async () => {
    const id = await sessionFor(world, cast.agent[0])
    expect((await read({ cookies: [`notsid=${id}`, `sid2=${id}`, `SID=${id}`] })).status).toBe(401)
    expect((await read({ cookies: [`other=1`, `sid=${id}`] })).status).toBe(200)
    const tossed = await read({ cookies: ['sid=onzin', `sid=${id}`] })
    expect(tossed.status).toBe(401)
    // The deployed site ignores a cookie with the plain name `sid`, which another subdomain could set.
    expect((await read({ cookies: [`sid=${id}`], headers: { host: 'app.example.nl' } })).status).toBe(401)
  })
})
