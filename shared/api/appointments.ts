import { status } from '../appointments/choices.ts'
import {
  Appointment,
  AppointmentChange,
  AppointmentDetails,
  AppointmentHistory,
  AppointmentMail,
  NewAppointment,
} from '../appointments/schemas.ts'
import { AppointmentSettings, StandingSettings } from '../appointments/settings.ts'
import * as z from '../zod.ts'
import { rowsToChange } from './parts/bulk.ts'
import { bulkEndpoints } from './parts/bulk-endpoints.ts'
import { domain, get, idParam, ok, post, put } from './parts/endpoint.ts'
import { localDate, localTime, orNull, requireText } from './parts/fields.ts'
import { recordEndpoints } from './parts/record-endpoints.ts'
import { appointmentStatuses } from './parts/statuses.ts'
import {
  AppointmentFilter,
  AppointmentRun,
  appointmentSorts,
  MOST_ASKED_AGENTS,
  MOST_EXPORTED_IDS,
  Performance,
  Stats,
  StatsQuery,
  score,
} from './schemas/appointments.ts'

const sorting = { sort: z.enum(appointmentSorts).optional() }

const standard = recordEndpoints({
  name: 'appointments',
  allow: { read: 'appointment:read', create: 'appointment:create', edit: 'appointment:edit' },
  shows: ['appointment', 'doNotCall'],
  changes: ['appointment', 'customer'],
  later: ['appointment', 'book', 'commission'],
  summaries: {
    list: 'Appointments within reach, by start unless sorted otherwise',
    get: 'One appointment with the mails about it',
    create: 'Book an appointment',
    remove: 'Delete an appointment; with `undoable` its mail waits until the time for an undo is over',
  },
  filter: AppointmentFilter.extend(sorting),
  form: NewAppointment,
  change: AppointmentChange,
  item: Appointment,
  details: AppointmentDetails,
  told: AppointmentHistory,
})

export const appointments = domain({
  ...standard,
  list: { ...standard.list, apiKey: true },
  export: {
    ...standard.export,
    query: standard.export.query.extend({
      /** Only these appointments, as ids separated by commas. */
      ids: z
        .string()
        .max(MOST_EXPORTED_IDS * 40)
        .optional(),
    }),
  },
  history: { ...standard.history, shows: ['appointment'] },
  update: { ...standard.update, idempotent: true },
  remove: { ...standard.remove, query: z.object({ undoable: z.literal('true').optional() }) },
  counts: get('/api/appointments/counts', {
    summary: 'Number of appointments of the filtered list per status; null when no counter answers the filter',
    allow: 'appointment:read',
    shows: ['appointment'],
    query: AppointmentFilter.omit({ status: true }),
    result: ok(z.object({ statuses: z.record(z.enum(appointmentStatuses), z.int()).nullable() })),
  }),
  clashes: get('/api/appointments/clashes', {
    summary: 'Start times of an agent’s appointments within an hour of a time, and a text with the next free times',
    allow: 'appointment:create',
    shows: ['appointment'],
    query: z.object({
      agentId: z.string().max(128).optional().meta({ 'x-refers-to': '/api/users/agents' }),
      date: localDate(),
      time: localTime(),
      /** Id of the appointment that is being changed; the check leaves it out. */
      except: z.string().max(128).optional(),
    }),
    result: ok(
      z.object({
        times: z.array(z.string()),
        /** Text that names these appointments, within the user’s reach, and the next free times; null without any. */
        message: orNull(z.string()),
      }),
    ),
  }),
  free: get('/api/appointments/free', {
    summary:
      'Occupied times of agents on a day, how far these are, and their next free times, of agents whom the user may book for',
    allow: 'appointment:create',
    shows: ['appointment'],
    query: z.object({
      /** Ids of up to 25 agents, separated by commas; by default the id of the user. */
      agentIds: z
        .string()
        .max(MOST_ASKED_AGENTS * 40)
        .optional()
        .meta({ 'x-refers-to': '/api/users/agents' }),
      date: localDate(),
      /** Time from which free times are offered. */
      time: localTime().optional(),
      /** Id of the appointment that is being changed; its own time counts as free. */
      except: z.string().max(128).optional(),
      /** Postcode of the customer, or its four digits, from which kilometres are measured. */
      postalCode: z
        .string()
        .max(12)
        .optional()
        .meta({ examples: ['6041', '2153 KB'] }),
    }),
    result: ok(
      z.object({
        agents: z.array(
          z.object({
            id: z.string(),
            taken: z.array(z.string()),
            /**
             * Kilometres as the crow flies to each of these, 0 for the same area and null for an unknown one. Empty
             * without a postcode.
             */
            kilometres: z.array(orNull(z.int())),
            next: z.array(z.object({ date: z.string(), time: z.string() })),
          }),
        ),
      }),
    ),
  }),
  ...bulkEndpoints({
    kind: 'appointments',
    allow: 'appointment:edit',
    changedByRun: ['appointment', 'book', 'commission', 'customer', 'run'],
    summary:
      'Start a run that sets the status or agent of appointments, or confirms that they were held; skips those that were changed since',
    bodyBytes: 128 * 1024,
    body: z
      .object({
        rows: rowsToChange('/api/appointments'),
        status: status.optional(),
        agentId: requireText('Kies een agent', 128).meta({ 'x-refers-to': '/api/users/agents' }).optional(),
        /** Confirms that the appointments were held, by somebody other than their caller (rulings 36). */
        isHeld: z.literal(true).meta({ 'x-not-stored': true }).optional(),
      })
      .refine(({ status, agentId, isHeld }) => [status, agentId, isHeld].some((one) => one !== undefined), {
        message: 'Kies een status of een agent',
        path: ['status'],
      }),
    run: AppointmentRun,
  }),
  restore: post('/api/appointments/{id}/restore', {
    summary: 'Put back an appointment that was deleted within the last ten minutes',
    allow: 'appointment:edit',
    changes: ['appointment', 'customer'],
    later: ['appointment', 'book', 'commission'],
    idempotent: true,
    ifMatch: true,
    result: ok(Appointment),
  }),
  resendMail: post('/api/appointments/{id}/mails/{mailId}/resend', {
    summary: 'Send a mail about an appointment again that failed or whose result is unknown',
    allow: 'appointment:edit',
    changes: ['appointment'],
    later: ['appointment'],
    params: idParam.extend({ mailId: z.string().min(1).max(128) }),
    result: ok(AppointmentMail),
  }),
  mailDelay: post('/api/appointments/{id}/delay', {
    summary: 'Mail the customer of an appointment of today that the agent comes ten minutes later, once',
    allow: 'appointment:edit',
    changes: ['appointment'],
    later: ['appointment'],
    idempotent: true,
    ifMatch: true,
    result: ok(AppointmentMail),
  }),
  openOf: get('/api/appointments/handover', {
    summary: 'Number of open appointments of a person from today on',
    allow: 'appointment:handover',
    shows: ['appointment'],
    query: z.object({ userId: z.string().min(1).max(128).meta({ 'x-refers-to': '/api/users' }) }),
    result: ok(z.object({ open: z.int() })),
  }),
  handOver: post('/api/appointments/handover', {
    summary: 'Hand over a person’s open appointments to a colleague, as many as one request can; `left` is the rest',
    allow: 'appointment:handover',
    changes: ['appointment', 'customer'],
    joinsAction: true,
    body: z.object({
      fromUserId: requireText('Kies een collega', 128).meta({ 'x-refers-to': '/api/users/agents' }),
      toUserId: requireText('Kies een collega', 128).meta({ 'x-refers-to': '/api/users/agents' }),
    }),
    result: ok(z.object({ moved: z.int(), left: z.int() })),
  }),
  settings: get('/api/appointment-settings', {
    summary: 'Settings of the mails to customers about appointments',
    allow: 'appointment:settings',
    shows: ['settings'],
    result: ok(StandingSettings),
  }),
  changeSettings: put('/api/appointment-settings', {
    summary: 'Change the settings of the mails to customers',
    allow: 'appointment:settings',
    changes: ['settings'],
    ifMatch: true,
    body: AppointmentSettings,
    result: ok(StandingSettings),
  }),
  performance: get('/api/appointments/performance', {
    summary: 'Appointments and sales per week, and per agent, caller, team and office in a period',
    allow: 'performance:read',
    shows: ['appointment', 'sale', 'team'],
    query: StatsQuery,
    result: ok(Performance),
  }),
  stats: get('/api/appointments/stats', {
    summary: 'Counts of the dashboard; appointmentsToday is always today (rulings 27)',
    allow: 'stats:read',
    shows: ['appointment', 'sale'],
    query: StatsQuery,
    result: ok(Stats),
  }),
  statsAlias: get('/api/stats', {
    summary: 'The same as /api/appointments/stats',
    allow: 'stats:read',
    shows: ['appointment', 'sale'],
    query: StatsQuery,
    result: ok(Stats),
  }),
  scoreboard: get('/api/scoreboard', {
    summary: 'Team scoreboard over a month, a week or today: names and counts',
    allow: 'scoreboard:read',
    shows: ['appointment', 'sale'],
    query: z.object({ period: z.enum(['month', 'week', 'today']).optional() }),
    result: ok(
      z.object({
        totals: z.object({
          particulier_appointments: z.int(),
          zakelijk_appointments: z.int(),
          sales_total: z.int(),
        }),
        particulier_appointments: score,
        zakelijk_appointments: score,
        sales_total: score,
      }),
    ),
  }),
})
