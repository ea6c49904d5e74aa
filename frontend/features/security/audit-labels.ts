import type { AuditLog } from '../../../shared/contract/admin.ts'
import { paths } from '../../lib/paths.ts'
import type { Tone } from '../../ui/badge.tsx'
import type { Names } from './api.ts'

/** What kinds of record the log is about, as the server names them. */
export const entityLabels: Readonly<Record<string, string>> = {
  appointment: 'Afspraak',
  'appointment-settings': 'Afspraakinstellingen',
  'calendar-feed': 'Agenda-abonnement',
  user: 'Gebruiker',
  team: 'Team',
  session: 'Sessie',
  device: 'Vertrouwde browser',
  'api-key': 'API key',
  contract: 'Contract',
  contract_upload: 'Contractupload',
  contract_layout: 'Kolomindeling',
  roster: 'Ledenlijst',
  counter: 'Teller',
}

/** The kinds of change one can filter by (spec §3, audit_logs). */
export const kindLabels = { create: 'Aanmaken', update: 'Wijzigen', delete: 'Verwijderen', other: 'Overig' } as const
export type Kind = keyof typeof kindLabels

const kinds: Readonly<Record<string, { verb: string; kind: Kind }>> = {
  create: { verb: 'aangemaakt', kind: 'create' },
  update: { verb: 'gewijzigd', kind: 'update' },
  delete: { verb: 'verwijderd', kind: 'delete' },
}

/** Actions that say more than aangemaakt, gewijzigd or verwijderd. */
const sentences: Readonly<Record<string, string>> = {
  'session.create': 'Ingelogd',
  'user.login-failed': 'Inloggen mislukt',
  'user.code-asked': 'Wachtwoord juist, code gevraagd',
  'user.check-failed': 'Verificatie mislukt',
  'user.locked': 'Account 15 minuten geblokkeerd',
  'user.device-locked': 'Vertrouwde browser 15 minuten geblokkeerd',
  'user.password': 'Wachtwoord gewijzigd',
  'user.own-password': 'Eerste wachtwoord vervangen',
  'user.session-timeout': 'Session timeout ingesteld',
  'user.end-sessions': 'Andere sessies beëindigd',
  'user.2fa-setup': '2FA instellen begonnen',
  'user.2fa-enable': '2FA ingeschakeld',
  'user.2fa-disable': '2FA uitgeschakeld',
  'user.2fa-reset': '2FA gereset',
  'user.2fa-backup-codes': 'Nieuwe backup codes gemaakt',
  'user.deactivate': 'Gebruiker gedeactiveerd',
  'user.reactivate': 'Gebruiker gereactiveerd',
  'user.identity-enable': 'Inloggen toegestaan',
  'user.identity-disable': 'Inloggen geblokkeerd',
  'user.identity-2fa': '2FA bij inloggen aangepast',
  'user.identity-remove': 'Inloggegevens verwijderd',
  'user.password-mail': 'Mail over wachtwoord',
  'user.2fa-mail': 'Mail over 2FA',
  'user.rights-mail': 'Mail over rol of rechten',
  'api-key.deactivate': 'API key uitgeschakeld',
  'user.address-release': 'E-mailadres vrijgegeven',
  'appointment.confirmation': 'Mail met bevestiging',
  'appointment.moved': 'Mail over verplaatsing',
  'appointment.cancelled': 'Mail over annulering',
  'appointment.reminder': 'Mail met herinnering',
  'appointment.resend': 'Mail opnieuw aangeboden',
  'appointment.export': 'Afspraken geëxporteerd',
  'calendar-feed.revoke': 'Agenda-abonnement ingetrokken',
  'counter.repair': 'Teller hersteld',
  'contract.import': 'Contracten geïmporteerd',
  'contract.import-step': 'Deel van een upload geïmporteerd',
  'contract.import-failed': 'Contracten importeren mislukt',
  'contract.map': 'Kolommen aangewezen',
  'device.forget': 'Vertrouwde browser vergeten',
  'roster.mend': 'Ledenlijst hersteld',
}

const tones: Record<Kind, Tone> = { create: 'ok', update: 'info', delete: 'bad', other: 'neutral' }

/** The kind of record in words; one that is not known keeps its own name. */
export const entityLabel = (entityType: string): string => entityLabels[entityType] ?? entityType

/** What happened, in words; `raw` is the stored name of an action that is not known (rulings 60). */
export function actionOf(log: Pick<AuditLog, 'action' | 'oldData'>): { label: string; tone: Tone; raw: string | null } {
  const [entity = '', verb = ''] = log.action.split('.')
  const known = kinds[verb]
  const tone = verb.endsWith('-failed') ? 'bad' : tones[known?.kind ?? 'other']
  const sentence = sentenceOf(log)
  if (sentence !== undefined) return { label: sentence, tone, raw: null }
  const record = entityLabels[entity]
  if (known && record !== undefined) return { label: `${record} ${known.verb}`, tone, raw: null }
  return { label: 'Overig', tone: 'neutral', raw: log.action }
}

/** Who logs out leaves nothing; of a session ended from another one it is kept which it was. */
function sentenceOf({ action, oldData }: Pick<AuditLog, 'action' | 'oldData'>): string | undefined {
  if (action === 'session.delete') return oldData === null ? 'Uitgelogd' : 'Sessie beëindigd'
  return sentences[action]
}

/** Who did it: a person or an API key by name, somebody who did not get in, or the system itself. */
export function whoOf({ userName }: Pick<AuditLog, 'userName'>): string {
  if (userName === 'system:login') return 'Niet ingelogd'
  return userName.startsWith('system:') ? 'Systeem' : userName
}

/** A name of the record by which people know it: the one in the log, else of a person the one they have now. */
export const subjectOf = ({ entityName, entityType, entityId }: AuditLog, names: Names): string | null =>
  (entityType === 'user' ? names.person(entityId) : undefined) ?? entityName

/** Where one may open a record; null when there is nothing to open any more, or no place of its own. */
export function recordPath({ action, entityType, entityId }: AuditLog, subject: string | null): string | null {
  if (action.endsWith('.delete')) return null
  switch (entityType) {
    case 'appointment':
      return `${paths.appointments}?afspraak=${encodeURIComponent(entityId)}`
    case 'user':
      return personPath(subject)
    case 'team':
      return paths.teams
    case 'contract_upload':
    case 'contract_layout':
      return paths.expiringContracts
    case 'api-key':
      return `${paths.security}?tab=api-keys`
    default:
      return null
  }
}

/** Where one finds a person by name. */
export const personPath = (name: string | null | undefined): string | null =>
  name ? `${paths.users}?q=${encodeURIComponent(name)}` : null
