import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'export',
    'appointments/erasing.ts',
    'appointments/unused.ts',
    'book/service.ts',
    'contracts/erasing.ts',
    'costs/erasing.ts',
    'customers/joins.ts',
    'known-customers/service.ts',
    'invoices/erasing.ts',
    'leads/erasing.ts',
    'numbers/erasing.ts',
    'people/erasing.ts',
    'people/login/two-factor.ts',
    'people/notices.ts',
    'people/service.ts',
    'sales/erasing.ts',
    'sales/unused.ts',
  ],
  groups: {
    erasures: {
      about: 'Personal data of a customer or person: all of it in one file, and its erasure',
      isLarge: true,
      loadsLater: true,
    },
  },
  isProtected: true,
  rows: {
    erasure: {
      kind: 'erasure',
      writes: ['api-erasures', 'erasures'],
      reads: ['api-erasures', 'erasures'],
      lists: { erasures: ['api-erasures', 'erasures'], 'erasures#': ['erasures'] },
    },
  },
} satisfies Declaration
