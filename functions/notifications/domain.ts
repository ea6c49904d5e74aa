import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'mail',
    'appointments/findable.ts',
    'known-customers/service.ts',
    'leads/findable.ts',
    'people/service.ts',
    'sales/findable.ts',
  ],
  groups: { notifications: { about: 'Notifications of the caller and their settings' } },
  rows: {
    notificationsettings: {
      kind: 'notification',
      writes: ['api-notifications', 'notification-mails'],
      reads: [
        'api-users',
        'api-customers',
        'api-appointments',
        'api-leads',
        'api-contracts',
        'api-sales',
        'api-commissions',
        'api-invoices',
        'api-partners',
        'api-payment-files',
        'api-bank',
        'contract-import',
        'lead-import',
        'outbox',
        'later',
        'notification-mails',
        'api-notifications',
        'api-ledger',
      ],
    },
  },
  work: { 'notification-daily': [], 'notification-end': [], 'notification-mail': [] },
} satisfies Declaration
