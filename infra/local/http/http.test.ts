import { writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeSecurityHeaders } from '../../headers.ts'
import { bundleFunctionsOnce } from '../fixtures/probe-functions.ts'
import { fixture } from '../fixtures/project.ts'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { createGateway } from './gateway.ts'
import { createFront, type Handler, type Handlers } from './http.ts'
import { createSite } from './site.ts'

const startFunctions = bundleFunctionsOnce(fixture)

async function start({ integrationTimeoutMs = 30_000 } = {}) {
  const { functions, clock } = startFunctions()
  const api = createGateway({ routes: fixture.routes, functions, now: clock.now, integrationTimeoutMs })
  const site = createSite({
    folder: join(fixture.root, fixture.site.folder),
    headers: makeSecurityHeaders({ uploadOrigin: 'http://127.0.0.1:1234' }),
  })
  const front = createFront(Promise.resolve({ api, site, workbench: site }))
  onTestFinished(() => front.close())
  return { url: `http://127.0.0.1:${await front.listen(0)}`, clock }
}

/** Sends a request to the gateway. Returns the event that the function received, which the function replies. */
async function eventOf(url: string, options: RequestInit = {}) {
  const response = await fetch(url, options)
  expect(response.status).toBe(200)
  return ((await response.json()) as { event: Record<string, unknown> }).event
}

test('the description of the API is a file of the site, below the path of the API', async () => {
  const named =
    (name: string): Handler =>
    async (_, response) => {
      response.end(name)
    }
  const front = createFront(Promise.resolve({ api: named('api'), site: named('site'), workbench: named('workbench') }))
  onTestFinished(() => front.close())
  const url = `http://127.0.0.1:${await front.listen(0)}`
  const answerOf = async (path: string) => (await fetch(url + path)).text()
  expect(await answerOf('/api/openapi.json?fresh')).toBe('site')
  expect(await answerOf('/api/openapi.json/x')).toBe('api')
  expect(await answerOf('/api/appointments')).toBe('api')
})

describe('the API', () => {
  test('makes the event of payload format 2.0', async () => {
    const { url, clock } = await start()
    clock.set(Date.parse('2026-12-31T22:59:30Z'))
    const event = await eventOf(`${url}/api/probe/a%20b%C3%A9?x=1&y=%2B&x=2`, {
      headers: {
        'User-Agent': 'Tester',
        'X-Two': 'a',
        Cookie: 'sid=abc; other=d',
        'X-Viewer-Address': '6.6.6.6',
        'CloudFront-Viewer-Address': '6.6.6.6:1',
      },
    })
    expect(event).toEqual({
      version: '2.0',
      routeKey: 'GET /api/probe/{id}',
      rawPath: '/api/probe/a bé',
      rawQueryString: 'x=1&y=%2B&x=2',
      cookies: ['sid=abc', 'other=d'],
      headers: expect.objectContaining({
        host: new URL(url).host,
        'user-agent': 'Tester',
        'x-two': 'a',
        'x-viewer-address': '127.0.0.1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      }),
      queryStringParameters: { x: '1,2', y: '+' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'local',
        domainName: '127.0.0.1',
        domainPrefix: 'local',
        http: {
          method: 'GET',
          path: '/api/probe/a bé',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'Tester',
        },
        requestId: expect.any(String),
        routeKey: 'GET /api/probe/{id}',
        stage: '$default',
        time: expect.stringMatching(/^31\/Dec\/2026:22:59:\d\d \+0000$/),
        timeEpoch: expect.any(Number),
      },
      pathParameters: { id: 'a bé' },
      isBase64Encoded: false,
    })
    expect(event['headers']).not.toHaveProperty('cookie')
    expect(event['headers']).not.toHaveProperty('cloudfront-viewer-address')
  })

  test.each([
    ['application/json', '{"a":"é"}', { body: '{"a":"é"}', isBase64Encoded: false }],
    ['text/csv; charset=utf-8', 'a;b', { body: 'a;b', isBase64Encoded: false }],
    ['application/x-www-form-urlencoded', 'a=b', { body: 'YT1i', isBase64Encoded: true }],
    ['multipart/form-data; boundary=x', '--x--', { body: 'LS14LS0=', isBase64Encoded: true }],
    ['', 'bytes', { body: 'Ynl0ZXM=', isBase64Encoded: true }],
  ])('passes a body of type "%s" on', async (type, body, expected) => {
    const { url } = await start()
    const event = await eventOf(`${url}/api/probe`, {
      method: 'POST',
      body: Buffer.from(body),
      headers: type ? { 'content-type': type } : {},
    })
    expect(event).toMatchObject(expected)
  })

  test('joins a header that comes twice with a comma', async () => {
    const { url } = await start()
    const text = await new Promise<string>((resolve) => {
      httpRequest(`${url}/api/probe`, { headers: { 'x-twice': ['a', 'b'] } }, async (response) => {
        resolve(Buffer.concat(await response.toArray()).toString())
      }).end()
    })
    expect(JSON.parse(text).event.headers['x-twice']).toBe('a, b')
  })

  test("answers with the function's reply", async () => {
    const { url } = await start()
    const response = await fetch(`${url}/api/probe?do=reply`)
    expect(response.status).toBe(201)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('x-own')).toBe('yes')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(response.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 254, 255])
  })

  test.each([
    ['GET', '/api/probe/a/b', 404, 'Not Found'],
    ['DELETE', '/api/probe', 404, 'Not Found'],
    ['GET', '/api/probe/', 404, 'Not Found'],
    ['GET', '/api/%E0%A4%A', 400, 'Bad Request'],
    ['GET', '/api/probe?do=throw', 500, 'Internal Server Error'],
    ['GET', '/api/probe?do=exit', 500, 'Internal Server Error'],
    ['GET', '/api/probe?do=split', 500, 'Internal Server Error'],
  ])('answers %s %s as API Gateway does: %i', async (method, path, status, message) => {
    const { url } = await start()
    const response = await fetch(url + path, { method })
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body: { message } })
  })

  test('prefers a fixed path to a parameter', async () => {
    const { url } = await start()
    expect(await eventOf(`${url}/api/probe/fixed`)).toMatchObject({ routeKey: 'GET /api/probe/fixed' })
    expect(await eventOf(`${url}/api/probe/__proto__?__proto__=x`)).toMatchObject({
      pathParameters: { id: '__proto__' },
    })
  })

  test('sends every path below a greedy route to it, by any method', async () => {
    const { url } = await start()
    const event = await eventOf(`${url}/api/probe/all/a%20b/c`, { method: 'DELETE' })
    expect(event).toMatchObject({ routeKey: 'ANY /api/probe/all/{proxy+}', pathParameters: { proxy: 'a b/c' } })
    expect((await fetch(`${url}/api/probe/all/`)).status).toBe(404)
  })

  test('refuses a body above 10 MB, and an event above 6 MB, with 413', async () => {
    const { url } = await start()
    for (const megabytes of [11, 7]) {
      const body = Buffer.alloc(megabytes * 1024 * 1024, 'a')
      const response = await fetch(`${url}/api/probe`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'text/plain' },
      })
      expect({ status: response.status, body: await response.json() }).toEqual({
        status: 413,
        body: { message: 'Request Entity Too Large' },
      })
    }
  })

  test('gives up a function that takes too long with 503', async () => {
    const { url } = await start({ integrationTimeoutMs: 50 })
    const response = await fetch(`${url}/api/probe?do=hang`)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 503,
      body: { message: 'Service Unavailable' },
    })
  })
})

describe('the site', () => {
  test('shows the app for a path without a file extension, with a strict policy', async () => {
    const { url } = await start()
    for (const path of ['/', '/appointments/1', '/login?next=/a.b']) {
      const response = await fetch(url + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
      expect(response.headers.get('content-security-policy')).toContain("connect-src 'self' http://127.0.0.1:1234")
      expect(await response.text()).toContain('<title>Fixture</title>')
    }
  })

  test('lets a browser keep hashed files for a year', async () => {
    const { url } = await start()
    const response = await fetch(`${url}/assets/app-1a2b3c4d.js`, { method: 'HEAD' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  test('compresses text for whoever accepts it, and nothing else', async () => {
    const folder = createTemporaryFolder()
    const code = 'export const text = 1\n'.repeat(100)
    for (const name of ['app.js', 'picture.png']) writeFileSync(join(folder, name), code)
    const site = createSite({ folder, headers: makeSecurityHeaders({ uploadOrigin: 'http://127.0.0.1:1234' }) })
    const front = createFront(Promise.resolve({ api: site, site, workbench: site }))
    onTestFinished(() => front.close())
    const url = `http://127.0.0.1:${await front.listen(0)}`
    const ask = (path: string, accepted: string) => fetch(url + path, { headers: { 'accept-encoding': accepted } })
    const compressed = await ask('/app.js', 'gzip, br')
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(await compressed.text()).toBe(code)
    expect((await ask('/app.js', 'identity')).headers.get('content-encoding')).toBeNull()
    expect((await ask('/picture.png', 'gzip')).headers.get('content-encoding')).toBeNull()
  })

  test.each([
    ['/assets/missing.js', 404],
    ['/%2e%2e%2fproject.ts', 400],
    ['/..%2fproject.ts', 400],
    ['/%00.js', 404],
    ['/%E0%A4%A.js', 400],
  ])('does not serve %s', async (path, status) => {
    const { url } = await start()
    expect((await fetch(url + path)).status).toBe(status)
  })
})

test('a request before the product has started is answered once it has', async () => {
  const starting = Promise.withResolvers<Handlers>()
  const front = createFront(starting.promise)
  onTestFinished(() => front.close())
  const early = fetch(`http://127.0.0.1:${await front.listen(0)}/api/probe`)
  const handler: Handler = async (_, response) => void response.end('here')
  starting.resolve({ api: handler, site: handler, workbench: handler })
  expect(await (await early).text()).toBe('here')
})
