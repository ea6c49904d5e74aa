import * as z from '../zod.ts'
import { creation, domain, file, get, none, ok, post, remove } from './parts/endpoint.ts'
import { instant, orNull } from './parts/fields.ts'

export const calendarFeed = domain({
  status: get('/api/calendar-feed', {
    summary: 'Whether this user has a calendar feed, and when it was last read',
    allow: 'calendar-feed:manage',
    shows: ['feed'],
    result: ok(z.object({ active: z.boolean(), createdAt: orNull(instant), lastUsedAt: orNull(instant) })),
  }),
  create: post('/api/calendar-feed', {
    summary: 'A new secret address of this user’s own appointments in iCalendar; an earlier one stops working',
    allow: 'calendar-feed:manage',
    changes: ['feed'],
    idempotent: 'shown-once',
    result: creation(z.object({ url: z.string().meta({ 'x-shown-once': true }) })),
  }),
  revoke: remove('/api/calendar-feed', {
    summary: 'Make the calendar feed’s address stop working',
    allow: 'calendar-feed:manage',
    changes: ['feed'],
    result: none,
  }),
  read: get('/api/calendar-feed/{token}', {
    summary: 'The feed that a calendar program subscribes to; its address is the secret',
    allow: 'public',
    shows: ['appointment', 'doNotCall', 'feed'],
    changes: ['feed'],
    params: z.object({ token: z.string().min(1).max(128) }),
    result: file('text/calendar; charset=utf-8'),
  }),
})
