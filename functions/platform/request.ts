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

const action = new AsyncLocalStorage<string>()

/** Runs work that a change requested, as part of the action of that change: its id is `requestId` of the origin. */
export const runForAction = <T>(id: string, work: () => Promise<T>): Promise<T> => action.run(id, work)

/** Returns the id of the action for which work runs; undefined for work that no change requested. */
export const findRunningAction = (): string | undefined => action.getStore()

/** Adds consumed capacity units to the usage of the running request, if there is one. */
export function addUsage(kind: keyof Usage, units: number): void {
  const usage = current.getStore()
  if (usage) usage[kind] += units
}
