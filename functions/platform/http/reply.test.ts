import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Endpoint, file, none, ok, page, redirect } from '../../../shared/api/parts/endpoint.ts'
import { AppError } from '../../../shared/errors.ts'
import { errorReply, replyOf } from './reply.ts'

const event = { rawPath: '/api/things', rawQueryString: 'limit=2&q=caf%C3%A9' } as APIGatewayProxyEventV2
const endpoint = (result: Endpoint['result']): Endpoint => ({
  summary: 'A thing',
  method: 'GET',
  path: '/api/things',
  allow: 'public',
  result,
})

describe('a result as a reply', () => {
  it('has only fields of the API, and its version as ETag', () => {
    const shape = ok(z.object({ id: z.string(), version: z.int() }))
    const reply = replyOf(event, endpoint(shape), { id: 'a', version: 3, passwordHash: 'x' })
    expect(JSON.parse(reply.body ?? '')).toEqual({ id: 'a', version: 3 })
    expect(reply.headers).toMatchObject({ etag: '"3"', 'cache-control': 'no-store' })
  })

  it('names the next page and keeps the filters', () => {
    const reply = replyOf(event, endpoint(page(z.object({ id: z.string() }))), { items: [{ id: 'a' }], cursor: 'next' })
    expect(reply.headers?.['link']).toBe('</api/things?limit=2&q=caf%C3%A9&cursor=next>; rel="next"')
    expect(replyOf(event, endpoint(page(z.string())), { items: [] }).headers).not.toHaveProperty('link')
  })

  it('sends a file in base64 under a name that may hold any character', () => {
    const bytes = new Uint8Array([0x25, 0x50, 0xff, 0x00])
    const reply = replyOf(event, endpoint(file('application/pdf')), { bytes, filename: 'YDS "é".pdf', inline: true })
    expect(Buffer.from(reply.body ?? '', 'base64')).toEqual(Buffer.from(bytes))
    expect(reply.isBase64Encoded).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''YDS%20%22%C3%A9%22.pdf",
    })
  })

  it('has no body for an empty result, and a location for a redirect', () => {
    expect(replyOf(event, endpoint(none), undefined)).toMatchObject({ statusCode: 204 })
    expect(replyOf(event, endpoint(redirect), { location: '/login' })).toMatchObject({
      statusCode: 303,
      headers: { location: '/login' },
    })
  })
})

describe('a failure as a reply', () => {
  it('is a Dutch text per field for a mistake of the user, and only a request id for a fault of the server', () => {
    const known = new AppError('invalid', 'Ongeldig', { errors: { name: ['Naam is verplicht'] } })
    expect(errorReply(known, 'r-1')).toMatchObject({
      statusCode: 400,
      body: '{"message":"Ongeldig","errors":{"name":["Naam is verplicht"]}}',
    })
    const unknown = errorReply(new Error('secret detail'), 'r-1')
    expect(unknown.statusCode).toBe(500)
    expect(unknown.body).not.toContain('secret')
    expect(JSON.parse(unknown.body ?? '')).toMatchObject({ requestId: 'r-1' })
  })

  it('asks the client to retry when the table is too busy', () => {
    const busy = Object.assign(new Error('slow down'), { name: 'ProvisionedThroughputExceededException' })
    expect(errorReply(busy, 'r-1')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } })
    expect(JSON.parse(errorReply(busy, 'r-1').body ?? '')).toMatchObject({ requestId: 'r-1' })
  })
})
