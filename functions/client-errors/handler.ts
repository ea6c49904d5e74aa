import { clientErrors } from '../../shared/api/client-errors.ts'
import { serve } from '../platform/http/serve.ts'
import { reportClientError } from './service.ts'

/** Lambda function that takes reports of errors in browsers. */
export const handler = serve(clientErrors, {
  report: ({ actor, body }) => reportClientError(actor, body),
})
