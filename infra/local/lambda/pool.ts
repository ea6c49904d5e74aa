import { randomUUID } from 'node:crypto'
import type { Children } from '../children.ts'
import type { Clock } from '../clock.ts'
import { type Execution, killed, startExecution } from './execution.ts'
import type { FunctionLog, LogLine } from './log.ts'
import type { FunctionError, Result } from './protocol.ts'
import type { Timers } from './timers.ts'

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
  readonly timers: Timers
  /** Folder of compiled code that the workers of all functions share. */
  readonly compileCache: string
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
  isStarting: boolean
  retired: boolean
  /** Ends the wait until an idle worker is retired; null while it is not idle. */
  stayIdle: (() => void) | null
  /** Output after the last line feed, kept until the rest of its line arrives. */
  rest: string
}

/** Lambda's limit on an event and on a reply, in bytes. */
const PAYLOAD_LIMIT = 6 * 1024 * 1024
const START_TIMEOUT_MS = 30_000
/** Time after which an idle worker ends, to give its memory back. */
const IDLE_MS = 2 * 60_000

/**
 * Time that a call waits for a busy worker before another worker starts. Most calls take less, while a start takes four
 * times as long, and each worker takes the memory of a process.
 */
const PATIENCE_MS = 50

/**
 * Creates the pool of worker processes of one function. It starts workers on demand and gives each one call at a time,
 * as Lambda does. To save memory, it starts no second worker while one still starts or may soon be free, and ends
 * workers that were idle for two minutes.
 */
export function createPool(options: PoolOptions): Pool {
  const { name, log, clock, timeoutMs, concurrency, timers } = options
  const slots = new Set<Slot>()
  const idle: Slot[] = []
  const waiting: Job[] = []
  const tally = { coldStarts: 0, coldStartMs: null as number | null, invocations: 0, errors: 0, memoryMb: 0 }
  let closed = false
  /** Ends the wait of calls for a busy worker; null while no call waits so. */
  let stopWaiting: (() => void) | null = null

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
      isStarting: true,
      retired: false,
      stayIdle: null,
      rest: '',
    }
    slots.add(slot)
    tally.coldStarts += 1
    void execution.started.then(() => {
      tally.coldStartMs = Math.round(performance.now() - slot.launchedAt)
      slot.isStarting = false
      dispatch()
    })
    return slot
  }

  function forget(slot: Slot): void {
    slots.delete(slot)
    slot.stayIdle?.()
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
      const slot = warmest() ?? (slots.size === 0 ? launch() : null)
      if (!slot) break
      give(slot)
    }
    const mayGrow = waiting.length > 0 && !closed && slots.size < concurrency
    if (mayGrow && ![...slots].some(({ isStarting }) => isStarting)) stopWaiting ??= timers.after(PATIENCE_MS, grow)
    else endWait()
  }

  function endWait(): void {
    stopWaiting?.()
    stopWaiting = null
  }

  /** Starts another worker for the call that waits longest. */
  function grow(): void {
    stopWaiting = null
    give(launch())
    dispatch()
  }

  /** Gives the call that waits longest to a worker. */
  function give(slot: Slot): void {
    const job = waiting.shift()
    if (!job) return
    slot.stayIdle?.()
    slot.stayIdle = null
    void perform(slot, job)
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
    slot.stayIdle = timers.after(IDLE_MS, () => retire(slot))
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
      endWait()
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
