import { Team, TeamForm } from '../teams/schemas.ts'
import * as z from '../zod.ts'
import { creation, domain, get, none, ok, page, paging, post, put, remove } from './parts/endpoint.ts'

/** `{id}` of a team's path: its number. */
const teamParam = z.object({
  id: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number),
})

export const teams = domain({
  list: get('/api/teams', {
    summary: 'Teams within reach, by name; for an admin with members and this month’s counts',
    allow: 'team:read',
    shows: ['appointment', 'sale', 'team', 'user'],
    query: z.object(paging),
    result: page(Team),
  }),
  create: post('/api/teams', {
    summary: 'Create a team',
    allow: 'team:manage',
    changes: ['team'],
    idempotent: true,
    body: TeamForm,
    result: creation(Team),
  }),
  update: put('/api/teams/{id}', {
    summary: 'Change a team’s name or office; the names in lists follow',
    allow: 'team:manage',
    changes: ['team'],
    later: ['appointment', 'commission', 'fixedCost', 'hourlyRate', 'hours', 'lead', 'question', 'sale'],
    ifMatch: true,
    params: teamParam,
    body: TeamForm,
    result: ok(Team),
  }),
  remove: remove('/api/teams/{id}', {
    summary: 'Delete a team; with members it is a 409 (rulings 63)',
    allow: 'team:manage',
    changes: ['team', 'user'],
    params: teamParam,
    result: none,
  }),
})
