import { readFileSync } from 'node:fs'

/**
 * Returns the peak memory of this process in MB. Reads it from /proc, because Node's own figure includes the peak of
 * the parent process.
 */
export function readPeakMb(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error('This system does not tell the peak of a process')
  return Number(kilobytes) / 1024
}
