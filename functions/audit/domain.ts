import { type Declaration, exempt } from '../../shared/declaration.ts'

export const domain = {
  imports: ['records'],
  groups: { audit: { about: 'The audit log', commits: false } },
  isProtected: true,
  rows: { start: { kind: exempt.limit, writes: ['api-audit'], reads: ['api-audit'] } },
} satisfies Declaration
