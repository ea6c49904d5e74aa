import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A running process, as the kernel of Linux shows it. */
export interface Process {
  readonly pid: number
  readonly parent: number
  /** Command line of the process. */
  readonly command: string
  /** Processor time of the process itself, in seconds. */
  readonly seconds: number
  /** Processor time of its children that have ended, in seconds. */
  readonly endedSeconds: number
}

/** Number of the kernel's clock ticks in a second: 100 on all platforms of Node. */
const TICKS = 100

/** Lists a process and all its descendants that run; none on a system without /proc. */
export function listProcessTree(root: number): Process[] {
  const all = (existsSync('/proc') ? readdirSync('/proc') : []).flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  )
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

/** Returns the processor time of a process tree in seconds, with that of its processes that have ended. */
export const sumSeconds = (tree: readonly Process[]): number =>
  tree.reduce((sum, { seconds, endedSeconds }) => sum + seconds + endedSeconds, 0)

/** Returns the memory of processes in MB; memory that several processes share counts once (proportional set size). */
export const sumMemoryMb = (tree: readonly Process[]): number =>
  tree.reduce((sum, { pid }) => {
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? '0'
    return sum + Number(kilobytes) / 1024
  }, 0)

/** Returns a process; null when it has ended. */
function readProcess(pid: number): Process | null {
  const [stat, command] = [readText(`/proc/${pid}/stat`), readText(`/proc/${pid}/cmdline`)]
  if (stat === null || command === null) return null
  // The name of the program, in brackets, may contain anything; the numbers come after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const time = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS
  return {
    pid,
    parent: Number(fields[1]),
    command: command.replaceAll('\0', ' ').trim(),
    seconds: time(11),
    endedSeconds: time(13),
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
