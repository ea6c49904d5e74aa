import { users } from '../../shared/contract/users.ts'
import { serve } from '../platform/serve.ts'
import { listAgents, listColleagues } from './service.ts'

export const handler = serve(users, {
  list: ({ actor, query }) => listColleagues(actor, query),
  agents: ({ actor, query }) => listAgents(actor, query),
})
