import { readdirSync, readFileSync } from 'node:fs'
// These stay real when a test fakes the global timers.
import { clearInterval, setInterval } from 'node:timers'
import { type RunnerTestCase, TestRunner } from 'vitest'

/** Milliseconds after which a test that does nothing is ended. */
const LIMIT = 60_000
/** Share of a processor below which a test does nothing: what timers and open connections use while a test hangs. */
const IDLE_SHARE = 0.015
/** Number of looks at the processor time within the limit. */
const CHECKS = 12

/** Clock ticks per second in which Linux reports processor time. */
const TICKS = 100

/** Returns the seconds of processor time that this process's living children used; 0 where the system does not tell. */
function childrenSeconds(): number {
  try {
    const threads = readdirSync('/proc/self/task')
    const children = threads.flatMap((id) => readFileSync(`/proc/self/task/${id}/children`, 'utf8').split(' '))
    return children.filter(Boolean).reduce((sum, pid) => sum + secondsOf(pid), 0)
  } catch {
    return 0
  }
}

/** Returns the seconds of processor time of a process and its ended children. */
function secondsOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]) / TICKS, 0)
}

/** Returns the seconds of processor time that this process and its living children used. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + childrenSeconds()
}

/**
 * Runs a test, and rejects when it hangs: when neither this process nor its children work for `limit` milliseconds. A
 * slow test on a busy machine does work, so it goes on.
 */
export async function runUnlessHung(run: () => unknown, limit: number): Promise<void> {
  let stop = () => {}
  const hung = new Promise<never>((_, reject) => {
    const seen: number[] = []
    const check = setInterval(() => {
      seen.push(usedSeconds())
      const before = seen.at(-1 - CHECKS)
      const used = (seen.at(-1) ?? 0) - (before ?? 0)
      if (before !== undefined && used < (IDLE_SHARE * limit) / 1000) {
        reject(new Error(`The test hangs: it did nothing for ${limit / 1000} s`))
      }
    }, limit / CHECKS).unref()
    stop = () => clearInterval(check)
  })
  try {
    await Promise.race([run(), hung])
  } finally {
    stop()
  }
}

/** Runs each test as Vitest does, but ends one that hangs after a minute. */
export default class HangRunner extends TestRunner {
  runTask(test: RunnerTestCase): Promise<void> {
    return runUnlessHung(TestRunner.getTestFn(test), LIMIT)
  }
}
