import * as z from '../zod.ts'
import { creation, domain, none, ok, page, paging } from './parts/endpoint.ts'
import { instant, nameText, office } from './parts/fields.ts'

/** A team; `version` and the counts (active members; appointments and sales of this month) are for admins only. */
export const Team = z.object({
  id: z.int(),
  name: z.string(),
  office,
  createdAt: instant,
  updatedAt: instant,
  version: z.int().optional(),
  memberCount: z.int().optional(),
  appointmentsCount: z.int().optional(),
  salesCount: z.int().optional(),
})
export type Team = z.output<typeof Team>

export const TeamForm = z.object({
  name: nameText('Teamnaam is verplicht'),
  office: office.default('roermond'),
})
export type TeamForm = z.output<typeof TeamForm>

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
