import { type Declaration, exempt } from '../../shared/declaration.ts'

export const domain = {
  rows: { 'mail-places': { kind: exempt.limit, writes: ['outbox', 'later'], reads: ['outbox', 'later'] } },
  work: { 'mail-due': ['invoice'] },
} satisfies Declaration
