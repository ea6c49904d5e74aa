import { appointments } from '../../shared/api/appointments.ts'
import { serve } from '../platform/http/serve.ts'
import { bulkHandlers } from '../records/bulk-handlers.ts'
import { appointmentBulk } from './bulk.ts'
import { mailDelay, readAppointmentDetails, readAppointmentHistory, resendMail } from './details.ts'
import { readPerformance } from './figures/performance.ts'
import { readScoreboard, readStats } from './figures/stats.ts'
import { appointmentHandover } from './handover.ts'
import { countAppointments } from './lists/counts.ts'
import { exportAppointments } from './lists/export.ts'
import { listAppointments } from './lists/list.ts'
import { changeMailSettings, readMailSettings } from './mails/settings.ts'
import { removeAppointment, restoreAppointment } from './restoring.ts'
import { bookAppointment, changeAppointment } from './service.ts'
import { findClashes } from './times/clashes.ts'
import { findFreeTimes } from './times/free-times.ts'

/** Lambda function that answers the API requests about appointments. */
export const handler = serve(appointments, {
  list: ({ actor, query }) => listAppointments(actor, query),
  counts: ({ actor, query }) => countAppointments(actor, query),
  export: ({ actor, query }) => exportAppointments(actor, query),
  get: ({ actor, params }) => readAppointmentDetails(actor, params.id),
  history: ({ actor, params }) => readAppointmentHistory(actor, params.id),
  clashes: ({ actor, query }) => findClashes(actor, query),
  free: ({ actor, query }) => findFreeTimes(actor, query),
  create: ({ actor, body }) => bookAppointment(actor, body),
  changeMany: ({ actor, body: { rows, ...change } }) => appointmentBulk.start(actor, { rows, change }),
  ...bulkHandlers(async () => appointmentBulk),
  update: ({ actor, params, body }) => changeAppointment(actor, params.id, body),
  remove: ({ actor, params, query }) => removeAppointment(actor, params.id, query.undoable !== undefined),
  restore: ({ actor, params }) => restoreAppointment(actor, params.id),
  resendMail: ({ actor, params }) => resendMail(actor, params.id, params.mailId),
  mailDelay: ({ actor, params }) => mailDelay(actor, params.id),
  openOf: ({ actor, query }) => appointmentHandover.count(actor, query.userId),
  handOver: ({ actor, body }) => appointmentHandover.handOver(actor, body),
  settings: ({ actor }) => readMailSettings(actor),
  changeSettings: ({ actor, body }) => changeMailSettings(actor, body),
  performance: ({ actor, query }) => readPerformance(actor, query.timeFilter),
  stats: ({ actor, query }) => readStats(actor, query.timeFilter),
  statsAlias: ({ actor, query }) => readStats(actor, query.timeFilter),
  scoreboard: ({ actor, query }) => readScoreboard(actor, query.period),
})
