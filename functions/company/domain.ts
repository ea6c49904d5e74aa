import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  isProtected: true,
  rows: {
    invoicesettings: {
      kind: 'settings',
      writes: ['api-invoices'],
      reads: [
        'api-commissions',
        'api-customers',
        'api-invoices',
        'api-partners',
        'api-monthly-runs',
        'api-payment-files',
        'api-bank',
        'api-dispatches',
        'api-reports',
        'accounting-dispatch',
        'outbox',
        'later',
        'api-ledger',
      ],
    },
  },
} satisfies Declaration
