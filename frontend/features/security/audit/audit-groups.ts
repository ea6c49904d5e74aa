import type { AuditLog } from '../../../../shared/contract/admin.ts'

/** Row of the log; the first of several rows of one action represents them all. */
export interface AuditRow extends AuditLog {
  /** Rows of one action on many records that this row represents. */
  readonly together?: readonly AuditLog[]
  /** True where older rows that are not loaded may belong to the action. */
  readonly isCut?: boolean
  /** Set for a row shown below the one that represents it. */
  readonly isPart?: boolean
}

/** Minimum number of rows of one action that are shown as one. */
const FEWEST = 3

/**
 * Merges the rows that one run or request wrote into one, at the place of the newest; when that is opened, its own rows
 * follow. `hasMore`: older rows are not loaded.
 */
export function inActions(logs: readonly AuditLog[], opened: ReadonlySet<string>, hasMore: boolean): AuditRow[] {
  const actions = Map.groupBy(logs, actionOf)
  const last = logs.at(-1)
  return [...actions.values()].flatMap((rows): AuditRow[] => {
    const [first] = rows
    const isOne = new Set(rows.map(({ entityId }) => entityId)).size < FEWEST
    if (!first || isOne) return rows
    const id = `together-${first.id}`
    const parts = opened.has(id) ? rows.map((row) => ({ ...row, isPart: true })) : []
    return [{ ...first, id, together: rows, isCut: hasMore && last !== undefined && rows.includes(last) }, ...parts]
  })
}

/** Returns the key that the rows of one action share; changes by the system alone have their own. */
const actionOf = ({ id, runId, action, entityType }: AuditLog): string =>
  runId === null ? id : [runId, action, entityType].join()
