import { randomUUID } from 'node:crypto'
import { killed } from './execution.ts'
import type { FunctionError } from './protocol.ts'
import { type Invocation, PAYLOAD_LIMIT, startWorker, type Worker, type WorkerOptions } from './worker.ts'

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

/** Calls that run now, of all functions. */
export interface Load {
  running: number
  readonly cores: number
}

export interface PoolOptions extends WorkerOptions {
  /** Maximum number of workers; further calls wait in a queue. */
  readonly concurrency: number
  readonly load: Load
}

interface Job {
  readonly requestId: string
  readonly event: string
  readonly resolve: (invocation: Invocation) => void
}

/**
 * Time that a call waits for a busy worker before another worker starts: as long as a start takes. Most calls take less,
 * so that the busy worker is free before another one would be, and each worker takes the memory of a process.
 */
const PATIENCE_MS = 250

/**
 * The same while each core has a call, from which another worker would only take time; or while no worker has answered
 * yet: a first call loads code, which another worker would have to load too.
 */
const LONG_PATIENCE_MS = 5000

/**
 * Creates the pool of worker processes of one function. It starts workers on demand and gives each one call at a time,
 * as Lambda does. To save memory, it starts no second worker while one still starts or may soon be free, or while
 * all cores are busy, and ends workers that were idle for long.
 */
export function createPool(options: PoolOptions): Pool {
  const { load } = options
  const crew = createCrew(options, { onFree: dispatch })
  const waiting: Job[] = []
  const tally = { invocations: 0, errors: 0, memoryMb: 0 }
  let closed = false
  /** Ends the wait of calls for a busy worker; null while no call waits so. */
  let stopWaiting: (() => void) | null = null

  function dispatch(): void {
    while (waiting.length > 0 && !closed) {
      const worker = crew.takeIdle() ?? (crew.size() === 0 ? crew.launch() : null)
      if (!worker) break
      void give(worker)
    }
    const mayGrow = waiting.length > 0 && !closed && crew.size() < options.concurrency
    if (mayGrow && !crew.isStarting()) stopWaiting ??= waitFor(PATIENCE_MS)
    else endWait()
  }

  function endWait(): void {
    stopWaiting?.()
    stopWaiting = null
  }

  const waitFor = (waited: number) => options.timers.after(PATIENCE_MS, () => grow(waited))

  /** Starts another worker for the call that waits longest, unless it pays to wait longer. */
  function grow(waited: number): void {
    if ((load.running >= load.cores || crew.isNew()) && waited < LONG_PATIENCE_MS) {
      stopWaiting = waitFor(waited + PATIENCE_MS)
      return
    }
    stopWaiting = null
    void give(crew.launch())
    dispatch()
  }

  /** Gives the call that waits longest to a worker, which is idle again afterwards. */
  async function give(worker: Worker): Promise<void> {
    const job = waiting.shift()
    if (!job) return
    load.running += 1
    const invocation = await worker.run(job)
    load.running -= 1
    tally.invocations += 1
    tally.errors += invocation.ok ? 0 : 1
    tally.memoryMb = Math.max(tally.memoryMb, worker.memoryMb())
    if (closed) worker.retire()
    crew.putIdle(worker)
    job.resolve(invocation)
  }

  return {
    invoke(event) {
      const text = JSON.stringify(event) ?? 'null'
      const requestId = randomUUID()
      if (Buffer.byteLength(text) > PAYLOAD_LIMIT) return Promise.resolve(failWithoutStart(requestId, tooLarge))
      if (closed) return Promise.resolve(failWithoutStart(requestId, killed))
      return new Promise((resolve) => {
        waiting.push({ requestId, event: text, resolve })
        dispatch()
      })
    },
    recycle: crew.retire,
    kill: crew.kill,
    state: () => ({ name: options.name, ...crew.state(), ...tally, memoryLimitMb: options.memoryMb }),
    async close(graceMs) {
      closed = true
      endWait()
      for (const { requestId, resolve } of waiting.splice(0)) resolve(failWithoutStart(requestId, killed))
      await crew.waitUntilFree(graceMs)
      await crew.kill()
    },
  }
}

/** Creates the set of a function's workers, and of those that are idle; `onFree` hears when one is free or gone. */
function createCrew(options: WorkerOptions, { onFree }: { readonly onFree: () => void }) {
  const workers = new Set<Worker>()
  const idle: Worker[] = []
  /** Workers that have answered a call. */
  const tried = new WeakSet<Worker>()
  const starts = { coldStarts: 0, coldStartMs: null as number | null }

  function forget(worker: Worker): void {
    workers.delete(worker)
    const position = idle.indexOf(worker)
    if (position >= 0) idle.splice(position, 1)
    onFree()
  }

  options.clock.onSet(() => {
    for (const worker of workers) worker.setClock(options.clock.ahead())
  })

  return {
    size: () => workers.size,
    isStarting: () => [...workers].some((worker) => worker.isStarting()),
    isNew: () => ![...workers].some((worker) => tried.has(worker)),
    launch(): Worker {
      const worker = startWorker(options, { onEnd: () => forget(worker) })
      workers.add(worker)
      starts.coldStarts += 1
      void worker.started.then((durationMs) => {
        starts.coldStartMs = Math.round(durationMs)
        onFree()
      })
      return worker
    },
    /** Returns the worker used last, as Lambda prefers it; skips one that has just ended. */
    takeIdle(): Worker | undefined {
      for (;;) {
        const worker = idle.pop()
        if (!worker?.isEnded()) return worker
      }
    },
    /** Makes a worker idle, unless it has ended or is retired. */
    putIdle(worker: Worker): void {
      if (!worker.stayIdle()) return
      tried.add(worker)
      idle.push(worker)
      onFree()
    },
    retire(): void {
      idle.length = 0
      for (const worker of workers) worker.retire()
    },
    /** Ends the workers now and returns their number. */
    async kill(): Promise<number> {
      const ended = await Promise.all([...workers].map((worker) => worker.kill()))
      return ended.length
    },
    /** Waits until no worker has a call, at most `graceMs`. */
    async waitUntilFree(graceMs: number): Promise<void> {
      const deadline = performance.now() + graceMs
      while ([...workers].some((worker) => worker.isBusy()) && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    state: () => ({
      state:
        workers.size === 0 ? ('cold' as const) : idle.length === workers.size ? ('idle' as const) : ('busy' as const),
      workers: workers.size,
      ...starts,
    }),
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
