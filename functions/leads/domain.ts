import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'export',
    'spreadsheets',
    'appointments/service.ts',
    'known-customers/service.ts',
    'numbers/importing.ts',
    'numbers/proofs.ts',
    'numbers/service.ts',
    'people/service.ts',
    'proof-files/files.ts',
    'proof-files/sales.ts',
  ],
  groups: {
    leads: { about: 'Leads: possible customers and the calls to them', isLarge: true, loadsLater: true, deletes: true },
  },
  rows: {
    lead: {
      kind: 'lead',
      writes: [
        'api-leads',
        'lead-import',
        'api-customers',
        'api-contracts',
        'api-sales',
        'erasures',
        'outbox',
        'later',
        'search-mend',
      ],
      reads: [
        'api-erasures',
        'erasures',
        'api-leads',
        'api-search',
        'api-customers',
        'api-sales',
        'api-contracts',
        'lead-import',
        'outbox',
        'later',
        'search-mend',
        'api-notifications',
      ],
      lists: { leads: ['api-leads', 'erasures', 'search-mend'], 'leads#': ['api-leads', 'api-my-day', 'outbox'] },
    },
  },
  named: ['lead'],
  work: { 'lead-bulk': ['contract', 'customer', 'lead', 'run'], 'lead-removed': ['lead'] },
  folders: {
    uploads: {
      'leads/': { reads: ['api-leads', 'lead-import'], writes: ['api-leads', 'lead-import'], removes: ['api-leads'] },
      'converted/leads/': {
        reads: ['api-leads', 'lead-import'],
        writes: ['lead-import'],
        removes: ['api-leads'],
        unused: [
          {
            reads: ['lead-import'],
            writes: ['lead-import'],
            why: 'The tests read an .xls by the import itself, without the function around it.',
          },
        ],
      },
    },
  },
} satisfies Declaration
