import type { AuditLog } from '../../../../shared/contract/admin.ts'
import { type FieldWords, findFormatter, labelOf, type Names } from '../../../records/audit-words.ts'
import { anyFields, auditWords } from './audit-words.ts'

/** Field of a record, before and after; null where the record had no such field. */
export interface AuditField {
  readonly name: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  readonly changed: boolean
}

/** Parts of a row that describe the record and its change. */
type Told = Pick<AuditLog, 'entityType' | 'oldData' | 'newData'>

/** Fields that repeat another field of the record, which is the readable one. */
const repeated: Readonly<Record<string, string>> = {
  agentId: 'agent',
  askedById: 'askedBy',
  callerId: 'caller',
  createdBy: 'caller',
  ownerId: 'owner',
  teamId: 'team',
  userId: 'user',
}

/** Returns the words of a field; null for a field that is not shown, undefined for one without words. */
export function fieldWords(entityType: string, name: string): FieldWords | undefined {
  const words = auditWords[entityType]
  const fields = [words?.fields, anyFields].find((some) => some !== undefined && name in some)
  return fields ? fields[name] : words?.otherField?.(name)
}

/** Returns the fields of both versions as text, changed ones first. */
export function fieldsOf({ entityType, oldData, newData }: Told, names: Names): AuditField[] {
  const all = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  const fields = all.flatMap((name) => {
    const words = fieldWords(entityType, name)
    if (words === null || all.includes(repeated[name] ?? '')) return []
    const [before = null, after = null] = [oldData, newData].map((data) => findFormatter(words)(data?.[name], names))
    return [{ name, label: labelOf(words) ?? name, before, after, changed: before !== after }]
  })
  return fields.sort((one, other) => rankOf(one) - rankOf(other))
}

/**
 * Returns a change in one line, such as `Plaats: Venlo → Roermond, ook E-mail`; null for a new or deleted record, or
 * without a change.
 */
export function summaryOf(log: Told, names: Names): string | null {
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

/** Names the other changed fields, up to two of them. */
function alsoOf(labels: readonly string[]): string {
  const [one, two, ...rest] = labels
  if (one === undefined) return ''
  if (two === undefined) return `, ook ${one}`
  return rest.length === 0 ? `, ook ${one} en ${two}` : `, ook ${one} en ${rest.length + 1} andere velden`
}

/** Technical fields that every change updates. */
const bookkeeping = ['createdAt', 'sequence', 'updatedAt', 'version']

const rankOf = ({ name, changed }: AuditField) => (bookkeeping.includes(name) ? 2 : changed ? 0 : 1)
