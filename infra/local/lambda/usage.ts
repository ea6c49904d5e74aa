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
  /** Adds the capacity units of a `request` line, which a function logs after a request. Ignores other lines. */
  count(line: LogLine): void
  /** Returns the usage per function and action since the last `reset`. */
  rows(): UsageRow[]
  reset(): void
}

/** Creates a meter that adds up the capacity units in the functions' `request` log lines (workbench.md). */
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
