import { readFileSync } from 'node:fs'

/** The most memory that this process has had, in MB: its own, as what the system calls its peak begins with its parent's. */
export function ownPeakMb(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error('This system does not tell the peak of a process')
  return Number(kilobytes) / 1024
}
