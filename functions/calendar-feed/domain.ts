import type { Declaration } from '../../shared/declaration.ts'

export const domain = {
  imports: ['mail', 'appointments/service.ts', 'people/service.ts'],
  groups: { 'calendar-feed': { about: 'The calendar feed of appointments', executions: 20, deletes: true } },
  rows: {
    feed: { kind: 'feed', writes: ['api-calendar-feed', 'outbox'], reads: ['api-calendar-feed', 'outbox'] },
    feedowner: { kind: 'feed', writes: ['api-calendar-feed', 'outbox'], reads: ['api-calendar-feed'] },
  },
} satisfies Declaration
