import { monthlyRuns } from '../../shared/api/monthly-runs.ts'
import { serve } from '../platform/http/serve.ts'
import { previewRun } from './monthly-preview.ts'
import { listMonthlyRuns, monthlies, startRun } from './monthly-runs.ts'

/** Lambda function that answers the API requests about runs that make the invoices of a month. */
export const handler = serve(monthlyRuns, {
  preview: ({ actor, body }) => previewRun(actor, body),
  start: ({ actor, body }) => startRun(actor, body),
  list: ({ actor, query }) => listMonthlyRuns(actor, query),
  get: ({ actor, params }) => monthlies.read(actor, params.id),
  results: ({ actor, params, query }) => monthlies.results(actor, params.id, query),
  continue: ({ actor, params }) => monthlies.goOn(actor, params.id),
  stop: ({ actor, params }) => monthlies.stop(actor, params.id),
})
