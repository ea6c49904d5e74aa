import { search } from '../../shared/api/search.ts'
import { countRequest } from '../platform/data/rate-limit.ts'
import { serve } from '../platform/http/serve.ts'
import { findables } from './findables.ts'
import { searchRecords } from './finding.ts'

/** Limit on searches per person, far above what typing asks for. */
const LIMIT = { hits: 60, seconds: 60, refusal: 'Je zoekt heel vaak. Wacht een minuut en probeer het opnieuw.' }

/** Lambda function that answers the API requests to the search. */
export const handler = serve(search, {
  find: async ({ actor, query }) => {
    await countRequest({ subject: `search#${actor.id}`, ...LIMIT })
    return searchRecords(findables, actor, query.q)
  },
})
