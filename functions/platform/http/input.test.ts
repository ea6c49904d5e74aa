import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { expect, it } from 'vitest'
import { contracts } from '../../../shared/api/contracts.ts'
import { routes } from '../../../shared/api/index.ts'
import { bodyLimitOf } from '../../../shared/api/parts/endpoint.ts'
import { filenameOf, originOf, parseInput, refuseLargeBody } from './input.ts'

const plain = routes.find(({ key }) => key === 'GET /api/appointments')?.endpoint ?? contracts.upload

function eventOf(headers: Record<string, string>, body?: Uint8Array): APIGatewayProxyEventV2 {
  return {
    routeKey: 'POST /api/contracts/upload',
    headers,
    requestContext: { requestId: 'proef', http: { sourceIp: '192.0.2.1' } },
    ...(body ? { body: Buffer.from(body).toString('base64'), isBase64Encoded: true } : {}),
  } as unknown as APIGatewayProxyEventV2
}

async function uploadOf(filename: string, bytes: number) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], filename))
  const request = new Response(form)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return parseInput(eventOf(headers, new Uint8Array(await request.arrayBuffer())), contracts.upload)
}

it('accepts a file by its extension and size, before any of it is read', async () => {
  const most = contracts.upload.upload.maxBytes
  await expect(uploadOf('lijst.XLSX', most)).resolves.toMatchObject({ file: { filename: 'lijst.XLSX' } })
  await expect(uploadOf('lijst.xlsx', most + 1)).rejects.toMatchObject({ kind: 'tooLarge' })
  for (const name of ['lijst.exe', 'lijst', 'lijst.xlsm', 'lijst.xlsx.html', '.csv.js']) {
    await expect(uploadOf(name, 1), name).rejects.toMatchObject({ kind: 'unsupported' })
  }
})

it('keeps the end of a long name, and no half of a character', () => {
  const nameOf = (filename: string) => filenameOf({ filename, contentType: '', bytes: new Uint8Array() })
  expect(nameOf(`${'a'.repeat(200)}.pdf`)).toBe(`${'a'.repeat(116)}.pdf`)
  expect(nameOf(`${'😀'.repeat(59)}x.pdf`)).toBe(`${'😀'.repeat(57)}x.pdf`)
  expect(nameOf('../map\\lijst\u202Efdp.\r\npdf')).toBe('..maplijstfdp.pdf')
})

it('takes the viewer’s address only from CloudFront, and only a valid one', () => {
  const ipOf = (headers: Record<string, string>) => originOf(eventOf(headers), plain).ip
  expect(ipOf({ 'x-viewer-address': '203.0.113.7' })).toBe('203.0.113.7')
  expect(ipOf({ 'x-viewer-address': '2001:db8::1' })).toBe('2001:db8::1')
  expect(ipOf({ 'x-viewer-address': 'localhost' })).toBe('192.0.2.1')
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cloudfront-viewer-address', 'client-ip']) {
    expect(ipOf({ [name]: '203.0.113.9' }), name).toBe('192.0.2.1')
  }
})

it('counts the bytes of a body, not its characters, against the limit of the endpoint', () => {
  const limit = bodyLimitOf(plain)
  const refused = (body: string, isBase64Encoded = false) => {
    try {
      refuseLargeBody({ ...eventOf({}), body, isBase64Encoded }, plain)
      return false
    } catch (error) {
      expect(error).toMatchObject({ kind: 'tooLarge' })
      return true
    }
  }
  expect(refused('a'.repeat(limit))).toBe(false)
  expect(refused('a'.repeat(limit + 1))).toBe(true)
  expect(refused('é'.repeat(limit / 2))).toBe(false)
  expect(refused('é'.repeat(limit / 2 + 1))).toBe(true)
  expect(refused(Buffer.alloc(limit).toString('base64'), true)).toBe(false)
  expect(refused(Buffer.alloc(limit + 1).toString('base64'), true)).toBe(true)
})
