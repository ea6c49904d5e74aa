import { retentionSettings } from '../../../shared/erasures/settings.ts'
import { teamFields } from '../../../shared/teams/record.ts'
import { userFields } from '../../../shared/users/record.ts'
import {
  type AuditVocabulary,
  fieldWordsOf,
  formatLabel,
  formatNested,
  formatPerson,
  formatWithUnit,
} from '../../records/audit-words.ts'
import { paths } from '../paths.ts'
import { buildMailWords } from './mail.ts'

const mails = buildMailWords({
  'password-mail': 'Mail over wachtwoord',
  '2fa-mail': 'Mail over 2FA',
  'rights-mail': 'Mail over rol of rechten',
  'stand-in-mail': 'Mail over plaatsvervanging',
  'key-mail': 'Mail over API key',
  'erasure-mail': 'Mail over wissen van gegevens',
  'invitation-mail': 'Uitnodiging',
})

const device = { createdAt: 'Aangemaakt op', ipAddress: 'IP-adres', userAgent: 'Browser' }

/** Words of the audit log for people, their teams, sessions and keys. */
export const peopleAudit: AuditVocabulary = {
  user: {
    name: 'Gebruiker',
    verbs: {
      ...mails.verbs,
      'login-failed': 'Inloggen mislukt',
      'code-asked': 'Wachtwoord juist, code gevraagd',
      'check-failed': 'Verificatie mislukt',
      locked: 'Account 15 minuten geblokkeerd',
      'device-locked': 'Vertrouwde browser 15 minuten geblokkeerd',
      password: 'Wachtwoord gewijzigd',
      'own-password': 'Eerste wachtwoord vervangen',
      invite: 'Opnieuw uitgenodigd',
      'invitation-link': 'Link van uitnodiging gemaakt',
      'invitation-accept': 'Uitnodiging gebruikt',
      welcome: 'Eerste stappen bekeken',
      'session-timeout': 'Session timeout ingesteld',
      'end-sessions': 'Andere sessies beëindigd',
      '2fa-setup': '2FA instellen begonnen',
      '2fa-enable': '2FA ingeschakeld',
      '2fa-disable': '2FA uitgeschakeld',
      '2fa-reset': '2FA gereset',
      '2fa-backup-codes': 'Nieuwe backup codes gemaakt',
      deactivate: 'Gebruiker gedeactiveerd',
      reactivate: 'Gebruiker gereactiveerd',
      'propose-stand-in': 'Plaatsvervanger voorgesteld',
      'approve-stand-in': 'Plaatsvervanger goedgekeurd',
      'end-stand-in': 'Plaatsvervanger beëindigd',
      'identity-enable': 'Inloggen toegestaan',
      'identity-disable': 'Inloggen geblokkeerd',
      'identity-2fa': '2FA bij inloggen aangepast',
      'identity-remove': 'Inloggegevens verwijderd',
      'address-release': 'E-mailadres vrijgegeven',
    },
    fields: {
      ...mails.fields,
      ...fieldWordsOf(userFields),
      profileImageUrl: 'Foto',
      isActive: 'Actief',
      isLocalAccount: 'Lokaal account',
      earningEpoch: null,
      adminSince: 'Beheerder sinds',
      resetBy: null,
      standIn: [
        'Plaatsvervanger',
        formatNested({
          proposedBy: ['Voorgesteld door', formatPerson],
          approvedBy: ['Goedgekeurd door', formatPerson],
          ...{ proposedAt: null, approvedAt: null },
        }),
      ],
      twoFactorEnabled: '2FA',
      asksCode: 'Vraagt om 2FA code',
      enabled: 'Ingeschakeld',
      until: 'Geldig tot',
      sessionTimeout: ['Session timeout', formatWithUnit(60, 'minuten')],
      attempt: 'Poging',
      wrong: [
        'Reden',
        formatLabel({
          password: 'Wachtwoord onjuist',
          code: 'Code onjuist',
          inactive: 'Account is gedeactiveerd',
          unknown: 'E-mailadres is niet bekend',
        }),
      ],
    },
  },
  team: {
    name: 'Team',
    fields: { ...fieldWordsOf(teamFields), name: 'Naam' },
    path: () => paths.teams,
  },
  session: { name: 'Sessie', verbs: { create: 'Ingelogd', delete: 'Uitgelogd' }, fields: device },
  device: { name: 'Vertrouwde browser', verbs: { forget: 'Vertrouwde browser vergeten' }, fields: device },
  'api-key': {
    name: 'API key',
    verbs: { deactivate: 'API key uitgeschakeld' },
    fields: {
      name: 'Naam',
      description: 'Omschrijving',
      keyPreview: 'Key',
      isActive: 'Actief',
      expiresAt: 'Verloopt',
    },
    path: () => `${paths.security}?tab=api-keys`,
  },
  erasure: {
    name: 'Verwijdering van persoonsgegevens',
    verbs: {
      create: 'Wissen gepland',
      start: 'Wissen begonnen',
      partly: 'Gegevens deels gewist',
      done: 'Gegevens gewist',
      withdraw: 'Wissen ingetrokken',
    },
    fields: {
      records: 'Gegevens',
      dueOn: 'Nacht',
      erased: 'Gewist',
      nameStays: 'Alleen de naam blijft',
      stays: 'Blijft nog',
    },
    path: () => `${paths.security}?tab=persoonsgegevens`,
  },
  'retention-settings': {
    name: 'Bewaartermijnen',
    fields: fieldWordsOf(retentionSettings.fields),
    path: () => `${paths.security}?tab=persoonsgegevens`,
  },
  'personal-data-export': {
    name: 'Inzage in persoonsgegevens',
    verbs: { export: 'Bestand met persoonsgegevens gemaakt' },
    fields: { count: 'Gegevens' },
  },
  roster: { name: 'Ledenlijst', verbs: { mend: 'Ledenlijst hersteld' }, fields: { members: 'Leden' } },
}
