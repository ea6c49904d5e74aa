import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: [
    'appointments/service.ts',
    'contracts/service.ts',
    'invoices/service.ts',
    'leads/service.ts',
    'people/service.ts',
    'sales/service.ts',
  ],
  groups: { 'my-day': { about: 'What the caller has to do today', memoryMb: 1024, loadsLater: true, commits: false } },
} satisfies Declaration
