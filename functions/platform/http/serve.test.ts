import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { domain, ok } from '../../../shared/api/parts/endpoint.ts'
import { startWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const slow = domain({
  wait: {
    summary: 'Waits for what never comes',
    method: 'GET',
    path: '/api/slow',
    allow: 'public',
    shows: [],
    result: ok(z.object({ done: z.boolean() })),
  },
})

const event = {
  routeKey: 'GET /api/slow',
  rawPath: '/api/slow',
  rawQueryString: '',
  headers: {},
  isBase64Encoded: false,
  requestContext: {
    requestId: 'r-29',
    http: { method: 'GET', path: '/api/slow', sourceIp: '192.0.2.1', userAgent: '' },
  },
} as unknown as APIGatewayProxyEventV2

/** Calls a function that has the given time left. */
async function ask(remaining: number, answer: () => Promise<{ done: boolean }>) {
  const { serve } = await import('./serve.ts')
  const handler = serve(slow, { wait: answer })
  return handler(event, { getRemainingTimeInMillis: () => remaining } as Parameters<typeof handler>[1])
}

describe('a call that nears the time limit of its function', () => {
  it.each([2_000, 1_500, 5, 0])('is answered in our words, with its id, when it has %i ms left', async (remaining) => {
    const reply = await ask(remaining, () => new Promise(() => undefined))
    expect(reply.statusCode).toBe(503)
    expect(JSON.parse(reply.body ?? '')).toEqual({
      message: 'Dit duurt te lang. Laad de pagina opnieuw en kijk of het gelukt is.',
      requestId: 'r-29',
    })
  })

  it('may still fail afterwards, without any effect', async () => {
    let fail: (error: Error) => void = () => undefined
    const reply = await ask(2_000, () => new Promise((_, reject) => (fail = reject)))
    fail(new Error('too late'))
    expect(reply.statusCode).toBe(503)
  })

  it('is answered as usual while there is time', async () => {
    const reply = await ask(29_000, async () => ({ done: true }))
    expect([reply.statusCode, reply.body]).toEqual([200, '{"done":true}'])
  })
})
