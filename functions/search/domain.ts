import { type Declaration, exempt } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'records',
    'appointments/findable.ts',
    'contracts/findable.ts',
    'invoices/findable.ts',
    'invoices/partner-companies.ts',
    'known-customers/service.ts',
    'leads/findable.ts',
    'numbers/service.ts',
    'people/findable.ts',
    'sales/findable.ts',
  ],
  groups: { search: { about: 'Search over all kinds of records', memoryMb: 1024, commits: false } },
  rows: {
    found: {
      kind: exempt.index,
      writes: ['later', 'search-mend'],
      reads: ['api-search', 'later', 'search-mend'],
      lists: { 'found#': ['api-search'] },
    },
    filed: {
      kind: exempt.index,
      writes: ['later', 'search-mend'],
      reads: ['later', 'search-mend'],
      lists: { 'filed#': ['search-mend'] },
    },
    foundword: {
      kind: exempt.index,
      writes: ['later', 'search-mend'],
      reads: ['api-search', 'later', 'search-mend'],
      lists: { 'foundwords#': ['search-mend'] },
    },
  },
} satisfies Declaration
