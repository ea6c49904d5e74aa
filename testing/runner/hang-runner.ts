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

/**
 * Returns the seconds of processor time that the living descendants of a process used; 0 where the system does not tell,
 * and for those that just ended.
 */
function descendantsSeconds(pid: string): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const children = threads.flatMap((id) => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8').split(' '))
    return children.filter(Boolean).reduce((sum, child) => sum + secondsOf(child) + descendantsSeconds(child), 0)
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

/** Returns the seconds of processor time that this process and its living descendants used. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000 + descendantsSeconds('self')
}

/**
 * Runs a test, and rejects when it hangs: when neither this process nor those it started work for `limit` milliseconds. A
 * slow test on a busy machine does work, so it goes on.
 */
export async function runUnlessHung(run: () => unknown, limit: number): Promise<void> {
  let stop = () => {}
  const hung = new Promise<never>((_, reject) => {
    const seen: number[] = []
    const check = setInterval(() => {
      seen.push(usedSeconds())
      const before = seen.at(-1 - CHECKS)
      // The sum falls when a process ends that nobody waited for, which is work too.
      const used = (seen.at(-1) ?? 0) - (before ?? 0)
      if (before !== undefined && Math.abs(used) < (IDLE_SHARE * limit) / 1000) {
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
