import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { hasCode } from './stand-in/files.ts'
import { listenOn } from './stand-in/server.ts'

const ATTEMPTS = 100

/**
 * Returns a free port on 127.0.0.1; throws when 100 attempts find none. Reserves it by listening on the port before it,
 * so that `reserveFreePort` gives it to nobody else while this process lives. Both ports lie below those that systems
 * assign by themselves.
 */
export async function reserveFreePort(): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const sign = 20_000 + 2 * randomInt(5_000)
    try {
      const holder = await holdPort(sign)
      try {
        await closeServer(await holdPort(sign + 1))
      } catch (error) {
        await closeServer(holder)
        throw error
      }
      holder.unref()
      return sign + 1
    } catch (error) {
      if (attempt === ATTEMPTS || !hasCode(error, 'EADDRINUSE')) throw error
    }
  }
}

async function holdPort(port: number): Promise<Server> {
  const server = createServer((socket) => socket.destroy())
  await listenOn(server, port)
  return server
}

const closeServer = (server: Server) => new Promise((done) => server.close(done))
