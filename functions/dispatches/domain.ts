import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'mail', 'company/service.ts', 'invoices/runs.ts', 'people/service.ts'],
  groups: { dispatches: { about: 'Runs that mail invoices to the accounting' } },
  isProtected: true,
  rows: {
    dispatch: {
      kind: 'run',
      writes: ['api-dispatches', 'accounting-dispatch', 'outbox'],
      reads: ['api-dispatches', 'accounting-dispatch', 'outbox'],
      lists: { dispatches: ['api-dispatches', 'outbox'] },
    },
  },
  work: { 'dispatch-report': ['run'], 'dispatch-step': ['invoice', 'run'] },
} satisfies Declaration
