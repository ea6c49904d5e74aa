import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * Seconds of processor time of the reference work on the machine for which the bounds of processor time were set,
 * computed and not measured there: commit 64628a2c, whose first start passed its bound of 30 seconds there, took 49.8
 * seconds on a machine that did the reference work in 1.5.
 */
const REFERENCE_SECONDS = 0.9

/** Number of times that the work is done at once: as many as processes that keep such a machine busy. */
const AT_ONCE = 2

const work = fileURLToPath(new URL('./reference-work.ts', import.meta.url))
const runFile = promisify(execFile)

/**
 * Measures how many times the processor time of the reference machine this one takes now, at least 1. Virtual machines
 * of one kind differ by more than half from day to day, so that a bound in seconds alone would hold by luck.
 */
export async function measureSlowness(): Promise<number> {
  const runs = await Promise.all(Array.from({ length: AT_ONCE }, () => runFile(process.execPath, [work], { env: {} })))
  const seconds = runs.reduce((sum, { stdout }) => sum + Number(stdout), 0) / AT_ONCE
  return Math.max(1, seconds / REFERENCE_SECONDS)
}
