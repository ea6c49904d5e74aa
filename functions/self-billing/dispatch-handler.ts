import { dispatches } from '../../shared/contract/dispatches.ts'
import { serve } from '../platform/http/serve.ts'
import {
  awaitingDispatch,
  continueDispatch,
  findDispatch,
  listDispatched,
  listDispatches,
  startDispatch,
} from './dispatch/dispatching.ts'

export const handler = serve(dispatches, {
  list: ({ actor, query }) => listDispatches(actor, query),
  awaiting: ({ actor }) => awaitingDispatch(actor),
  start: ({ actor }) => startDispatch(actor),
  dispatch: ({ actor, params }) => findDispatch(actor, params.id),
  results: ({ actor, params, query }) => listDispatched(actor, params.id, query),
  continue: ({ actor, params }) => continueDispatch(actor, params.id),
})
