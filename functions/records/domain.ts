import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  isProtected: true,
  rows: {
    bulk: {
      kind: 'run',
      writes: [
        'api-appointments',
        'api-leads',
        'api-contracts',
        'api-sales',
        'api-commissions',
        'api-invoices',
        'outbox',
      ],
      reads: ['api-appointments', 'api-leads', 'api-contracts', 'api-sales', 'api-invoices', 'outbox'],
    },
    settings: {
      kind: 'settings',
      writes: ['api-appointments', 'api-contracts', 'api-commissions', 'api-customers', 'api-erasures'],
      reads: [
        'api-appointments',
        'api-customers',
        'api-erasures',
        'erasures',
        'api-leads',
        'api-sales',
        'api-commissions',
        'api-contracts',
        'contract-import',
        'contract-reminders',
        'contract-retention',
        'lead-import',
        'reminders',
        'outbox',
        'later',
      ],
      unused: [{ reads: ['api-sales'], why: 'An appointment that a sale changes plans its mails by the settings.' }],
    },
  },
} satisfies Declaration
