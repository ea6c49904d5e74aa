import { myDay } from '../../shared/api/my-day.ts'
import { serve } from '../platform/http/serve.ts'
import { listWork } from './my-day.ts'

/** Lambda function that answers the API requests about 'Mijn dag'. */
export const handler = serve(myDay, { get: ({ actor }) => listWork(actor) })
