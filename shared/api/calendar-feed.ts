import * as z from '../zod.ts'
import { creation, domain, file, none, ok } from './parts/endpoint.ts'
import { instant, orNull } from './parts/fields.ts'

export const calendarFeed = domain({
  status: {
    summary: 'Whether this user has a calendar feed, and when it was last read',
    method: 'GET',
    path: '/api/calendar-feed',
    allow: 'calendar-feed:manage',
    shows: ['feed'],
    result: ok(z.object({ active: z.boolean(), createdAt: orNull(instant), lastUsedAt: orNull(instant) })),
  },
  create: {
    summary: 'A new secret address of this user’s own appointments in iCalendar; an earlier one stops working',
    method: 'POST',
    path: '/api/calendar-feed',
    allow: 'calendar-feed:manage',
    changes: ['feed'],
    idempotent: 'shown-once',
    result: creation(z.object({ url: z.string().meta({ 'x-shown-once': true }) })),
  },
  revoke: {
    summary: 'Make the calendar feed’s address stop working',
    method: 'DELETE',
    path: '/api/calendar-feed',
    allow: 'calendar-feed:manage',
    changes: ['feed'],
    result: none,
  },
  read: {
    summary: 'The feed that a calendar program subscribes to; its address is the secret',
    method: 'GET',
    path: '/api/calendar-feed/{token}',
    allow: 'public',
    shows: ['appointment', 'doNotCall', 'feed'],
    changes: ['feed'],
    params: z.object({ token: z.string().min(1).max(128) }),
    result: file('text/calendar; charset=utf-8'),
  },
})
