import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** File with the time of each test file in milliseconds, from runs on this machine. */
const NOTES = 'dist/test-times.json'

export type Times = Readonly<Record<string, number>>

/** Returns the milliseconds of each test file, from the output of Vitest, Jest or Playwright. */
export function parseTimes(output: string): Times {
  const times: Record<string, number> = {}
  const files = /^ ?\S (?:\|\w+\| )?(\S+\.test\.tsx?) \(.*\) +(\d+)ms$|^PASS (\S+) \(([\d.]+) s\)$/gm
  for (const [, vitest, ms, jest, seconds] of output.matchAll(files)) {
    times[vitest ?? jest ?? ''] = Number(ms ?? Number(seconds) * 1000)
  }
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }
  for (const [, file = '', time, unit = ''] of output.matchAll(/ (\S+\.e2e\.ts):\d+:\d+ › .*\(([\d.]+)(ms|s|m)\)$/gm)) {
    times[file] = (times[file] ?? 0) + Number(time) * (units[unit] ?? 0)
  }
  return times
}

/** Returns the stored times of test files; none before the first run. */
export function readTimes(): Times {
  try {
    return JSON.parse(readFileSync(NOTES, 'utf8'))
  } catch {
    return {}
  }
}

/** Stores how long each test file took, and keeps the stored times of files that did not run. */
export function noteTimes(times: Times): void {
  mkdirSync(dirname(NOTES), { recursive: true })
  writeFileSync(NOTES, JSON.stringify({ ...readTimes(), ...times }))
}

/**
 * Returns the share of the whole run's time that these tests take, from 0 to 1. A file without a known time counts with
 * the mean time.
 */
export function computeTimeShare(tests: ReadonlySet<string>, all: readonly string[], times: Times): number {
  const known = all.flatMap((file) => times[file] ?? [])
  const mean = known.length === 0 ? 1 : known.reduce((sum, time) => sum + time, 0) / known.length
  const total = (files: readonly string[]) => files.reduce((sum, file) => sum + (times[file] ?? mean), 0)
  return total(all.filter((file) => tests.has(file))) / total(all)
}
