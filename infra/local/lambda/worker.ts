import type { Clock } from '../clock.ts'
import { type ExecutionOptions, killed, startExecution } from './execution.ts'
import type { FunctionLog, LogLine } from './log.ts'
import type { Call, FunctionError, Result } from './protocol.ts'
import type { Timers } from './timers.ts'

/** Outcome of one call; `durationMs` excludes the wait for a free worker and the cold start. */
export type Invocation = {
  readonly requestId: string
  readonly durationMs: number
  readonly log: readonly LogLine[]
} & ({ readonly ok: true; readonly payload: unknown } | { readonly ok: false; readonly error: FunctionError })

export interface WorkerOptions
  extends Pick<ExecutionOptions, 'bootstrap' | 'bundle' | 'children' | 'compileCache' | 'memoryMb'> {
  readonly name: string
  readonly timeoutMs: number
  /** Returns the environment variables; called at each cold start. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly log: FunctionLog
  readonly clock: Clock
  readonly timers: Timers
  /** Milliseconds after which an idle worker ends. */
  readonly idleMs: number
}

/** One process of a function, which answers one call at a time. */
export interface Worker {
  /** Resolves to the milliseconds of the cold start, also when that failed. */
  readonly started: Promise<number>
  isStarting(): boolean
  isBusy(): boolean
  isEnded(): boolean
  /** Runs the function. Resolves also when the call fails; a worker that did not start then ends. */
  run(call: Omit<Call, 'timeoutMs'>): Promise<Invocation>
  /** Keeps the worker until its next call, or until it was idle for long. Returns false when it has ended or is retired. */
  stayIdle(): boolean
  /** Ends the worker: now, or after its call. */
  retire(): void
  /** Ends the worker now; its call fails. */
  kill(): Promise<void>
  /** Sets the milliseconds by which the function's clock is ahead of the machine's. */
  setClock(ahead: number): void
  /** Returns the most memory that the worker was seen to use, in MB. */
  memoryMb(): number
}

/** Lambda's limit on an event and on a reply, in bytes. */
export const PAYLOAD_LIMIT = 6 * 1024 * 1024
const START_TIMEOUT_MS = 30_000

/** Starts a worker of a function, as a cold start does; `onEnd` hears of its end, for any reason. */
export function startWorker(options: WorkerOptions, { onEnd }: { readonly onEnd: () => void }): Worker {
  const { clock, timers } = options
  const launchedAt = performance.now()
  /** Lines that the present call wrote; null without a call. */
  let lines: LogLine[] | null = null
  /** Output after the last line feed, kept until the rest of its line arrives. */
  let rest = ''
  let isStarting = true
  let isRetired = false
  /** Ends the wait until the idle worker is retired; null while it is not idle. */
  let stopIdling: (() => void) | null = null

  const execution = startExecution({
    ...options,
    environment: options.environment(),
    ahead: clock.ahead(),
    startTimeoutMs: START_TIMEOUT_MS,
    onOutput: take,
    onEnd: () => {
      stopIdling?.()
      onEnd()
    },
  })

  function take(text: string): void {
    const read = (rest + text).split('\n')
    rest = read.pop() ?? ''
    for (const line of read) if (line.trim() !== '') keep(line)
  }

  function keep(text: string): void {
    const line = options.log.add(options.name, text)
    lines?.push(line)
  }

  function retire(): void {
    isRetired = true
    if (!lines) void execution.end(killed)
  }

  async function run({ requestId, event }: Omit<Call, 'timeoutMs'>): Promise<Invocation> {
    stopIdling?.()
    stopIdling = null
    const log: LogLine[] = []
    lines = log
    const start = await execution.started
    const startedAt = performance.now()
    const call = { requestId, event, timeoutMs: options.timeoutMs }
    const result = limitReply(start.ok ? await execution.run(call) : start)
    if (rest !== '') take('\n')
    if (!result.ok) keep(failureLine(requestId, result.error, clock.now()))
    lines = null
    if (!start.ok) void execution.end(start.error)
    if (isRetired) void execution.end(killed)
    return { requestId, durationMs: performance.now() - startedAt, log, ...parseResult(result) }
  }

  return {
    started: execution.started.then(() => {
      isStarting = false
      return performance.now() - launchedAt
    }),
    isStarting: () => isStarting,
    isBusy: () => lines !== null,
    isEnded: () => execution.ended,
    run,
    stayIdle() {
      if (execution.ended || isRetired) return false
      stopIdling = timers.after(options.idleMs, retire)
      return true
    },
    retire,
    kill: () => execution.end(killed),
    setClock: execution.setClock,
    memoryMb: () => execution.memoryMb,
  }
}

/** Returns the log line that the Lambda service itself writes about a failed call. */
function failureLine(requestId: string, { errorType, errorMessage, trace }: FunctionError, now: number): string {
  const timestamp = new Date(now).toISOString()
  const error = { errorType, errorMessage, stackTrace: trace }
  return JSON.stringify({ level: 'ERROR', message: errorMessage, timestamp, requestId, error })
}

function limitReply(result: Result): Result {
  if (!result.ok || Buffer.byteLength(result.payload) <= PAYLOAD_LIMIT) return result
  return {
    ok: false,
    error: {
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: `Response payload size exceeded maximum allowed payload size (${PAYLOAD_LIMIT} bytes).`,
    },
  }
}

const parseResult = (result: Result) =>
  result.ok ? { ok: true as const, payload: JSON.parse(result.payload) } : result
