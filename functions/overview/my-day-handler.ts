import { myDay } from '../../shared/contract/my-day.ts'
import { serve } from '../platform/http/serve.ts'
import { workOf } from './my-day.ts'

export const handler = serve(myDay, { get: ({ actor }) => workOf(actor) })
