import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'export',
    'appointments/service.ts',
    'company/service.ts',
    'contracts/service.ts',
    'known-customers/service.ts',
    'leads/service.ts',
    'numbers/changing.ts',
    'numbers/choosing-gate.ts',
    'numbers/listing.ts',
    'numbers/many.ts',
    'numbers/service.ts',
    'people/service.ts',
    'sales/service.ts',
  ],
  groups: {
    customers: { about: 'Everything that is known about one customer', isLarge: true, loadsLater: true, deletes: true },
  },
  rows: {
    customerjoin: {
      kind: 'customer',
      writes: ['api-customers', 'erasures'],
      reads: ['api-customers', 'api-erasures', 'erasures'],
      lists: { customerjoins: ['erasures'] },
    },
    opencall: {
      kind: { exempt: 'ends by itself within minutes; every opening of a number asks for it anew' },
      writes: ['api-customers'],
      reads: ['api-customers'],
      lists: { 'opencalls#': ['api-customers'] },
    },
  },
} satisfies Declaration
