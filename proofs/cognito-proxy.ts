import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call to the user pool that went through the proxy. */
export interface PoolCall {
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

export interface CognitoProxy {
  /** Every call since the start, in order of arrival. */
  readonly calls: PoolCall[]
  /** Returns how often the pool was asked to check the password of a user. */
  verified(userId: string): number
  /** Holds back the next call of this operation, or its reply, until `release`. `arrived` resolves when it is held. */
  hold(operation: string, on?: 'call' | 'reply'): { arrived: Promise<void>; release: () => void }
  close(): Promise<void>
}

/**
 * Starts a proxy in front of the user pool at `target` that records calls and can hold one back. Start it before the
 * first call to the pool, as the SDK reads the address once.
 */
export async function startCognitoProxy(target: string): Promise<CognitoProxy> {
  const calls: PoolCall[] = []
  const held: { operation: string; on: 'call' | 'reply'; arrive: () => void; passage: Promise<void> }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? ''
    calls.push({ operation, input: JSON.parse(body.toString()) })
    const gate = held.find((one) => one.operation === operation)
    if (gate) held.splice(held.indexOf(gate), 1)
    const pass = async (on: 'call' | 'reply') => {
      if (gate?.on !== on) return
      gate.arrive()
      await gate.passage
    }
    await pass('call')
    const onward = send(target, { method: 'POST', headers: request.headers }, async (reply) => {
      await pass('reply')
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(response)
    })
    onward.on('error', () => response.destroy())
    onward.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  process.env['AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER'] =
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    calls,
    verified: (userId) =>
      calls.filter(({ operation, input }) => {
        const parameters = input['AuthParameters'] as { USERNAME?: string } | undefined
        return operation === 'AdminInitiateAuth' && parameters?.USERNAME === userId
      }).length,
    hold(operation, on = 'call') {
      let arrive = () => {}
      let release = () => {}
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve
      })
      const passage = new Promise<void>((resolve) => {
        release = resolve
      })
      held.push({ operation, on, arrive, passage })
      return { arrived, release }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
