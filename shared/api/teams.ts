import { Team, TeamForm } from '../teams/schemas.ts'
import * as z from '../zod.ts'
import { creation, domain, none, ok, page, paging } from './parts/endpoint.ts'

/** `{id}` of a team's path: its number. */
const teamParam = z.object({
  id: z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number),
})

export const teams = domain({
  list: {
    summary: 'Teams within reach, by name; for an admin with members and this month’s counts',
    method: 'GET',
    path: '/api/teams',
    allow: 'team:read',
    shows: ['appointment', 'sale', 'team', 'user'],
    query: z.object(paging),
    result: page(Team),
  },
  create: {
    summary: 'Create a team',
    method: 'POST',
    path: '/api/teams',
    allow: 'team:manage',
    changes: ['team'],
    idempotent: true,
    body: TeamForm,
    result: creation(Team),
  },
  update: {
    summary: 'Change a team’s name or office; the names in lists follow',
    method: 'PUT',
    path: '/api/teams/{id}',
    allow: 'team:manage',
    changes: ['team'],
    later: ['appointment', 'commission', 'fixedCost', 'hourlyRate', 'hours', 'lead', 'question', 'sale'],
    ifMatch: true,
    params: teamParam,
    body: TeamForm,
    result: ok(Team),
  },
  remove: {
    summary: 'Delete a team; with members it is a 409 (rulings 63)',
    method: 'DELETE',
    path: '/api/teams/{id}',
    allow: 'team:manage',
    changes: ['team', 'user'],
    params: teamParam,
    result: none,
  },
})
