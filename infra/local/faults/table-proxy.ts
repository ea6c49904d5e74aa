import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Guard } from '../rights/guard.ts'
import { accessesOf } from '../rights/table-access.ts'
import { type Exchange, readBody, startServer } from '../stand-in/server.ts'
import { LOCAL_KEY } from '../table/local-key.ts'
import { makeDynamoErrorReply, makeThrottlingReply, type Refusal } from './throttle.ts'

export interface TableFaults {
  /** Share of calls that are refused as throttled, 0 to 1. */
  readonly throttle: number
  /** Milliseconds by which every call is delayed. */
  readonly delayMs: number
}

export interface TableProxy {
  readonly url: string
  close(): Promise<void>
}

const BODY_LIMIT = 20 * 1024 * 1024

export interface TableProxyOptions {
  readonly faults?: () => TableFaults
  /** Refuses what the caller's role may not do. */
  readonly guard?: Guard
  /** Returns a number from 0 up to 1, which decides which calls are throttled and with what error. */
  readonly random?: () => number
}

const NONE: TableFaults = { throttle: 0, delayMs: 0 }

/**
 * Starts a proxy before the DynamoDB at the URL `target`. Refuses calls beyond the caller's rights (`guard`); delays
 * and throttles calls as `faults` says.
 */
export async function startTableProxy(target: string, options: TableProxyOptions): Promise<TableProxy> {
  return startServer({ port: 0, now: Date.now, handle: (exchange) => pass(exchange, target, options) })
}

/** Refuses a call, or passes it to the database with its reply. */
async function pass(
  { request, response, requestId }: Exchange,
  target: string,
  { faults = () => NONE, guard, random = Math.random }: TableProxyOptions,
): Promise<void> {
  try {
    const body = await readBody(request, BODY_LIMIT)
    const { throttle, delayMs } = faults()
    if (delayMs > 0) await pause(delayMs)
    const operation = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? ''
    const refusal =
      random() < throttle
        ? makeThrottlingReply(operation, transactItems(operation, body), random)
        : guard && deniedBy(guard, request, operation, body)
    if (refusal) {
      response.writeHead(400, {
        'content-type': 'application/x-amz-json-1.0',
        'x-amzn-requestid': requestId,
        'x-amzn-errortype': refusal.name,
      })
      response.end(refusal.body)
      return
    }
    const passed = httpRequest(
      target,
      { method: request.method ?? 'POST', headers: withLocalKey(request) },
      (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    passed.end(body)
  } catch {
    response.destroy()
  }
}

/** Returns the headers of a request with the access key of the local DynamoDB, which checks no signature. */
function withLocalKey({ headers }: IncomingMessage): IncomingHttpHeaders {
  const { authorization, ...others } = headers
  if (authorization === undefined) return others
  return { ...others, authorization: authorization.replace(/Credential=[^/]+/, `Credential=${LOCAL_KEY}`) }
}

/** Returns DynamoDB's refusal of a call without rights, or null when it is allowed. */
function deniedBy(guard: Guard, request: IncomingMessage, operation: string, body: Buffer): Refusal | null {
  const accesses = accessesOf(operation, JSON.parse(body.toString()), guard.arns)
  const message = guard.refusal(guard.senderOf(request), accesses)
  return message === null ? null : makeDynamoErrorReply('AccessDeniedException', message, 'com.amazon.coral.service#')
}

function transactItems(operation: string, body: Buffer): number {
  if (operation !== 'TransactWriteItems') return 0
  return JSON.parse(body.toString()).TransactItems?.length ?? 0
}
