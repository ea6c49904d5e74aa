import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'book/service.ts', 'invoices/runs.ts', 'people/service.ts', 'sales/service.ts'],
  groups: { 'monthly-runs': { about: 'Runs that make the invoices of a month', isLarge: true } },
  isProtected: true,
  rows: {
    monthlyrun: {
      kind: 'run',
      writes: ['api-monthly-runs', 'outbox'],
      reads: ['api-monthly-runs', 'outbox'],
      lists: { monthlyruns: ['api-monthly-runs'], 'monthlyrun#': ['api-monthly-runs'] },
    },
  },
  work: { 'monthly-run': ['book', 'commission', 'invoice', 'partner', 'run'] },
} satisfies Declaration
