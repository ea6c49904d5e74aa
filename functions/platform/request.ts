import { AsyncLocalStorage } from 'node:async_hooks'

/** Capacity units of the table that one request or event has used, for its log line. */
export interface Usage {
  read: number
  write: number
}

const current = new AsyncLocalStorage<Usage>()

/** Runs `work`, and adds the capacity units that its table calls consume to `usage`. */
export function meterWork<T>(usage: Usage, work: () => Promise<T>): Promise<T> {
  return current.run(usage, work)
}

/** Adds consumed capacity units to the usage of the running request, if there is one. */
export function addUsage(kind: keyof Usage, units: number): void {
  const usage = current.getStore()
  if (usage) usage[kind] += units
}
