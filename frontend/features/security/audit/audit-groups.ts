import type { AuditLog } from '../../../../shared/contract/admin.ts'

/** Row of the audit log as shown. It may stand for several rows that one action wrote, which are in `together`. */
export interface AuditRow extends AuditLog {
  /** Rows that one action wrote on several records, and for which this row stands. */
  readonly together?: readonly AuditLog[]
  /** True where older rows that are not loaded may belong to the action. */
  readonly isCut?: boolean
  /** Set for a row shown below the row that stands for it. */
  readonly isPart?: boolean
}

/** Minimum number of records that an action must have changed for its rows to be shown as one row. */
const FEWEST = 3

/**
 * Merges the rows of one action into one row, if one run or request wrote them on at least three records of one type.
 * `opened` has the ids of merged rows that are followed by their parts. With `hasMore`, older rows are not loaded yet.
 * Some may belong to the action of the oldest loaded row, so this action is marked as `isCut`.
 */
export function groupByAction(logs: readonly AuditLog[], opened: ReadonlySet<string>, hasMore: boolean): AuditRow[] {
  const actions = Map.groupBy(logs, actionKeyOf)
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

/** Returns the key that all rows of one action share; a row without run or request has a key of its own. */
const actionKeyOf = ({ id, runId, action, entityType }: AuditLog): string =>
  runId === null ? id : [runId, action, entityType].join()
