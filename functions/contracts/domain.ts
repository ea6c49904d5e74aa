import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'mail',
    'export',
    'spreadsheets',
    'appointments/service.ts',
    'known-customers/service.ts',
    'leads/service.ts',
    'numbers/importing.ts',
    'numbers/service.ts',
    'people/service.ts',
  ],
  groups: {
    contracts: {
      about: 'Expiring contracts and the spreadsheets that list them',
      isLarge: true,
      executions: 20,
      loadsLater: true,
      deletes: true,
      batches: true,
    },
  },
  rows: {
    contract: {
      kind: 'contract',
      writes: [
        'api-contracts',
        'api-customers',
        'api-sales',
        'contract-import',
        'erasures',
        'outbox',
        'later',
        'search-mend',
      ],
      reads: [
        'api-erasures',
        'erasures',
        'api-contracts',
        'api-search',
        'api-customers',
        'api-sales',
        'contract-import',
        'contract-reminders',
        'outbox',
        'later',
        'search-mend',
      ],
      lists: { 'contracts#': ['api-contracts', 'contract-reminders', 'outbox', 'search-mend'] },
    },
    retention: { kind: 'contract', writes: ['contract-retention', 'outbox'], reads: ['contract-retention', 'outbox'] },
  },
  work: {
    'contract-bulk': ['contract', 'customer', 'lead', 'run'],
    'contract-lead': ['contract'],
    'contract-sheet-owners': ['contract', 'customer', 'lead'],
    'contract-reminder-due': [],
    'contract-retention-announced': [],
    'contract-retention-step': ['contract', 'customer'],
  },
  folders: {
    uploads: {
      'contracts/': {
        reads: ['api-contracts', 'contract-import'],
        writes: ['api-contracts', 'contract-import'],
        removes: ['api-contracts'],
      },
      'converted/contracts/': {
        reads: ['api-contracts', 'contract-import'],
        writes: ['contract-import'],
        removes: ['api-contracts'],
        unused: [
          {
            reads: ['contract-import'],
            writes: ['contract-import'],
            why: 'The tests read an .xls by the import itself, without the function around it.',
          },
        ],
      },
    },
  },
} satisfies Declaration
