import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'known-customers/service.ts', 'people/service.ts'],
  isProtected: true,
  rows: {
    number: {
      kind: 'consent',
      writes: ['api-customers', 'api-leads'],
      reads: ['api-customers', 'api-leads', 'api-appointments', 'api-contracts', 'later', 'search-mend'],
    },
  },
} satisfies Declaration
