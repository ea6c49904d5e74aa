import { dispatches } from '../../shared/api/dispatches.ts'
import { serve } from '../platform/http/serve.ts'
import { findDispatch, followedDispatches, listDispatches, previewDispatch, startDispatch } from './dispatching.ts'

/** Lambda function that answers the API requests about mails of invoices to the accounting. */
export const handler = serve(dispatches, {
  list: ({ actor, query }) => listDispatches(actor, query),
  awaiting: ({ actor }) => previewDispatch(actor),
  start: ({ actor }) => startDispatch(actor),
  dispatch: ({ actor, params }) => findDispatch(actor, params.id),
  results: ({ actor, params, query }) => followedDispatches.results(actor, params.id, query),
  continue: ({ actor, params }) => followedDispatches.goOn(actor, params.id),
})
