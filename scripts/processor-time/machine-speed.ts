import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Seconds of processor time of the reference work on the machine for which the bounds of processor time were set. */
const REFERENCE_SECONDS = 0.9

/** Number of times that the work is done at once: as many as processes that keep such a machine busy. */
const AT_ONCE = 2

const work = fileURLToPath(new URL('./reference-work.ts', import.meta.url))
const runFile = promisify(execFile)

/**
 * Measures how many times the processor time of the reference machine this one takes now, at least 1. The same work
 * took between 28 and 50 seconds on one virtual machine on different days, so that a bound in seconds alone would hold
 * by luck.
 */
export async function measureSlowness(): Promise<number> {
  const runs = await Promise.all(Array.from({ length: AT_ONCE }, () => runFile(process.execPath, [work], { env: {} })))
  const seconds = runs.reduce((sum, { stdout }) => sum + Number(stdout), 0) / AT_ONCE
  return Math.max(1, seconds / REFERENCE_SECONDS)
}
