import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  rows: {
    upload: {
      kind: 'upload',
      writes: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
      reads: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
      lists: { 'lead-uploads': ['api-leads'], uploads: ['api-contracts', 'api-my-day'] },
    },
    layout: {
      kind: 'upload',
      writes: ['api-contracts', 'api-leads'],
      reads: ['api-contracts', 'contract-import', 'api-leads', 'lead-import'],
    },
  },
} satisfies Declaration
