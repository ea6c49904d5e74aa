import type { AuditLog } from '../../../../shared/api/audit.ts'
import { paths } from '../../../domains/paths.ts'
import type { Names } from '../../../records/audit-words.ts'
import type { Tone } from '../../../ui/display/badge.tsx'
import { auditGroups, auditWords } from './audit-words.ts'

/** Dutch labels of the kinds of change in the filter (spec §3, audit_logs). */
export const kindLabels = { create: 'Aanmaken', update: 'Wijzigen', delete: 'Verwijderen', other: 'Overig' } as const
export type Kind = keyof typeof kindLabels

const kinds: Readonly<Record<string, { verb: string; kind: Kind }>> = {
  create: { verb: 'aangemaakt', kind: 'create' },
  update: { verb: 'gewijzigd', kind: 'update' },
  delete: { verb: 'verwijderd', kind: 'delete' },
  erase: { verb: 'gewist', kind: 'delete' },
}

const tones: Record<Kind, Tone> = { create: 'ok', update: 'info', delete: 'bad', other: 'neutral' }

/** Returns the Dutch name of a type of record, such as `Afspraak`; an unknown type is returned as stored. */
export const entityLabelOf = (entityType: string): string => auditWords[entityType]?.name ?? entityType

/** Options of the filter by type of record, in groups, sorted by name. */
export const entityOptions = auditGroups.flatMap(({ group, words }) =>
  Object.entries(words)
    .map(([value, { name }]) => ({ value, label: name, group }))
    .sort((one, other) => one.label.localeCompare(other.label, 'nl')),
)

type LoggedAction = Pick<AuditLog, 'action' | 'entityType' | 'oldData'>

/**
 * Returns the Dutch name and colour of a logged action; `raw` is the stored name of an unknown action (rulings 60),
 * else null.
 */
export function actionOf(log: LoggedAction): { label: string; tone: Tone; raw: string | null } {
  const verb = log.action.slice(log.action.indexOf('.') + 1)
  const known = kinds[verb]
  const tone = verb.endsWith('failed') ? 'bad' : tones[known?.kind ?? 'other']
  const words = auditWords[log.entityType]
  const label = sentenceOf(log, verb) ?? (words && known && `${words.name} ${known.verb}`)
  return label === undefined ? { label: 'Overig', tone: 'neutral', raw: log.action } : { label, tone, raw: null }
}

/**
 * Returns the Dutch sentence for the verb of a logged action, if there is one. `session.delete` with `oldData` means
 * that a user ended the session in the list of sessions; without `oldData` it is a logout.
 */
const sentenceOf = ({ action, entityType, oldData }: LoggedAction, verb: string): string | undefined =>
  action === 'session.delete' && oldData !== null ? 'Sessie beëindigd' : auditWords[entityType]?.verbs?.[verb]

/**
 * Returns who made a logged change: a person or API key by name, `Niet ingelogd` for a failed login, else `Systeem`.
 */
export function whoOf({ userName }: Pick<AuditLog, 'userName'>): string {
  if (userName === 'system:login') return 'Niet ingelogd'
  return userName.startsWith('system:') ? 'Systeem' : userName
}

/**
 * Returns the name of a logged record: a person's present name, else the logged name, else a readable id. Null without
 * any.
 */
export const subjectOf = ({ entityName, entityType, entityId }: AuditLog, names: Names): string | null =>
  (entityType === 'user' ? names.person(entityId) : undefined) ?? entityName ?? legible(entityId)

/**
 * Returns an id that people can read, such as a phone number. Null for a generated id: at least 12 hexadecimal digits
 * or dashes. Decimal digits alone do not count as generated, because a phone number has only those.
 */
const legible = (id: string) => (/^(?=.*[a-f-])[0-9a-f-]{12,}$/.test(id) ? null : id)

/**
 * Returns the page address of a logged record; null when the row logs a deletion, or when the record has no page. For a
 * person, this is the list of users, searched for the name `subject`.
 */
export function recordPathOf({ action, entityType, entityId }: AuditLog, subject: string | null): string | null {
  if (action.endsWith('.delete')) return null
  return entityType === 'user' ? personPathOf(subject) : (auditWords[entityType]?.path?.(entityId) ?? null)
}

/** Returns the page address of the list of users, searched for a name; null without a name. */
export const personPathOf = (name: string | null | undefined): string | null =>
  name ? `${paths.users}?q=${encodeURIComponent(name)}` : null
