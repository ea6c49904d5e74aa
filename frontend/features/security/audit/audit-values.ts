import type { AuditLog } from '../../../../shared/api/audit.ts'
import { type FieldWords, findFormatter, labelOf, type Names } from '../../../records/audit-words.ts'
import { anyFields, auditWords } from './audit-words.ts'

/** Field of a logged record as text, before and after the change; null where the record had no such field. */
export interface AuditField {
  readonly name: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  readonly changed: boolean
}

/** Parts of a row of the audit log that describe the record and its change. */
type LoggedChange = Pick<AuditLog, 'entityType' | 'oldData' | 'newData'>

/**
 * Id fields (keys), each with the field (value) that shows the same in a readable form. An id field is hidden where the
 * record has both.
 */
const repeated: Readonly<Record<string, string>> = {
  agentId: 'agent',
  askedById: 'askedBy',
  callerId: 'caller',
  createdBy: 'caller',
  ownerId: 'owner',
  teamId: 'team',
  userId: 'user',
}

/**
 * Returns the Dutch label and formatter of a record's field. Null means that the field is not shown, undefined that it
 * is unknown.
 */
export function findFieldWords(entityType: string, name: string): FieldWords | undefined {
  const words = auditWords[entityType]
  const fields = [words?.fields, anyFields].find((some) => some !== undefined && name in some)
  return fields ? fields[name] : words?.otherField?.(name)
}

/** Returns the shown fields of a logged record as text, before and after: changed ones first, technical ones last. */
export function fieldsOf({ entityType, oldData, newData }: LoggedChange, names: Names): AuditField[] {
  const all = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  const fields = all.flatMap((name) => {
    const words = findFieldWords(entityType, name)
    if (words === null || all.includes(repeated[name] ?? '')) return []
    const [before = null, after = null] = [oldData, newData].map((data) => findFormatter(words)(data?.[name], names))
    return [{ name, label: labelOf(words) ?? name, before, after, changed: before !== after }]
  })
  return fields.sort((one, other) => rankOf(one) - rankOf(other))
}

/**
 * Returns a logged change in one line, `Plaats: Venlo → Roermond, ook E-mail`. Null for a new or deleted record, or
 * without a change.
 */
export function summaryOf(log: LoggedChange, names: Names): string | null {
  if (log.oldData === null || log.newData === null) return null
  const changed = fieldsOf(log, names).filter((field) => field.changed && rankOf(field) === 0)
  const [first, ...others] = changed
  if (!first) return null
  return `${first.label}: ${changeOf(first)}${alsoOf(others.map(({ label }) => label))}`
}

function changeOf({ before, after }: AuditField): string {
  if (before === null) return after ?? 'ingevuld'
  return after === null ? `${before} verwijderd` : `${before} → ${after}`
}

/** Returns the end of a summary that names further changed fields, such as `, ook E-mail en 3 andere velden`. */
function alsoOf(labels: readonly string[]): string {
  const [one, two, ...rest] = labels
  if (one === undefined) return ''
  if (two === undefined) return `, ook ${one}`
  return rest.length === 0 ? `, ook ${one} en ${two}` : `, ook ${one} en ${rest.length + 1} andere velden`
}

/** Technical fields: `fieldsOf` sorts them last, and `summaryOf` leaves them out. */
const bookkeeping = ['createdAt', 'sequence', 'updatedAt', 'version']

const rankOf = ({ name, changed }: AuditField) => (bookkeeping.includes(name) ? 2 : changed ? 0 : 1)
