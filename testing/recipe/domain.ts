import type { Declaration } from '../../shared/declaration.ts'

/** Declaration of the example complaints (docs/growing.md, not in the product), with the kind of appointments. */
export const domain = {
  imports: ['records', 'export', 'people/service.ts'],
  groups: { complaints: { about: 'Complaints of customers', isLarge: true, loadsLater: true, deletes: true } },
  rows: {
    complaint: {
      kind: 'appointment',
      writes: ['api-complaints', 'outbox'],
      reads: ['api-complaints', 'outbox'],
      lists: { complaints: ['api-complaints'], 'complaints#': ['api-complaints', 'outbox'] },
    },
  },
  named: ['appointment'],
} satisfies Declaration
