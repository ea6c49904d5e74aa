import type { AuditLog } from '../../../shared/contract/admin.ts'
import { type FieldWords, labelOf, type Names, readingOf } from '../../records/audit-words.ts'
import { anyFields, auditWords } from './audit-words.ts'

/** A field of a record, before and after; null where the record had no such field. */
export interface AuditField {
  readonly name: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
  readonly changed: boolean
}

/** What is told of a row: which record it was, and what it became. */
type Told = Pick<AuditLog, 'entityType' | 'oldData' | 'newData'>

/** Fields that say again what another field of the record says in words. */
const repeated: Readonly<Record<string, string>> = {
  agentId: 'agent',
  askedById: 'askedBy',
  callerId: 'caller',
  createdBy: 'caller',
  ownerId: 'owner',
  teamId: 'team',
  userId: 'user',
}

/** The words of a field; null for one that tells nobody anything, undefined where nobody gave any. */
export function fieldWords(entityType: string, name: string): FieldWords | undefined {
  const words = auditWords[entityType]
  const fields = [words?.fields, anyFields].find((some) => some !== undefined && name in some)
  return fields ? fields[name] : words?.otherField?.(name)
}

/** The fields of both versions, changed ones first, each with its old and new value as text. */
export function fieldsOf({ entityType, oldData, newData }: Told, names: Names): AuditField[] {
  const all = [...new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])]
  const fields = all.flatMap((name) => {
    const words = fieldWords(entityType, name)
    if (words === null || all.includes(repeated[name] ?? '')) return []
    const [before = null, after = null] = [oldData, newData].map((data) => readingOf(words)(data?.[name], names))
    return [{ name, label: labelOf(words) ?? name, before, after, changed: before !== after }]
  })
  return fields.sort((one, other) => rankOf(one) - rankOf(other))
}

/** Says a change in a line, such as `Plaats: Venlo → Roermond, ook E-mail`; null for what is new, gone or told elsewhere. */
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

/** The other fields by name, up to two of them. */
function alsoOf(labels: readonly string[]): string {
  const [one, two, ...rest] = labels
  if (one === undefined) return ''
  if (two === undefined) return `, ook ${one}`
  return rest.length === 0 ? `, ook ${one} en ${two}` : `, ook ${one} en ${rest.length + 1} andere velden`
}

/** Fields that every change moves, and that tell nobody anything. */
const bookkeeping = ['createdAt', 'sequence', 'updatedAt', 'version']

const rankOf = ({ name, changed }: AuditField) => (bookkeeping.includes(name) ? 2 : changed ? 0 : 1)
