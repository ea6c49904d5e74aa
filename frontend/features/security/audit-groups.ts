import type { AuditLog } from '../../../shared/contract/admin.ts'

/** Row of the log; the first of several rows of one action represents them all. */
export interface AuditRow extends AuditLog {
  /** Rows of one action on many records that this row represents. */
  readonly together?: readonly AuditLog[]
  /** Set for a row shown below the one that represents it. */
  readonly isPart?: boolean
}

/** Minimum number of rows of one action that are shown as one. */
const FEWEST = 3
/** Maximum number of milliseconds between two steps of one action. */
const APART_MS = 5_000

/** Merges the rows of one action into one; when that is opened, its own rows follow. */
export function inActions(logs: readonly AuditLog[], opened: ReadonlySet<string>): AuditRow[] {
  const actions: AuditLog[][] = []
  for (const log of logs) {
    const last = actions.at(-1)
    const before = last?.at(-1)
    if (last && before && isSameAction(before, log) && !last.some(isAbout(log))) last.push(log)
    else actions.push([log])
  }
  return actions.flatMap((rows): AuditRow[] => {
    const [first] = rows
    if (!first || rows.length < FEWEST) return rows
    const id = idOf(first)
    const parts = opened.has(id) ? rows.map((row) => ({ ...row, isPart: true })) : []
    return [{ ...first, id, together: rows }, ...parts]
  })
}

const idOf = ({ id }: AuditLog) => `together-${id}`

/** Tells whether two rows are about the same record; several events of one record are not an action on many. */
const isAbout =
  ({ entityId }: AuditLog) =>
  (other: AuditLog) =>
    other.entityId === entityId

/** Tells whether two rows are steps of one action. Records created one by one are separate actions. */
function isSameAction(one: AuditLog, other: AuditLog): boolean {
  if (one.userId !== other.userId || one.action !== other.action || one.entityType !== other.entityType) return false
  const apart = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt))
  return apart <= APART_MS && !one.action.endsWith('.create')
}
