import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'mail',
    'export',
    'spreadsheets',
    'appointments/service.ts',
    'book/service.ts',
    'company/service.ts',
    'contracts/service.ts',
    'known-customers/service.ts',
    'leads/service.ts',
    'numbers/shown.ts',
    'people/service.ts',
  ],
  groups: {
    sales: {
      about: 'Sales that follow from appointments, leads and contracts',
      isLarge: true,
      loadsLater: true,
      deletes: true,
    },
    commissions: {
      about: 'Commissions: amounts that agents and callers earn',
      isLarge: true,
      loadsLater: true,
      deletes: true,
    },
  },
  isProtected: true,
  rows: {
    sale: {
      kind: 'sale',
      writes: ['api-sales', 'api-commissions', 'erasures', 'outbox'],
      reads: [
        'api-sales',
        'api-search',
        'api-customers',
        'api-commissions',
        'api-erasures',
        'erasures',
        'outbox',
        'later',
        'search-mend',
        'api-notifications',
      ],
      lists: { 'sales#': ['api-sales', 'erasures', 'outbox', 'search-mend'] },
    },
    salesdock: {
      kind: 'sale',
      writes: ['api-sales'],
      reads: ['api-sales'],
    },
    revenuerate: {
      kind: 'revenueRate',
      writes: ['api-sales'],
      reads: ['api-sales'],
      lists: { revenuerates: ['api-sales'] },
    },
    revenuetable: {
      kind: 'revenueRate',
      writes: ['api-sales'],
      reads: ['api-sales', 'outbox'],
    },
    commission: {
      kind: 'commission',
      writes: ['api-sales', 'api-commissions', 'erasures', 'outbox'],
      reads: [
        'api-sales',
        'api-commissions',
        'api-customers',
        'api-ledger',
        'api-erasures',
        'erasures',
        'outbox',
        'api-notifications',
        'later',
      ],
      lists: {
        'commissions#': ['api-commissions', 'api-erasures', 'api-ledger', 'api-my-day', 'api-monthly-runs', 'outbox'],
      },
    },
    commissionrate: {
      kind: 'commissionRate',
      writes: ['api-commissions'],
      reads: ['api-commissions'],
      lists: { commissionrates: ['api-commissions', 'api-sales', 'outbox'] },
    },
    adjustment: {
      kind: 'commission',
      writes: ['api-sales', 'api-commissions', 'erasures', 'outbox'],
      lists: {
        adjustments: ['api-commissions'],
        'adjustments#': ['api-sales', 'api-commissions', 'api-erasures', 'erasures', 'outbox'],
      },
    },
    question: {
      kind: 'question',
      writes: ['api-commissions', 'erasures', 'outbox'],
      reads: ['api-commissions', 'outbox'],
      lists: {
        questions: ['api-commissions'],
        'questions#': ['api-commissions', 'api-ledger', 'api-monthly-runs', 'api-erasures', 'erasures', 'outbox'],
      },
    },
    advance: {
      kind: 'run',
      writes: ['api-commissions', 'erasures', 'outbox'],
      reads: ['api-commissions', 'api-erasures', 'erasures', 'outbox'],
      lists: {
        advances: ['api-commissions', 'api-erasures', 'erasures'],
        'advances#': ['api-commissions'],
        'advance#': ['api-commissions'],
      },
    },
  },
  named: ['sale', 'commission', 'question'],
  work: {
    'commission-asked': [],
    'commission-answered': [],
    'commission-advance': ['book', 'commission', 'run', 'sale'],
    'sale-bulk': ['book', 'commission', 'run', 'sale'],
    'sale-unapproved': [],
    'sales-revalued': ['sale'],
  },
} satisfies Declaration
