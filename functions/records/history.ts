import type { Caller } from '../platform/actor.ts'
import { type AuditLog, AuditLogs } from '../platform/data/audit.ts'
import { takeRows } from '../platform/data/rows.ts'

/** Maximum number of changes shown, newest first. */
const SHOWN = 50
/** Maximum number of audit rows read to find `SHOWN` changes, because many audit rows hold nothing that is shown. */
const READ = 200

/** Definition of the history of a kind of record: its audit rows and the fields that readers may see. */
export interface HistoryKind<F extends string> {
  /** Name of the kind in the audit. */
  readonly type: string
  /** Attributes whose changes are shown; changes of other attributes are only in the audit log. */
  readonly fields: readonly F[]
  /** Verbs always shown, such as `restore`; so is `create`. Other verbs need a visible change of a field. */
  readonly verbs: readonly string[]
  /** Returns a value for readers; a change without a visible difference is left out. */
  readonly shown?: (field: F, value: unknown) => unknown
}

/**
 * Reads the visible changes of one record, newest first, at most 50; `isComplete` tells whether these are all. Callers
 * check the right to read the record.
 */
export async function readHistory<F extends string>(
  { type, fields, verbs, shown = asStored }: HistoryKind<F>,
  id: string,
) {
  const query = AuditLogs.query.byEntity({ entityType: type, entityId: id })
  const { rows, isOver } = await takeRows(query, READ, { order: 'desc' })
  const entries = rows
    .map((row) => ({ ...entryOf(row), changes: changesOf(row, fields, shown) }))
    .filter(({ verb, changes }) => verb === 'create' || verbs.includes(verb) || changes.length > 0)
  return { entries: entries.slice(0, SHOWN), isComplete: isOver && entries.length <= SHOWN }
}

/**
 * Reads the visible changes of a record within the actor's reach, as `readHistory` does. Throws 404 when the actor may
 * not read the record.
 */
export async function readHistoryWithin<F extends string>(
  { type, within }: { readonly type: string; readonly within: (actor: Caller, id: string) => Promise<unknown> },
  fields: readonly F[],
  [actor, id]: readonly [Caller, string],
  verbs: readonly string[] = [],
) {
  await within(actor, id)
  return readHistory({ type, fields, verbs }, id)
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
