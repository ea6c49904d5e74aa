import { fork } from 'node:child_process'
import type { Children } from '../children.ts'
import type { Call, FunctionError, Message, Order, Result } from './protocol.ts'

export interface ExecutionOptions {
  /** Path of the bundled bootstrap.ts. */
  readonly bootstrap: string
  /** Path of the function's bundle. */
  readonly bundle: string
  readonly environment: Readonly<Record<string, string>>
  /** Folder of compiled code that processes share. */
  readonly compileCache: string
  readonly memoryMb: number
  readonly startTimeoutMs: number
  /** Milliseconds by which the functions' clock is ahead of the machine's. */
  readonly ahead: number
  readonly children: Children
  /** Receives output of the function, standard or error. */
  readonly onOutput: (text: string) => void
  /** Receives the end of the process, for any reason. */
  readonly onEnd: () => void
}

/** One execution environment of a function: a process that answers one call at a time. */
export interface Execution {
  /** The outcome of loading the function. */
  readonly started: Promise<Result>
  run(call: Call): Promise<Result>
  setClock(ahead: number): void
  /** Ends the process at once and resolves when it is gone; a running call fails with this error. */
  end(error: FunctionError): Promise<void>
  readonly ended: boolean
  /** Most memory that the process was seen to hold, in MB. */
  readonly memoryMb: number
}

/** Error of a call whose process was ended from outside. */
export const killed: FunctionError = {
  errorType: 'Runtime.ExitError',
  errorMessage: 'Runtime exited with error: signal: killed',
}

const NATIVE_OUTPUT = 4000

/**
 * Starts a process for a function, as a cold start does. It is no worker thread, because a thread whose heap is full
 * can end its whole process, and every other function with it.
 */
export function startExecution(options: ExecutionOptions): Execution {
  const child = fork(options.bootstrap, [options.bundle, String(options.ahead), options.compileCache], {
    // Node allocates in threads of its own; glibc would keep an arena of memory for each.
    env: { MALLOC_ARENA_MAX: '1', ...options.environment },
    execArgv: heapOf(options.memoryMb),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  options.children.add(child)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let settle: ((result: Result) => void) | null = null
  let failure: FunctionError | null = null
  let memoryMb = 0
  let native = ''

  function outcome(timeoutMs: number): Promise<Result> {
    if (failure) return Promise.resolve({ ok: false, error: failure })
    return new Promise((resolve) => {
      const timer = setTimeout(() => void end(timeoutError(timeoutMs)), timeoutMs)
      settle = (result) => {
        clearTimeout(timer)
        settle = null
        resolve(result)
      }
    })
  }

  function fail(error: FunctionError): void {
    failure ??= error
    settle?.({ ok: false, error: failure })
  }

  async function end(error: FunctionError): Promise<void> {
    fail(error)
    child.kill('SIGKILL')
    await gone
  }

  const tell = (order: Order) => {
    if (child.connected) child.send(order, () => undefined)
  }

  child.on('message', (message: Message) => {
    if (message.kind === 'output') return options.onOutput(message.text)
    if (message.kind === 'crash') return fail(message.error)
    memoryMb = Math.max(memoryMb, message.memoryMb)
    settle?.(message.result)
  })
  // These streams carry only what Node itself prints, as bootstrap.ts sends the function's output as messages. Node's
  // output tells why the process ended, such as a full heap.
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      native = (native + text).slice(-NATIVE_OUTPUT)
    })
  }
  child.once('error', (error) => fail({ errorType: 'Runtime.Unknown', errorMessage: error.message }))
  child.once('close', (code, signal) => {
    fail(exitError(code, signal, native))
    options.onEnd()
  })

  return {
    started: outcome(options.startTimeoutMs),
    run(call) {
      const result = outcome(call.timeoutMs)
      tell({ kind: 'call', call })
      return result
    },
    setClock: (ahead) => tell({ kind: 'clock', ahead }),
    end,
    get ended() {
      return failure !== null
    },
    get memoryMb() {
      return memoryMb
    },
  }
}

/**
 * Most megabytes of each half of the space for new objects. Lambda gives 5 % of a function's memory, which would take
 * up to 150 MB of a laptop for each process.
 */
const MAX_SEMI_SPACE_MB = 1

/** Returns the flags of Node that give V8 the same share of a function's memory as in Lambda, but fewer new objects. */
const heapOf = (memoryMb: number) => [
  `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
  `--max-semi-space-size=${MAX_SEMI_SPACE_MB}`,
]

const timeoutError = (ms: number): FunctionError => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `Task timed out after ${(ms / 1000).toFixed(2)} seconds`,
})

function exitError(code: number | null, signal: string | null, native: string): FunctionError {
  const how = signal ? `signal: ${signal}` : `exit status ${code}`
  const errorMessage = `Runtime exited with error: ${how}`
  if (native.includes('heap out of memory')) return { errorType: 'Runtime.OutOfMemory', errorMessage }
  return { errorType: 'Runtime.ExitError', errorMessage, ...(native ? { trace: native.trim().split('\n') } : {}) }
}
