import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'export',
    'mail',
    'book/service.ts',
    'company/service.ts',
    'invoices/registry.ts',
    'invoices/partner-companies.ts',
    'people/service.ts',
    'sales/service.ts',
  ],
  groups: {
    ledger: {
      about: 'The book: balances, postings and their comparison with documents',
      isLarge: true,
      loadsLater: true,
    },
  },
  work: { 'yearly-mail': ['partner'] },
} satisfies Declaration
