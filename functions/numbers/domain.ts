import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'export',
    'known-customers/consented-closings.ts',
    'known-customers/reopening.ts',
    'known-customers/service.ts',
    'people/service.ts',
    'proof-files/files.ts',
    'proof-files/releasing.ts',
    'proof-files/service.ts',
  ],
  isProtected: true,
  rows: {
    number: {
      kind: 'consent',
      writes: ['api-customers', 'api-leads', 'api-contracts', 'lead-import', 'contract-import', 'erasures'],
      reads: [
        'api-customers',
        'api-leads',
        'api-appointments',
        'api-contracts',
        'contract-import',
        'lead-import',
        'api-erasures',
        'api-sales',
        'api-commissions',
        'erasures',
        'later',
        'search-mend',
      ],
      lists: { numbers: ['erasures'] },
    },
  },
} satisfies Declaration
