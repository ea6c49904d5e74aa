import { teams } from '../../shared/api/teams.ts'
import { serve } from '../platform/http/serve.ts'
import { createTeam, listTeams, removeTeam, updateTeam } from './teams.ts'

/** Lambda function that answers the API requests about teams. */
export const handler = serve(teams, {
  list: ({ actor, query }) => listTeams(actor, query),
  create: ({ actor, body }) => createTeam(actor, body),
  update: ({ actor, params, body }) => updateTeam(actor, params.id, body),
  remove: ({ actor, params }) => removeTeam(actor, params.id),
})
