import * as z from 'zod'
import { domain, page, paging } from './endpoint.ts'
import { orNull, role } from './fields.ts'

/** A person one can pick in a list or assign work to. */
export const Colleague = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role,
  teamId: orNull(z.int()),
})
export type Colleague = z.output<typeof Colleague>

export const users = domain({
  list: {
    summary:
      'People to choose from: an admin sees all active ones, a team leader their own team, others its agents and team leaders',
    method: 'GET',
    path: '/api/users',
    allow: 'colleague:read',
    query: z.object(paging),
    result: page(Colleague),
  },
  agents: {
    summary: 'Active agents and team leaders within reach',
    method: 'GET',
    path: '/api/users/agents',
    allow: 'colleague:read',
    query: z.object(paging),
    result: page(Colleague),
  },
})
