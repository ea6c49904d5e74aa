import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls that only read. */
const reading = /^(GetItem|BatchGetItem|Query|AdminGetUser|AdminInitiateAuth|ListUsers)$/

/** Proxies that can let a function "die": once dead, all its calls are refused until `revive` or `dieAfter`. */
export interface MortalProxies {
  /**
   * Lets reads and the next `writes` writing calls pass. Refuses the writing call after these and every later call, as
   * if the function were killed there.
   */
  dieAfter(writes: number): void
  /** Lets everything pass again; returns whether anything was refused. */
  revive(): boolean
  close(): Promise<void>
}

/**
 * Puts a middleware before the table and a proxy before the user pool. They can refuse all calls from a given write on,
 * as if the function were killed there. Call this before any call to the user pool, as the SDK reads its address once.
 */
export async function startMortalProxies(): Promise<MortalProxies> {
  let left = Number.POSITIVE_INFINITY
  let died = false
  const mayPass = (operation: string) => {
    if (left === Number.POSITIVE_INFINITY) return true
    if (!reading.test(operation)) left -= 1
    if (left < 0) died = true
    return !died
  }
  const stand = async (variable: string) => {
    const target = String(process.env[variable])
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (!mayPass(String(request.headers['x-amz-target']).split('.').at(-1) ?? '')) {
        response.writeHead(400, { 'x-amzn-errortype': 'KilledException', 'content-type': 'application/json' })
        response.end('{"__type":"KilledException"}')
        return
      }
      const onward = send(target, { method: 'POST', headers: request.headers }, (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(response)
      })
      onward.on('error', () => response.destroy())
      onward.end(Buffer.concat(chunks))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    process.env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return server
  }
  const { documents } = await import('../../functions/platform/data/table.ts')
  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (mayPass(commandName.replace(/Command$/, ''))) return next(args)
        throw Object.assign(new Error('KilledException'), { name: 'KilledException', $fault: 'client' })
      },
    { step: 'initialize', name: 'mortal', priority: 'low', override: true },
  )
  const server = await stand('AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER')
  return {
    dieAfter(writes) {
      left = writes
      died = false
    },
    revive() {
      const was = died
      left = Number.POSITIVE_INFINITY
      died = false
      return was
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
