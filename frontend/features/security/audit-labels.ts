import type { AuditLog } from '../../../shared/contract/admin.ts'
import { paths } from '../../domains/paths.ts'
import type { Names } from '../../records/audit-words.ts'
import type { Tone } from '../../ui/badge.tsx'
import { auditGroups, auditWords } from './audit-words.ts'

/** The kinds of change one can filter by (spec §3, audit_logs). */
export const kindLabels = { create: 'Aanmaken', update: 'Wijzigen', delete: 'Verwijderen', other: 'Overig' } as const
export type Kind = keyof typeof kindLabels

const kinds: Readonly<Record<string, { verb: string; kind: Kind }>> = {
  create: { verb: 'aangemaakt', kind: 'create' },
  update: { verb: 'gewijzigd', kind: 'update' },
  delete: { verb: 'verwijderd', kind: 'delete' },
}

const tones: Record<Kind, Tone> = { create: 'ok', update: 'info', delete: 'bad', other: 'neutral' }

/** The kind of record in words; one that is not known keeps its own name. */
export const entityLabel = (entityType: string): string => auditWords[entityType]?.name ?? entityType

/** The kinds of record to choose from, in groups, by name. */
export const entityOptions = auditGroups.flatMap(({ group, words }) =>
  Object.entries(words)
    .map(([value, { name }]) => ({ value, label: name, group }))
    .sort((one, other) => one.label.localeCompare(other.label, 'nl')),
)

type Told = Pick<AuditLog, 'action' | 'entityType' | 'oldData'>

/** What happened, in words; `raw` is the stored name of an action that is not known (rulings 60). */
export function actionOf(log: Told): { label: string; tone: Tone; raw: string | null } {
  const verb = log.action.slice(log.action.indexOf('.') + 1)
  const known = kinds[verb]
  const tone = verb.endsWith('failed') ? 'bad' : tones[known?.kind ?? 'other']
  const words = auditWords[log.entityType]
  const label = sentenceOf(log, verb) ?? (words && known && `${words.name} ${known.verb}`)
  return label === undefined ? { label: 'Overig', tone: 'neutral', raw: log.action } : { label, tone, raw: null }
}

/** Who logs out leaves nothing; of a session ended from another one it is kept which it was. */
const sentenceOf = ({ action, entityType, oldData }: Told, verb: string): string | undefined =>
  action === 'session.delete' && oldData !== null ? 'Sessie beëindigd' : auditWords[entityType]?.verbs?.[verb]

/** Who did it: a person or an API key by name, somebody who did not get in, or the system itself. */
export function whoOf({ userName }: Pick<AuditLog, 'userName'>): string {
  if (userName === 'system:login') return 'Niet ingelogd'
  return userName.startsWith('system:') ? 'Systeem' : userName
}

/** A name of the record by which people know it: the one in the log, else of a person the one they have now. */
export const subjectOf = ({ entityName, entityType, entityId }: AuditLog, names: Names): string | null =>
  (entityType === 'user' ? names.person(entityId) : undefined) ?? entityName ?? legible(entityId)

/** An id that is a name by itself, such as a phone number. */
const legible = (id: string) => (/^(?=.*[a-f-])[0-9a-f-]{12,}$/.test(id) ? null : id)

/** Where one may open a record; null when there is nothing to open any more, or no place of its own. */
export function recordPath({ action, entityType, entityId }: AuditLog, subject: string | null): string | null {
  if (action.endsWith('.delete')) return null
  return entityType === 'user' ? personPath(subject) : (auditWords[entityType]?.path?.(entityId) ?? null)
}

/** Where one finds a person by name. */
export const personPath = (name: string | null | undefined): string | null =>
  name ? `${paths.users}?q=${encodeURIComponent(name)}` : null
