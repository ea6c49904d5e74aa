import { exports } from '../../shared/contract/exports.ts'
import { serve } from '../platform/serve.ts'
import { exportAppointments } from './service.ts'

export const handler = serve(exports, {
  appointments: ({ actor, query }) => exportAppointments(actor, query),
})
