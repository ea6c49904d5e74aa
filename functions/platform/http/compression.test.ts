import { gunzipSync } from 'node:zlib'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { compressReply } from './compression.ts'

const asking = (accepted?: string) =>
  ({ headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }) as unknown as APIGatewayProxyEventV2

const json = { 'content-type': 'application/json; charset=utf-8', etag: '"3"' }
const long = JSON.stringify({ text: 'Zoë '.repeat(500) })

describe('a reply', () => {
  it('over 1 kB is compressed for who accepts gzip, and keeps its headers and cookies', () => {
    const reply = compressReply(asking('br, gzip;q=0.8'), {
      statusCode: 200,
      headers: json,
      body: long,
      cookies: ['session=1'],
    })
    expect(reply).toMatchObject({
      statusCode: 200,
      headers: { ...json, vary: 'accept-encoding', 'content-encoding': 'gzip' },
      cookies: ['session=1'],
      isBase64Encoded: true,
    })
    expect(reply.body?.length).toBeLessThan(long.length / 10)
    expect(gunzipSync(Buffer.from(reply.body ?? '', 'base64')).toString()).toBe(long)
  })

  it.each([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000', 'x-gzip'])(
    'stays as it is for who accepts %s',
    (accepted) => {
      const reply = { statusCode: 200, headers: json, body: long }
      expect(compressReply(asking(accepted), reply)).toEqual({
        ...reply,
        headers: { ...json, vary: 'accept-encoding' },
      })
    },
  )

  it('of at most 1 kB stays as it is', () => {
    const reply = { statusCode: 200, headers: json, body: '[1]' }
    expect(compressReply(asking('gzip'), reply)).toBe(reply)
    expect(compressReply(asking('gzip'), { statusCode: 204 })).toEqual({ statusCode: 204 })
  })

  it('with a file is compressed when the file is a text', () => {
    const file = (contentType: string) => ({
      statusCode: 200,
      headers: { 'content-type': contentType },
      body: Buffer.from(long).toString('base64'),
      isBase64Encoded: true,
    })
    const csv = compressReply(asking('gzip'), file('text/csv; charset=utf-8'))
    expect(gunzipSync(Buffer.from(csv.body ?? '', 'base64')).toString()).toBe(long)
    for (const type of ['application/pdf', 'application/zip', 'image/png']) {
      expect(compressReply(asking('gzip'), file(type))).toEqual(file(type))
    }
  })
})
