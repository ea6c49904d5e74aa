import { type AuditLog, AuditLogs } from '../platform/audit.ts'
import { take } from '../platform/rows.ts'

/** The most changes that are shown, newest first. */
const SHOWN = 50
/** Rows read for them: marks and mails leave rows too that show nothing. */
const READ = 200

/** Which of a record's audit rows its readers may see, and what of them. */
export interface Told<F extends string> {
  /** Its name in the audit. */
  readonly type: string
  /** The attributes whose change is told; all others stay in the log. */
  readonly fields: readonly F[]
  /** What else happened than create and update, by its verb: `delete`, `restore`. */
  readonly verbs: readonly string[]
  /** A value as its readers may see it; a change of which they see nothing is not told. */
  readonly shown?: (field: F, value: unknown) => unknown
}

/**
 * What became of one record, newest first: who, when and which fields from what to what, without where they did it from.
 * For who may read the record; at most 50 changes, `isWhole` says whether there are no more. One query.
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

/** What a change of fields went from and to; what a record began or ended with is not told again. */
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
