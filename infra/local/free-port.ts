import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { hasCode } from './stand-in/files.ts'

const ATTEMPTS = 100

/**
 * A port on 127.0.0.1 that nobody listens on, to be taken later, also again and again: it is below those that systems
 * give to outgoing connections and to listeners on port 0, which could take it in between.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(20_000, 30_000)
    try {
      await tryPort(port)
      return port
    } catch (error) {
      if (attempt === ATTEMPTS || !hasCode(error, 'EADDRINUSE')) throw error
    }
  }
}

async function tryPort(port: number): Promise<void> {
  const server = createServer()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  await new Promise((done) => server.close(done))
}
