import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  isProtected: true,
  rows: {
    proof: {
      kind: { exempt: 'follows the consent that names it, and is shown with it alone' },
      writes: ['api-leads', 'api-customers', 'erasures'],
      reads: ['api-leads', 'api-customers'],
      lists: { 'proofs#': ['erasures'] },
    },
  },
  folders: {
    uploads: { 'proofs/': { reads: ['api-leads'], writes: ['api-leads'], removes: ['erasures'], isKept: true } },
  },
} satisfies Declaration
