import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '../../shared/api/index.ts'
import { startSecrets } from '../../testing/secrets.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, changePerson, hintsFor, makeApiKey, makeCast, sessionFor } from '../cast.ts'
import { fieldsOf, schemaOf } from '../json-schema.ts'
import { isAboutRecord, provenRoutes, readRoutes, writeRoutes } from '../proven-routes.ts'
import { createRecordFor } from '../records.ts'
import { pathOf, queryOf } from '../sample.ts'

let world: World
let cast: Cast
let secrets: Awaited<ReturnType<typeof startSecrets>>
const ORIGIN = 'van-cloudfront-alleen'
beforeAll(async () => {
  world = await startWorld()
  // The handlers read the origin secret when they load. Calls send it, except those that prove that it is needed.
  secrets = await startSecrets('origin', ORIGIN)
  Object.assign(process.env, { ORIGIN_SECRET_ID: 'origin', AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url })
  cast = await makeCast(world)
})
afterAll(async () => {
  process.env['ORIGIN_SECRET_ID'] = ''
  await secrets.stop()
  await world.stop()
})

const origin = { 'x-origin-secret': ORIGIN }
const get = (path: string, as: string, headers = {}) =>
  world.call('GET', path, { as, headers: { ...origin, ...headers } })

describe('the API itself, without CloudFront before it', () => {
  it('answers nobody, login included', async () => {
    const as = await sessionFor(world, cast.admin)
    for (const route of provenRoutes) {
      for (const sent of [undefined, '', 'x', ORIGIN.slice(0, -1), `${ORIGIN}x`, `${ORIGIN},${ORIGIN}`]) {
        const headers: Record<string, string> = sent === undefined ? {} : { 'x-origin-secret': sent }
        const reply = await callRoute(world, route, { as, headers, hints: hintsFor(cast, cast.admin) })
        expect(reply.status, `${route.key} with ${sent}`).toBe(403)
      }
    }
    expect((await get('/api/auth/user', as)).status).toBe(200)
    expect(secrets.asked()).toBe(1)
  })
})

describe('a route that the API does not have', () => {
  const eventOf = (routeKey: string, method: string, as: string) =>
    ({
      version: '2.0',
      routeKey,
      rawPath: '/api/appointments',
      rawQueryString: '',
      headers: { host: 'localhost', sessionid: as, ...origin },
      pathParameters: {},
      requestContext: {
        http: { method, path: '/api/appointments', protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: '' },
        requestId: 'proef',
      },
      isBase64Encoded: false,
    }) as unknown as APIGatewayProxyEventV2

  it('is 404 for any key', async () => {
    const { handler } = await import('../../functions/appointments/handler.ts')
    const run = handler as unknown as (
      event: APIGatewayProxyEventV2,
      context: Context,
    ) => Promise<APIGatewayProxyStructuredResultV2>
    const as = await sessionFor(world, cast.admin)
    for (const key of [
      '$default',
      'HEAD /api/appointments',
      'OPTIONS /api/appointments',
      'get /api/appointments',
      'ANY /api/appointments',
      'ANY /api/appointments/{proxy+}',
      '__proto__',
      'constructor',
      '',
    ]) {
      const reply = await run(eventOf(key, 'HEAD', as), { functionName: 'x' } as Context)
      expect(reply.statusCode, key).toBe(404)
    }
  })
})

describe('a page', () => {
  const lists = readRoutes.filter(({ endpoint }) => endpoint.query && 'limit' in fieldsOf(schemaOf(endpoint.query)))
  /** Returns the address of a list with its required query, ready for one more parameter. */
  const listOf = async (route: Route) => {
    const asked = queryOf(route.endpoint)
    return `${await pathOfList(route)}${asked}${asked ? '&' : '?'}`
  }
  /** Returns the path of a list; a list about one record gets the id of an existing record. */
  const pathOfList = async (route: Route) => {
    if (!isAboutRecord(route)) return pathOf(route.endpoint)
    const behind: World = {
      ...world,
      call: (method, path, { headers, ...more } = {}) =>
        world.call(method, path, { ...more, headers: { ...origin, ...headers } }),
    }
    return pathOf(route.endpoint, await createRecordFor(behind, cast, route, cast.admin))
  }

  it('has a limit of 1 to 500, written in plain digits', async () => {
    expect(lists.length).toBeGreaterThan(0)
    const as = await sessionFor(world, cast.admin)
    for (const route of lists) {
      const path = await listOf(route)
      const statusOf = async (limit: string) => (await get(`${path}limit=${encodeURIComponent(limit)}`, as)).status
      for (const odd of [
        '0',
        '-1',
        '501',
        '9999999999',
        '1e2',
        '1.5',
        '0x10',
        ' 5',
        '5 ',
        'NaN',
        '[]',
        '٣',
        '+5',
        '1,2',
      ]) {
        expect(await statusOf(odd), `${path} ${odd}`).toBe(400)
      }
      for (const fine of ['1', '500', '0100']) expect(await statusOf(fine), `${path} ${fine}`).toBe(200)
    }
  })

  it('shows only records within one’s own reach, also with the cursor of an admin', async () => {
    for (const agent of [cast.agent[0], cast.agent[1], cast.agent[0], cast.agent[1]]) {
      const reply = await world.call('POST', '/api/appointments', {
        as: await sessionFor(world, agent),
        headers: origin,
        body: {
          customerName: 'Proef',
          customerPhone: '0475 123456',
          appointmentDate: '2026-12-01',
          appointmentTime: '10:00',
          bookAnyway: true,
        },
      })
      expect(reply.status).toBe(201)
    }
    const first = await get('/api/appointments?limit=1', await sessionFor(world, cast.admin))
    const cursor = /cursor=([^&>]+)/.exec(first.headers['link'] ?? '')?.[1]
    expect(cursor).toBeDefined()
    const theirs = await get(`/api/appointments?limit=500&cursor=${cursor}`, await sessionFor(world, cast.agent[1]))
    expect(theirs.status).toBe(200)
    expect(theirs.body.every((row: { teamId: number }) => row.teamId === 2)).toBe(true)
  })

  it('is a 400 for a cursor that is not ours, and never begins before the requested period', async () => {
    const as = await sessionFor(world, cast.admin)
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const whole = await get('/api/appointments?from=2026-12-01&to=2026-12-31', as)
    const odd = [
      'x',
      encoded([]),
      encoded(['zzz', 'x']),
      encoded(['9999-99-99', '']),
      encoded([null, {}]),
      encoded({}),
      encoded(['0000', '#']),
    ]
    const past = encoded(['1970-01-01T00:00:00.000Z', ''])
    const early = await get(`/api/appointments?from=2026-12-01&to=2026-12-31&cursor=${past}`, as)
    expect([early.status, early.body]).toEqual([200, whole.body])
    const text = 'Deze vervolgpagina bestaat niet. Begin opnieuw bij de eerste pagina.'
    for (const cursor of odd) {
      const reply = await get(`/api/appointments?from=2026-12-01&to=2026-12-31&cursor=${cursor}`, as)
      expect([reply.status, reply.body.message], cursor).toEqual([400, text])
    }
    const nowhere = ['x', encoded([]), encoded({}), encoded('x'), encoded([null, {}]), encoded([1, 2, 3, 4])]
    for (const route of lists) {
      const path = await listOf(route)
      for (const cursor of nowhere) {
        const reply = await get(`${path}cursor=${cursor}`, as)
        expect([reply.status, reply.body.message], `${route.key} ${cursor}`).toEqual([400, text])
      }
      for (const cursor of odd) {
        const reply = await get(`${path}cursor=${cursor}`, as)
        expect([200, 400], `${route.key} ${cursor}`).toContain(reply.status)
      }
    }
  })
})

describe('a team’s number', () => {
  it('is accepted in plain digits only', async () => {
    const as = await sessionFor(world, cast.admin)
    const statusOf = async (teamId: string) =>
      (await get(`/api/appointments?teamId=${encodeURIComponent(teamId)}`, as)).status
    for (const odd of ['', '0', '-1', '1e0', '1.0', ' 1', '0x1', '01', '[]', 'null', 'true', '1,2', '9999999']) {
      expect(await statusOf(odd), odd).toBe(400)
    }
    expect(await statusOf('1')).toBe(200)
  })
})

describe('an API key', () => {
  const keyed = readRoutes.filter(({ endpoint }) => endpoint.apiKey)
  const read = (apiKey: string, headers = {}) =>
    world.call('GET', '/api/appointments', { headers: { ...origin, 'x-api-key': apiKey, ...headers } })

  it('reads, and is no session; a session is no key', async () => {
    const apiKey = await makeApiKey(cast.admin)
    const as = await sessionFor(world, cast.admin)
    for (const { endpoint } of keyed) {
      const reply = await world.call('GET', pathOf(endpoint), { headers: { ...origin, 'x-api-key': apiKey } })
      expect(reply.status, endpoint.path).toBe(200)
    }
    expect((await read(as)).status).toBe(401)
    const asSession: Record<string, string>[] = [{ sessionid: apiKey }, { authorization: `Bearer ${apiKey}` }]
    for (const headers of asSession) {
      expect((await world.call('GET', '/api/appointments', { headers: { ...origin, ...headers } })).status).toBe(401)
    }
    expect((await read('')).status).toBe(401)
    expect((await read(`${apiKey} `)).status).toBe(401)
  })

  it('is compared as a whole: a key of which only the id is right is refused', async () => {
    const { ApiKeys, apiKeyId } = await import('../../functions/platform/identity/api-key.ts')
    const apiKey = await makeApiKey(cast.admin)
    await ApiKeys.patch({ id: apiKeyId(apiKey) })
      .set({ hash: 'f'.repeat(64) })
      .go()
    expect((await read(apiKey)).status).toBe(401)
  })

  it('ends to the millisecond when it expires, at once when it is switched off or deleted', async () => {
    const { ApiKeys, apiKeyId } = await import('../../functions/platform/identity/api-key.ts')
    const apiKey = await makeApiKey(cast.admin)
    const id = apiKeyId(apiKey)
    const expiresAt = Date.now() + 60_000
    await ApiKeys.patch({ id })
      .set({ expiresAt: new Date(expiresAt).toISOString() })
      .go()
    world.travel(expiresAt - 1)
    expect((await read(apiKey)).status).toBe(200)
    world.travel(expiresAt)
    expect((await read(apiKey)).status).toBe(401)
    const other = await makeApiKey(cast.admin)
    await ApiKeys.patch({ id: apiKeyId(other) })
      .set({ isActive: false })
      .go()
    expect((await read(other)).status).toBe(401)
    const gone = await makeApiKey(cast.admin)
    await ApiKeys.delete({ id: apiKeyId(gone) }).go()
    expect((await read(gone)).status).toBe(401)
  })

  it('ends when its maker is no longer an active admin', async () => {
    const maker = await world.person({ role: 'admin' })
    const apiKey = await makeApiKey(maker)
    expect((await read(apiKey)).status).toBe(200)
    await changePerson(maker.id, { role: 'agent', teamId: 1 })
    expect((await read(apiKey)).status).toBe(401)
    await changePerson(maker.id, { role: 'admin', isActive: false })
    expect((await read(apiKey)).status).toBe(401)
  })

  it('may be used 120 times a minute, also all at once', async () => {
    const apiKey = await makeApiKey(cast.admin)
    const statuses = (await Promise.all(Array.from({ length: 130 }, () => read(apiKey)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    const refused = await read(apiKey)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    world.travel(Date.now() + 60_000)
    expect((await read(apiKey)).status).toBe(200)
  })

  it('is refused on every changing route that is not public', async () => {
    const apiKey = await makeApiKey(cast.admin)
    for (const route of writeRoutes.filter(({ endpoint }) => endpoint.allow !== 'public')) {
      // There are more routes than a key may call in a minute.
      world.travel(Date.now() + 1_000)
      const reply = await callRoute(world, route, {
        headers: { ...origin, 'x-api-key': apiKey },
        hints: hintsFor(cast, cast.admin),
      })
      expect(reply.status, route.key).toBe(403)
    }
  })
})
