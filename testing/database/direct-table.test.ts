import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postToDatabase } from './direct-table.ts'

let connections = 0
/** Number of further requests whose connection the server ends before it answers. */
let breaks = 0
const server = createServer((request, response) => {
  if (breaks > 0) {
    breaks -= 1
    request.socket.destroy()
    return
  }
  response.end(request.url)
})
server.on('connection', () => {
  connections += 1
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const post = (path: string) =>
  postToDatabase((server.address() as AddressInfo).port, { hostname: '127.0.0.1', path, headers: {} })

it('many requests at once share fifty connections, and each gets its own reply', async () => {
  const paths = Array.from({ length: 200 }, (_, at) => `/${at}`)
  const replies = await Promise.all(paths.map(post))
  expect(replies.map(({ body }) => body.toString())).toEqual(paths)
  expect(connections).toBe(50)
})

it('a request whose connection ends fails, and those that wait get another connection', async () => {
  breaks = 50
  const ended = await Promise.allSettled(Array.from({ length: 120 }, (_, at) => post(`/${at}`)))
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(50)
  expect(ended.slice(50).every(({ status }) => status === 'fulfilled')).toBe(true)
})
