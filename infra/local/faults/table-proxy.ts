import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, readBody, serve } from '../stand-in/server.ts'
import { refusalOf } from './throttle.ts'

export interface TableFaults {
  /** The share of calls that DynamoDB refuses, 0 to 1. */
  readonly throttle: number
  /** How much longer every call takes. */
  readonly delayMs: number
}

export interface TableProxy {
  readonly url: string
  close(): Promise<void>
}

const BODY_LIMIT = 20 * 1024 * 1024

/**
 * Starts a DynamoDB endpoint that passes calls on to `target` and gets in their way as `faults()` says; `random`, from
 * 0 up to 1, chooses in whose and how.
 */
export async function startTableProxy(
  target: string,
  faults: () => TableFaults,
  random: () => number = Math.random,
): Promise<TableProxy> {
  return serve({ port: 0, now: Date.now, handle: (exchange) => pass(exchange, target, faults(), random) })
}

async function pass(
  { request, response, requestId }: Exchange,
  target: string,
  faults: TableFaults,
  random: () => number,
): Promise<void> {
  try {
    const body = await readBody(request, BODY_LIMIT)
    if (faults.delayMs > 0) await pause(faults.delayMs)
    if (random() < faults.throttle) {
      const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
      const { name, body: text } = refusalOf(operation, transactItems(operation, body), random)
      response.writeHead(400, {
        'content-type': 'application/x-amz-json-1.0',
        'x-amzn-requestid': requestId,
        'x-amzn-errortype': name,
      })
      response.end(text)
      return
    }
    const passed = httpRequest(target, { method: request.method ?? 'POST', headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  } catch {
    response.destroy()
  }
}

function transactItems(operation: string, body: Buffer): number {
  if (operation !== 'TransactWriteItems') return 0
  return JSON.parse(body.toString()).TransactItems?.length ?? 0
}
