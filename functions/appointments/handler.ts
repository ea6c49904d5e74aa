import { appointments } from '../../shared/contract/appointments.ts'
import { serve } from '../platform/serve.ts'
import { listAppointments } from './list.ts'
import { bookAppointment, changeAppointment, removeAppointment } from './service.ts'
import { scoreboard, stats } from './stats.ts'

export const handler = serve(appointments, {
  list: ({ actor, query }) => listAppointments(actor, query),
  create: ({ actor, body }) => bookAppointment(actor, body),
  update: ({ actor, params, body }) => changeAppointment(actor, params.id, body),
  remove: ({ actor, params }) => removeAppointment(actor, params.id),
  stats: ({ actor, query }) => stats(actor, query.timeFilter),
  statsAlias: ({ actor, query }) => stats(actor, query.timeFilter),
  scoreboard: ({ actor, query }) => scoreboard(actor, query.period),
})
