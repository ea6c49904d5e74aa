import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records'],
  isProtected: true,
  rows: {
    invoicedpayee: {
      kind: 'book',
      writes: ['api-partners'],
      reads: ['api-sales', 'api-commissions', 'api-ledger', 'api-my-day', 'outbox'],
    },
    knownpayee: {
      kind: 'book',
      writes: ['api-partners', 'api-sales', 'api-commissions', 'outbox'],
      reads: ['api-sales', 'api-commissions', 'api-my-day', 'outbox'],
    },
    period: {
      kind: 'book',
      writes: ['api-ledger', 'month-closing'],
      reads: [
        'api-sales',
        'api-commissions',
        'api-invoices',
        'api-monthly-runs',
        'api-payment-files',
        'api-bank',
        'api-ledger',
        'month-closing',
        'outbox',
      ],
    },
    ledger: {
      kind: 'book',
      writes: ['api-sales', 'api-commissions', 'api-invoices', 'api-payment-files', 'api-bank', 'erasures', 'outbox'],
      reads: [
        'api-sales',
        'api-commissions',
        'api-ledger',
        'api-invoices',
        'api-monthly-runs',
        'api-reports',
        'api-erasures',
        'erasures',
        'outbox',
        'month-closing',
      ],
      lists: {
        'ledger#': [
          'api-sales',
          'api-commissions',
          'api-ledger',
          'api-monthly-runs',
          'api-bank',
          'api-reports',
          'api-erasures',
          'erasures',
          'outbox',
          'later',
          'month-closing',
        ],
        'journal#': ['api-ledger', 'api-reports', 'month-closing', 'outbox'],
      },
    },
  },
} satisfies Declaration
