import { readFileSync } from 'node:fs'

/** Clock ticks per second in which Linux reports processor time, on every platform that Node runs on. */
const TICKS = 100

/** Core-minutes that a whole test run may use on a busy machine, which needs a quarter more than an idle one. */
export const CORE_MINUTES = 30

/**
 * Returns the seconds of processor time that a process's ended children and their descendants used, from the text of
 * its `/proc/<pid>/stat`.
 */
export function parseChildrenSeconds(stat: string): number {
  // The name of the program, in brackets, may itself hold spaces and brackets. `cutime` and `cstime` are the fields 16
  // and 17; the first field behind the name is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}

/**
 * Returns the seconds of processor time that this process's ended children and their descendants used. Null on a system
 * that does not tell.
 */
export function readChildrenSeconds(): number | null {
  try {
    return parseChildrenSeconds(readFileSync('/proc/self/stat', 'latin1'))
  } catch {
    return null
  }
}

/**
 * Returns the line that tells the processor time of a run, and whether that is within the bound of a whole run on a
 * machine that takes `slowness` times the processor time of the reference (`machine-speed.ts`).
 */
export function describeProcessorTime(
  seconds: number,
  isWhole: boolean,
  slowness: number,
): { readonly line: string; readonly ok: boolean } {
  const minutes = seconds / 60
  const bound = CORE_MINUTES * slowness
  const ok = !isWhole || minutes <= bound
  const on = slowness > 1 ? `, of a machine that takes ${slowness.toFixed(2)} times the reference` : ''
  const goal = isWhole ? ` (bound ${bound.toFixed(1)}${on})` : ''
  return { line: `${ok ? '✓' : '✗'} ${minutes.toFixed(1)} core-minutes${goal}`, ok }
}
