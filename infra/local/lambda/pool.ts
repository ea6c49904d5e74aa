import { randomUUID } from 'node:crypto'
import type { Children } from '../children.ts'
import type { Clock } from '../clock.ts'
import { type Execution, killed, startExecution } from './execution.ts'
import type { FunctionLog, LogLine } from './log.ts'
import type { FunctionError, Result } from './protocol.ts'

/** Outcome of one call; `durationMs` excludes the wait for a free worker and the cold start. */
export type Invocation = {
  readonly requestId: string
  readonly durationMs: number
  readonly log: readonly LogLine[]
} & ({ readonly ok: true; readonly payload: unknown } | { readonly ok: false; readonly error: FunctionError })

export interface FunctionState {
  readonly name: string
  readonly state: 'cold' | 'idle' | 'busy'
  readonly workers: number
  readonly coldStarts: number
  /** Duration of the latest cold start in milliseconds; null before the first. */
  readonly coldStartMs: number | null
  readonly invocations: number
  readonly errors: number
  /** Most memory that a worker was seen to use, in MB. */
  readonly memoryMb: number
  readonly memoryLimitMb: number
}

export interface Pool {
  /** Runs the function; waits when all workers are busy. Resolves also when the call fails. */
  invoke(event: unknown): Promise<Invocation>
  /** Replaces the workers: idle ones now, busy ones after their call. */
  recycle(): void
  /** Ends the workers now; running calls fail. Resolves to the number of ended workers. */
  kill(): Promise<number>
  state(): FunctionState
  /** Fails waiting calls, gives running ones `graceMs` to end, and ends the workers. */
  close(graceMs: number): Promise<void>
}

export interface PoolOptions {
  readonly name: string
  readonly memoryMb: number
  readonly timeoutMs: number
  /** Maximum number of workers; further calls wait in a queue. */
  readonly concurrency: number
  readonly bootstrap: string
  readonly bundle: string
  /** Returns the environment variables; called at each cold start. */
  readonly environment: () => Readonly<Record<string, string>>
  readonly log: FunctionLog
  readonly clock: Clock
  readonly children: Children
}

interface Job {
  readonly requestId: string
  readonly event: string
  readonly lines: LogLine[]
  readonly resolve: (invocation: Invocation) => void
}

interface Slot {
  readonly execution: Execution
  readonly launchedAt: number
  job: Job | null
  retired: boolean
  idleTimer: NodeJS.Timeout | null
  /** Output after the last line feed, kept until the rest of its line arrives. */
  rest: string
}

/** Lambda's limit on an event and on a reply, in bytes. */
const PAYLOAD_LIMIT = 6 * 1024 * 1024
const START_TIMEOUT_MS = 30_000
const IDLE_MS = 10 * 60_000

/**
 * Creates the pool of worker processes of one function. As on Lambda, it starts workers on demand and gives each one
 * call at a time. It ends workers that were idle for ten minutes.
 */
export function createPool(options: PoolOptions): Pool {
  const { name, log, clock, timeoutMs, concurrency } = options
  const slots = new Set<Slot>()
  const idle: Slot[] = []
  const waiting: Job[] = []
  const tally = { coldStarts: 0, coldStartMs: null as number | null, invocations: 0, errors: 0, memoryMb: 0 }
  let closed = false

  function launch(): Slot {
    const execution = startExecution({
      ...options,
      environment: options.environment(),
      ahead: clock.ahead(),
      startTimeoutMs: START_TIMEOUT_MS,
      onOutput: (text) => take(slot, text),
      onEnd: () => forget(slot),
    })
    const slot: Slot = {
      execution,
      launchedAt: performance.now(),
      job: null,
      retired: false,
      idleTimer: null,
      rest: '',
    }
    slots.add(slot)
    tally.coldStarts += 1
    void execution.started.then(() => {
      tally.coldStartMs = Math.round(performance.now() - slot.launchedAt)
    })
    return slot
  }

  function forget(slot: Slot): void {
    slots.delete(slot)
    if (slot.idleTimer) clearTimeout(slot.idleTimer)
    const position = idle.indexOf(slot)
    if (position >= 0) idle.splice(position, 1)
    dispatch()
  }

  function take(slot: Slot, text: string): void {
    const lines = (slot.rest + text).split('\n')
    slot.rest = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') keep(slot.job, line)
  }

  function keep(job: Job | null, text: string): void {
    const line = log.add(name, text)
    job?.lines.push(line)
  }

  /** Returns the worker used last, as Lambda prefers it; skips one that has just ended. */
  function warmest(): Slot | undefined {
    for (;;) {
      const slot = idle.pop()
      if (!slot?.execution.ended) return slot
    }
  }

  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const slot = warmest() ?? (slots.size < concurrency ? launch() : null)
      const job = slot && waiting.shift()
      if (!job) return
      if (slot.idleTimer) clearTimeout(slot.idleTimer)
      void perform(slot, job)
    }
  }

  async function perform(slot: Slot, job: Job): Promise<void> {
    slot.job = job
    const { execution } = slot
    const start = await execution.started
    const startedAt = performance.now()
    const { requestId, event } = job
    const result = limitReply(start.ok ? await execution.run({ requestId, event, timeoutMs }) : start)
    if (slot.rest !== '') take(slot, '\n')
    if (!result.ok) report(job, result.error)
    tally.invocations += 1
    tally.errors += result.ok ? 0 : 1
    tally.memoryMb = Math.max(tally.memoryMb, execution.memoryMb)
    slot.job = null
    if (!start.ok) void execution.end(start.error)
    release(slot)
    job.resolve({ requestId, durationMs: performance.now() - startedAt, log: job.lines, ...parseResult(result) })
  }

  /** Writes the log line that the Lambda service itself writes about a failed call. */
  function report(job: Job, { errorType, errorMessage, trace }: FunctionError): void {
    const timestamp = new Date(clock.now()).toISOString()
    const error = { errorType, errorMessage, stackTrace: trace }
    keep(job, JSON.stringify({ level: 'ERROR', message: errorMessage, timestamp, requestId: job.requestId, error }))
  }

  function release(slot: Slot): void {
    if (slot.execution.ended) return
    if (slot.retired || closed) {
      void slot.execution.end(killed)
      return
    }
    idle.push(slot)
    slot.idleTimer = setTimeout(() => retire(slot), IDLE_MS).unref()
    dispatch()
  }

  function retire(slot: Slot): void {
    slot.retired = true
    if (!slot.job) void slot.execution.end(killed)
  }

  clock.onSet(() => {
    for (const { execution } of slots) execution.setClock(clock.ahead())
  })

  return {
    invoke(event) {
      const text = JSON.stringify(event) ?? 'null'
      const requestId = randomUUID()
      if (Buffer.byteLength(text) > PAYLOAD_LIMIT) return Promise.resolve(failWithoutStart(requestId, tooLarge))
      if (closed) return Promise.resolve(failWithoutStart(requestId, killed))
      return new Promise((resolve) => {
        waiting.push({ requestId, event: text, lines: [], resolve })
        dispatch()
      })
    },
    recycle() {
      idle.length = 0
      for (const slot of slots) retire(slot)
    },
    async kill() {
      const victims = [...slots]
      await Promise.all(victims.map((slot) => slot.execution.end(killed)))
      return victims.length
    },
    state: () => ({
      name,
      state: slots.size === 0 ? 'cold' : idle.length === slots.size ? 'idle' : 'busy',
      workers: slots.size,
      ...tally,
      memoryLimitMb: options.memoryMb,
    }),
    async close(graceMs) {
      closed = true
      for (const { requestId, resolve } of waiting.splice(0)) resolve(failWithoutStart(requestId, killed))
      const deadline = performance.now() + graceMs
      while ([...slots].some((slot) => slot.job) && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      await Promise.all([...slots].map((slot) => slot.execution.end(killed)))
    },
  }
}

const failWithoutStart = (requestId: string, error: FunctionError): Invocation => ({
  requestId,
  durationMs: 0,
  log: [],
  ok: false,
  error,
})

/** Error of a call whose event exceeds Lambda's limit. */
const tooLarge: FunctionError = {
  errorType: 'RequestEntityTooLargeException',
  errorMessage: `Request must be smaller than ${PAYLOAD_LIMIT} bytes for the InvokeFunction operation`,
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
