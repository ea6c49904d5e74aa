import { actionOf } from '../frontend/features/security/audit/audit-labels.ts'
import { fieldsOf, findFieldWords } from '../frontend/features/security/audit/audit-values.ts'
import { auditWords } from '../frontend/features/security/audit/audit-words.ts'
import type { AuditLog } from '../shared/api/audit.ts'
import { routes } from '../shared/api/index.ts'
import { schemaOf } from './json-schema.ts'

const names = { person: () => 'Iemand', team: () => 'Team' }

/** Ends of the names of fields that hold cents. */
const amount = /(amount|commission|price|defaultRate|total)$/i

/** Stored values of all choices in the API; the audit log must show their labels instead. */
const stored = new Set(
  routes.flatMap(({ endpoint: { body, result } }) => [
    ...(body ? enumsIn(schemaOf(body, 'input')) : []),
    ...(result.kind === 'json' ? enumsIn(schemaOf(result.schema, 'output')) : []),
  ]),
)

function enumsIn(schema: unknown): unknown[] {
  if (schema === null || typeof schema !== 'object') return []
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum
  return Object.values(schema).flatMap(enumsIn)
}

const keysIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(keysIn)
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
      : []

/** Kinds of record that people know by a name. The audit log must show that name. */
const named = new Set([
  ...[
    'appointment',
    'lead',
    'contract',
    'sale',
    'commission',
    'commission-question',
    'partner',
    'invoice',
    'credit_note',
  ],
  ...['bank-statement', 'contract_upload', 'lead_upload', 'team', 'api-key'],
])

/**
 * Returns a message for each part of a row that the audit log shows in raw form, not in Dutch words. Parts are the kind
 * of record, the action, the fields and the values. Also reports a missing name of a record that people know by name.
 */
export function findRawParts(log: AuditLog): string[] {
  const { entityType, entityName, action, oldData, newData } = log
  if (!auditWords[entityType]) return [`${entityType} has no words`]
  const wrong = actionOf(log).raw === null ? [] : [`${entityType}: ${action} has no words`]
  if (named.has(entityType) && entityName === null) wrong.push(`${entityType}: ${action} does not name it`)
  const fields = new Set([...Object.keys(oldData ?? {}), ...Object.keys(newData ?? {})])
  for (const name of fields) {
    if (findFieldWords(entityType, name) === undefined) wrong.push(`${entityType}: ${name} has no label`)
  }
  for (const { name, before, after } of fieldsOf(log, names)) {
    for (const [value, text] of [
      [oldData?.[name], before],
      [newData?.[name], after],
    ] as const) {
      if (text !== null && isRaw(name, value, text)) wrong.push(`${entityType}: ${name} reads ${text}`)
    }
  }
  return wrong
}

function isRaw(name: string, value: unknown, text: string): boolean {
  if (typeof value === 'number') return amount.test(name) && !text.includes('€')
  if (typeof value === 'string') return text === value && stored.has(value)
  return text.includes('{"') || keysIn(value).some((key) => text.includes(`${key}: `))
}
