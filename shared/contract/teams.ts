import * as z from 'zod'
import { domain, page, paging } from './endpoint.ts'
import { office } from './fields.ts'

/** A team; the counts are for admins only. */
export const Team = z.object({
  id: z.int(),
  name: z.string(),
  office,
})
export type Team = z.output<typeof Team>

export const teams = domain({
  list: {
    summary: 'Teams within reach, by name',
    method: 'GET',
    path: '/api/teams',
    allow: 'team:read',
    query: z.object(paging),
    result: page(Team),
  },
})
