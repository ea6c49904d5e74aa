import { notificationChoiceLabels, notificationKinds } from '../../../shared/notifications.ts'
import { type AuditVocabulary, formatLabel, formatNested } from '../../records/audit-words.ts'
import { buildMailWords } from './mail.ts'

const mails = buildMailWords({ mail: 'Mail over een melding', daily: 'Dagelijkse mail' })

/** Words of the audit log for notifications and their settings. */
export const notificationsAudit: AuditVocabulary = {
  notification: {
    name: 'Melding',
    verbs: {
      ...mails.verbs,
      mark: 'Melding gelezen of ongelezen gemarkeerd',
      'read-all': 'Alles als gelezen gemarkeerd',
    },
    fields: { ...mails.fields, isRead: 'Gelezen', readUntil: 'Gelezen tot en met', count: 'Meldingen' },
  },
  'notification-settings': {
    name: 'Instellingen van meldingen',
    fields: {
      choices: [
        'Keuzes',
        formatNested(
          Object.fromEntries(
            Object.entries(notificationKinds).map(([kind, { label }]) => [
              kind,
              [label, formatLabel(notificationChoiceLabels)],
            ]),
          ),
        ),
      ],
    },
  },
}
