import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['export'],
  isProtected: true,
  rows: {
    proof: {
      kind: { exempt: 'follows the consent or sale that names it, and is shown with it alone' },
      writes: ['api-leads', 'api-customers', 'api-sales', 'erasures'],
      reads: ['api-leads', 'api-customers', 'api-sales', 'erasures'],
      lists: { 'proofs#': ['erasures'] },
    },
  },
  folders: {
    uploads: { 'proofs/': { reads: ['api-leads'], writes: ['api-leads'], removes: ['erasures'], isKept: true } },
  },
} satisfies Declaration
