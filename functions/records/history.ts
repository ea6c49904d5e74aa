import { type AuditLog, AuditLogs } from '../platform/data/audit.ts'
import { take } from '../platform/data/rows.ts'

/** Maximum number of changes shown, newest first. */
const SHOWN = 50
/** Rows read for them: marks and mails leave rows that show nothing. */
const READ = 200

/** Audit rows and fields that readers of a record may see. */
export interface Told<F extends string> {
  /** Name of the kind in the audit. */
  readonly type: string
  /** Attributes whose changes are shown; others stay in the log. */
  readonly fields: readonly F[]
  /** Verbs shown besides create and update: `delete`, `restore`. */
  readonly verbs: readonly string[]
  /** Returns a value for readers; a change without a visible difference is left out. */
  readonly shown?: (field: F, value: unknown) => unknown
}

/**
 * Returns the history of one record, newest first: who, when and which fields from and to which values, without the
 * origin. Callers check the right to read it. At most 50 changes; `isWhole` tells whether these are all. One query.
 */
export async function historyOf<F extends string>({ type, fields, verbs, shown = asStored }: Told<F>, id: string) {
  const query = AuditLogs.query.byEntity({ entityType: type, entityId: id })
  const { rows, isOver } = await take(query, READ, { order: 'desc' })
  const entries = rows
    .map((row) => ({ ...entryOf(row), changes: changesOf(row, fields, shown) }))
    .filter(({ verb, changes }) => verb === 'create' || verbs.includes(verb) || changes.length > 0)
  return { entries: entries.slice(0, SHOWN), isWhole: isOver && entries.length <= SHOWN }
}

const asStored = (_: string, value: unknown) => value

const entryOf = ({ id, createdAt, userName, action }: AuditLog) => ({
  id,
  createdAt,
  userName,
  verb: action.slice(action.indexOf('.') + 1),
})

/** Returns the visible changes of fields with old and new values; none for a created or deleted record. */
function changesOf<F extends string>(
  { oldData, newData }: AuditLog,
  fields: readonly F[],
  shown: (field: F, value: unknown) => unknown,
) {
  if (!oldData || !newData) return []
  const [before, after] = [oldData as Record<F, unknown>, newData as Record<F, unknown>]
  return fields
    .filter((field) => before[field] !== undefined || after[field] !== undefined)
    .map((field) => ({ field, before: shown(field, before[field] ?? null), after: shown(field, after[field] ?? null) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
