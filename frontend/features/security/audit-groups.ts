import type { AuditLog } from '../../../shared/contract/admin.ts'

/** A row of the log; the first of several that are one action tells how many those are. */
export interface AuditRow extends AuditLog {
  /** The rows of one action on many records, where this row stands for them. */
  readonly together?: readonly AuditLog[]
  /** It is shown below the row that stands for it. */
  readonly isPart?: boolean
}

/** So many rows of one action are shown as one. */
const FEWEST = 3
/** Most milliseconds between two steps of one action. */
const APART_MS = 5_000

/** Rows with those of one action as one, and below it its own rows where it is open. */
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

/** Several things that happened to one record are no action on many. */
const isAbout =
  ({ entityId }: AuditLog) =>
  (other: AuditLog) =>
    other.entityId === entityId

/** Tells whether two rows are steps of one action. Records that are made one by one are actions of their own. */
function isSameAction(one: AuditLog, other: AuditLog): boolean {
  if (one.userId !== other.userId || one.action !== other.action || one.entityType !== other.entityType) return false
  const apart = Math.abs(Date.parse(one.createdAt) - Date.parse(other.createdAt))
  return apart <= APART_MS && !one.action.endsWith('.create')
}
