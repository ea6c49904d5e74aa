import type { LogLine } from './log.ts'

/** Table usage of one action of one function, in capacity units. */
export interface UsageRow {
  readonly function: string
  readonly action: string
  calls: number
  read: number
  write: number
}

export interface UsageMeter {
  /** Takes the figures out of a line that ends a request; other lines are passed over. */
  count(line: LogLine): void
  /** Per function and action, since the last `reset`. */
  rows(): UsageRow[]
  reset(): void
}

/** Adds up the capacity units that functions report in their `request` lines (workbench.md). */
export function createUsageMeter(): UsageMeter {
  const rows = new Map<string, UsageRow>()
  return {
    count(line) {
      const units = unitsOf(line['consumed'])
      if (line['message'] !== 'request' || !units) return
      const action = String(line['action'] ?? line['route'] ?? line.function)
      const key = `${line.function} ${action}`
      const row = rows.get(key) ?? { function: line.function, action, calls: 0, read: 0, write: 0 }
      row.calls += 1
      row.read += units.read
      row.write += units.write
      rows.set(key, row)
    },
    rows: () => [...rows.values()],
    reset: () => rows.clear(),
  }
}

function unitsOf(consumed: unknown): { read: number; write: number } | null {
  if (typeof consumed !== 'object' || consumed === null) return null
  const { read, write } = consumed as { read?: unknown; write?: unknown }
  return typeof read === 'number' && typeof write === 'number' ? { read, write } : null
}
