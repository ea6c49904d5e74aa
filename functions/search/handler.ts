import { search } from '../../shared/contract/search.ts'
import { serve } from '../platform/http/serve.ts'
import { find } from './finding.ts'

export const handler = serve(search, {
  find: ({ actor, query }) => find(actor, query.q),
})
