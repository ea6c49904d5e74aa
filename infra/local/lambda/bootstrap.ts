/**
 * Entry point of a function's process. Sets the clock, captures output and loads the bundle. Then answers calls one at
 * a time, as the Lambda runtime does.
 * Usage: bootstrap.mjs <bundle> <milliseconds the clock is ahead> <folder of compiled code>
 */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Context } from 'aws-lambda'
import type { Call, FunctionError, Message, Order, Result } from './protocol.ts'
import { shiftDate } from './shifted-date.ts'

type Handler = (event: unknown, context: Context) => unknown

const [, , bundle = '', startsAhead = '0', compileCache = ''] = process.argv
// For the start of this process alone (execution.ts): a function sees its own variables.
delete process.env['MALLOC_ARENA_MAX']
let ahead = Number(startsAhead)
let handler: Handler | null = null
let isFirstCall = true

// Portable: the data folder, with bundles and compiled code, may be copied. Tests do so.
enableCompileCache({ directory: compileCache, portable: true })

const tell = (message: Message, then?: () => void) => process.send?.(message, undefined, undefined, then)

for (const stream of [process.stdout, process.stderr]) {
  // Output takes the same channel as the replies, so that a call's output is complete when its reply arrives.
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
    tell({ kind: 'output', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() })
    const callback = typeof encoding === 'function' ? encoding : done
    if (typeof callback === 'function') queueMicrotask(() => callback())
    return true
  }
}
shiftDate(globalThis, () => ahead)

const reportResult = (result: Result) =>
  tell({ kind: 'done', result, memoryMb: Math.ceil(process.memoryUsage.rss() / 1024 / 1024) })

const describe = (thrown: unknown): FunctionError =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message, trace: (thrown.stack ?? '').split('\n') }
    : { errorType: typeof thrown, errorMessage: String(thrown) }

async function load(): Promise<Handler> {
  const { handler } = await import(pathToFileURL(bundle).href)
  if (typeof handler !== 'function') throw new TypeError('The function exports no handler')
  return handler
}

async function answer(call: Call): Promise<void> {
  try {
    const reply = await handler?.(JSON.parse(call.event), contextOf(call))
    reportResult({ ok: true, payload: JSON.stringify(reply) ?? 'null' })
  } catch (error) {
    reportResult({ ok: false, error: describe(error) })
  }
  if (isFirstCall) {
    isFirstCall = false
    // By now, the functions that a call needs are compiled. Node would write at the end, but this process is killed.
    flushCompileCache()
  }
}

function contextOf({ requestId, timeoutMs }: Call): Context {
  const name = process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? ''
  const deadline = performance.now() + timeoutMs
  return {
    awsRequestId: requestId,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:eu-west-1:000000000000:function:${name}`,
    memoryLimitInMB: process.env['AWS_LAMBDA_FUNCTION_MEMORY_SIZE'] ?? '',
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
  } as Context
}

process.on('message', (order: Order) => {
  if (order.kind === 'clock') ahead = order.ahead
  else void answer(order.call)
})
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => tell({ kind: 'crash', error: describe(error) }, () => process.exit(1)))
}
process.on('disconnect', () => process.exit())
// The terminal sends Ctrl-C to every process; the runtime lets running calls finish.
process.on('SIGINT', () => undefined)

try {
  handler = await load()
  reportResult({ ok: true, payload: 'null' })
} catch (error) {
  reportResult({ ok: false, error: describe(error) })
}
