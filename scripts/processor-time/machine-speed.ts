import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findDynoxide } from '../../infra/local/table/dynoxide.ts'
import { readChildrenSeconds } from './processor-time.ts'

/**
 * Seconds of processor time of the reference work on the machine for which the bounds of processor time were set,
 * computed and not measured there: commit 64628a2c, whose first start passed its bound of 30 seconds there, takes 43.9
 * seconds on a machine that does the reference work in 3.8.
 */
const REFERENCE_SECONDS = 2.6

/** Number of times that the work is done at once: as many as processes that keep such a machine busy. */
const AT_ONCE = 2

const work = fileURLToPath(new URL('./reference-work.ts', import.meta.url))
const runFile = promisify(execFile)

/**
 * Measures how many times the processor time of the reference machine this one takes now, at least 1. Virtual machines
 * of one kind differ by more than half from day to day, so that a bound in seconds alone would hold by luck. Call it
 * while this process has no other children. Returns 1 on a system that does not tell processor time, or has no dynoxide.
 */
export async function measureSlowness(): Promise<number> {
  const before = readChildrenSeconds()
  if (before === null || findDynoxide() === null) return 1
  const env = { PATH: process.env['PATH'] }
  await Promise.all(Array.from({ length: AT_ONCE }, () => runFile(process.execPath, [work], { env })))
  const seconds = ((readChildrenSeconds() ?? 0) - before) / AT_ONCE
  return Math.max(1, seconds / REFERENCE_SECONDS)
}
