import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findDynoxide } from '../../infra/local/table/dynoxide.ts'
import { readChildrenSeconds } from './processor-time.ts'

/**
 * Number of times that the reference work is done at once, and seconds of processor time that each takes on the machine
 * for which the bounds of processor time were set. Computed and not measured there: commit 64628a2c, whose first start
 * passed its bound of 30 seconds there, takes 43.9 seconds on a machine that does the work twice at once in 4.2 each. A
 * whole run keeps more processes busy than a start; this costs that machine a quarter more, and a virtual one twice as
 * much.
 */
const referenceSeconds = { start: [2, 2.8], run: [4, 3.5] } as const

const work = fileURLToPath(new URL('./reference-work.ts', import.meta.url))
const runFile = promisify(execFile)

/**
 * Measures how many times the processor time of the reference machine this one takes now, at least 1. Virtual machines
 * of one kind differ by more than half from day to day, so that a bound in seconds alone would hold by luck. Call it
 * while this process has no other children. Returns 1 on a system that does not tell processor time, or has no dynoxide.
 */
export async function measureSlowness(load: keyof typeof referenceSeconds): Promise<number> {
  const before = readChildrenSeconds()
  if (before === null || findDynoxide() === null) return 1
  const [processes, reference] = referenceSeconds[load]
  const env = { PATH: process.env['PATH'] }
  await Promise.all(Array.from({ length: processes }, () => runFile(process.execPath, [work], { env })))
  const seconds = ((readChildrenSeconds() ?? 0) - before) / processes
  return Math.max(1, seconds / reference)
}
