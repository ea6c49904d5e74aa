import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records', 'export', 'book/service.ts', 'company/service.ts', 'costs/service.ts', 'people/service.ts'],
  groups: { reports: { about: 'Reports of revenue, costs and margin', isLarge: true, loadsLater: true } },
} satisfies Declaration
