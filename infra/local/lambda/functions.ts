import { availableParallelism } from 'node:os'
import type { FunctionSpec } from '../../manifest.ts'
import { createPool, type FunctionState, type Pool } from './pool.ts'
import { machineTimers, type Timers } from './timers.ts'
import type { Invocation, WorkerOptions } from './worker.ts'

export type { FunctionState } from './pool.ts'
export type { Invocation }

export interface Functions {
  /**
   * Runs a function; waits when all its workers are busy. Resolves also when the call fails. Throws when there is no
   * such function.
   */
  invoke(name: string, event: unknown): Promise<Invocation>
  /** Replaces the workers of these functions, or of all: idle ones now, busy ones after their call. */
  recycle(names?: readonly string[]): void
  /**
   * Ends a function's workers now, running calls included. Resolves to the number of ended workers, or null when there
   * is no such function.
   */
  kill(name: string): Promise<number | null>
  states(): FunctionState[]
  /** Fails waiting calls, gives running calls two seconds to end, and ends all workers. */
  close(): Promise<void>
}

export interface FunctionsOptions
  extends Pick<WorkerOptions, 'bootstrap' | 'children' | 'clock' | 'compileCache' | 'log'> {
  readonly specs: Readonly<Record<string, FunctionSpec>>
  /** The path of a function's bundle. */
  readonly bundleOf: (name: string) => string
  /** Returns all environment variables of a function; called at each cold start. */
  readonly environmentOf: (name: string, spec: FunctionSpec) => Readonly<Record<string, string>>
  /** Maximum number of workers per function; by default the number of cores, at most 4. */
  readonly concurrency?: number
  /** Number of cores of the machine. */
  readonly cores?: number
  readonly timers?: Timers
  /** Milliseconds after which an idle worker ends, to give its memory back; two minutes by default. */
  readonly idleMs?: number | undefined
}

const GRACE_MS = 2000
const IDLE_MS = 2 * 60_000

/** More workers than cores answer no more calls, and each takes the memory of a process. */
const MOST_WORKERS = Math.min(4, availableParallelism())

/** Prepares functions to run as on Lambda, each in worker processes of its own. Starts none yet. */
export function createFunctions(options: FunctionsOptions): Functions {
  const { specs, cores = availableParallelism(), concurrency = MOST_WORKERS } = options
  const { timers = machineTimers, idleMs = IDLE_MS, bundleOf, environmentOf } = options
  const load = { running: 0, cores }
  const pools = new Map<string, Pool>(
    Object.entries(specs).map(([name, spec]) => [
      name,
      createPool({
        ...{ ...options, concurrency, load, timers, idleMs },
        ...{ name, memoryMb: spec.memoryMb, timeoutMs: spec.timeoutSeconds * 1000 },
        bundle: bundleOf(name),
        environment: () => environmentOf(name, spec),
      }),
    ]),
  )
  return {
    invoke(name, event) {
      const pool = pools.get(name)
      if (!pool) throw new Error(`There is no function ${name}`)
      return pool.invoke(event)
    },
    recycle(names = [...pools.keys()]) {
      for (const name of names) pools.get(name)?.recycle()
    },
    kill: async (name) => (await pools.get(name)?.kill()) ?? null,
    states: () => [...pools.values()].map((pool) => pool.state()),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close(GRACE_MS)))
    },
  }
}
