import type { AuditLog } from '../../../../shared/contract/admin.ts'
import { paths } from '../../../domains/paths.ts'
import type { Names } from '../../../records/audit-words.ts'
import type { Tone } from '../../../ui/display/badge.tsx'
import { auditGroups, auditWords } from './audit-words.ts'

/** Kinds of change to filter by (spec §3, audit_logs). */
export const kindLabels = { create: 'Aanmaken', update: 'Wijzigen', delete: 'Verwijderen', other: 'Overig' } as const
export type Kind = keyof typeof kindLabels

const kinds: Readonly<Record<string, { verb: string; kind: Kind }>> = {
  create: { verb: 'aangemaakt', kind: 'create' },
  update: { verb: 'gewijzigd', kind: 'update' },
  delete: { verb: 'verwijderd', kind: 'delete' },
}

const tones: Record<Kind, Tone> = { create: 'ok', update: 'info', delete: 'bad', other: 'neutral' }

/** Returns the name of a kind of record; an unknown kind keeps its stored name. */
export const entityLabel = (entityType: string): string => auditWords[entityType]?.name ?? entityType

/** Options for the kind of record, in groups, by name. */
export const entityOptions = auditGroups.flatMap(({ group, words }) =>
  Object.entries(words)
    .map(([value, { name }]) => ({ value, label: name, group }))
    .sort((one, other) => one.label.localeCompare(other.label, 'nl')),
)

type Told = Pick<AuditLog, 'action' | 'entityType' | 'oldData'>

/** Returns the name and colour of an action; `raw` is the stored name of an unknown action (rulings 60). */
export function actionOf(log: Told): { label: string; tone: Tone; raw: string | null } {
  const verb = log.action.slice(log.action.indexOf('.') + 1)
  const known = kinds[verb]
  const tone = verb.endsWith('failed') ? 'bad' : tones[known?.kind ?? 'other']
  const words = auditWords[log.entityType]
  const label = sentenceOf(log, verb) ?? (words && known && `${words.name} ${known.verb}`)
  return label === undefined ? { label: 'Overig', tone: 'neutral', raw: log.action } : { label, tone, raw: null }
}

/**
 * Returns the sentence for a verb. A logout stores no session data, but ending another session does, which
 * distinguishes the two.
 */
const sentenceOf = ({ action, entityType, oldData }: Told, verb: string): string | undefined =>
  action === 'session.delete' && oldData !== null ? 'Sessie beëindigd' : auditWords[entityType]?.verbs?.[verb]

/** Returns who acted: the name of a person or API key, `Niet ingelogd` for a failed login, or `Systeem`. */
export function whoOf({ userName }: Pick<AuditLog, 'userName'>): string {
  if (userName === 'system:login') return 'Niet ingelogd'
  return userName.startsWith('system:') ? 'Systeem' : userName
}

/** Returns the name of a record: the one in the log, or the present name of a person; null without a readable one. */
export const subjectOf = ({ entityName, entityType, entityId }: AuditLog, names: Names): string | null =>
  (entityType === 'user' ? names.person(entityId) : undefined) ?? entityName ?? legible(entityId)

/** Returns an id that is readable by itself, such as a phone number; null for a generated one. */
const legible = (id: string) => (/^(?=.*[a-f-])[0-9a-f-]{12,}$/.test(id) ? null : id)

/** Returns the address of a record; null for a deleted one or one without a page. */
export function recordPath({ action, entityType, entityId }: AuditLog, subject: string | null): string | null {
  if (action.endsWith('.delete')) return null
  return entityType === 'user' ? personPath(subject) : (auditWords[entityType]?.path?.(entityId) ?? null)
}

/** Returns the address that finds a person by name. */
export const personPath = (name: string | null | undefined): string | null =>
  name ? `${paths.users}?q=${encodeURIComponent(name)}` : null
