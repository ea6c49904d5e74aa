import { createServer } from 'node:net'

/**
 * A port on 127.0.0.1 that nobody listens on: `wanted`, or any when that is 0.
 *
 * @throws EADDRINUSE when `wanted` is taken
 */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(wanted, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}
