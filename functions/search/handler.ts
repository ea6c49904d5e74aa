import { search } from '../../shared/contract/search.ts'
import { serve } from '../platform/http/serve.ts'
import { findables } from './findables.ts'
import { searchRecords } from './finding.ts'

/** Lambda function that answers the API requests to the search. */
export const handler = serve(search, {
  find: ({ actor, query }) => searchRecords(findables, actor, query.q),
})
