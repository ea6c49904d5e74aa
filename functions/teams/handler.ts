import { teams } from '../../shared/contract/teams.ts'
import { serve } from '../platform/serve.ts'
import { listTeams } from './service.ts'

export const handler = serve(teams, {
  list: ({ actor, query }) => listTeams(actor, query),
})
