import { Appointment, NewAppointment } from '../appointments/schemas.ts'
import { leadStatus } from '../leads/choices.ts'
import { Lead, LeadChange, LeadDetails, LeadHistory, NewLead, SavedLead } from '../leads/schemas.ts'
import { callParts, callStates } from '../numbers/states.ts'
import * as z from '../zod.ts'
import { bulkRunOf, MOST_CHANGED, selectionOf } from './parts/bulk.ts'
import { bulkEndpoints } from './parts/bulk-endpoints.ts'
import { ContactBasis } from './parts/contact-basis.ts'
import { creation, domain, get, ok, post } from './parts/endpoint.ts'
import { letters } from './parts/export.ts'
import { DoNotCall, instant, orNull, requireLines, requireText } from './parts/fields.ts'
import { importEndpoints } from './parts/import-endpoints.ts'
import { proofs } from './parts/proof-endpoints.ts'
import { recordEndpoints } from './parts/record-endpoints.ts'
import { leadStatuses, priorities } from './parts/statuses.ts'
import { leadColumns } from './schemas/lead-columns.ts'

/** Filters of the list; a lead must match all of them. */
export const LeadFilter = z.object({
  status: leadStatus.optional(),
  priority: z.enum(priorities).optional(),
  ownerId: z.string().max(128).optional(),
  /** Only leads of the team of their owner; 0 for those without a team. */
  teamId: z
    .string()
    .regex(/^(0|[1-9]\d{0,5})$/)
    .optional(),
  mine: z.literal('true').optional(),
  /** Only leads whose call-back is due today or overdue; leaves out do-not-call numbers. */
  callToday: z.literal('true').optional(),
  /** Only leads with a planned call-back, the earliest first; leaves out do-not-call numbers. */
  callBacks: z.literal('true').optional(),
  /** `true`: only leads whose number must not be called; `false`: only leads whose number may be called. */
  doNotCall: z.enum(['true', 'false']).optional(),
  /** Only leads whose number may be called, has no consent, or must not be called; together these are all. */
  call: z.enum(callParts).optional(),
  /** Only leads whose number is in this state. */
  callState: z.enum(callStates).optional(),
  /** Search text: must occur in customer, company, phone, e-mail or postcode. */
  q: z.string().trim().max(100).optional(),
})
export type LeadFilter = z.output<typeof LeadFilter>

const NO_SELECTION = 'Geen selectie: kies minstens één lead'

/** A run that assigns several leads to a person. */
const LeadRun = bulkRunOf(z.object({ ownerId: z.string() }))
export type LeadRun = z.output<typeof LeadRun>

/** A known record that may be of the customer with the given phone number, e-mail address or postal address. */
export const KnownRecord = z.object({
  type: z.enum(['lead', 'appointment', 'contract', 'sale']),
  id: z.string(),
  customerName: z.string(),
  companyName: orNull(z.string()),
  /** Field in which the record has the value that was asked about. */
  by: z.enum(['phone', 'email', 'address']),
  /** Date of the appointment or sale, end date of the contract, or date on which the lead was added. */
  date: z.iso.date(),
})
export type KnownRecord = z.output<typeof KnownRecord>

const standard = recordEndpoints({
  name: 'leads',
  allow: { read: 'lead:read', create: 'lead:create', edit: 'lead:edit' },
  shows: ['doNotCall', 'lead'],
  changes: ['consent', 'customer', 'doNotCall', 'lead'],
  later: ['contract'],
  summaries: {
    list: 'Leads within reach: by end of contract, those without one last by priority (rulings 31)',
    export:
      'The filtered list of leads as a spreadsheet, formula-safe and without numbers that are not to be called; audited',
    get: 'One lead with its calls',
    update: 'Change a lead; a lost update is a 409, and only an admin reassigns it',
  },
  filter: LeadFilter,
  form: NewLead,
  change: LeadChange,
  item: Lead,
  details: LeadDetails,
  saved: SavedLead,
  told: LeadHistory,
})

export const leads = domain({
  ...standard,
  list: { ...standard.list, apiKey: true },
  history: { ...standard.history, shows: ['lead'] },
  export: { ...standard.export, query: standard.export.query.extend({ letters }) },
  create: { ...standard.create, later: [] },
  remove: { ...standard.remove, changes: ['customer', 'lead'], later: ['contract', 'lead'] },
  counts: get('/api/leads/counts', {
    summary: 'Number of leads within reach per status, and per team and state of their number',
    allow: 'lead:read',
    shows: ['lead'],
    result: ok(
      z.object({
        /** Number of leads per status, without leads whose phone number must not be called. */
        statuses: z.record(z.enum(leadStatuses), z.int()),
        /** Number of leads per status of each part by whether they may be called; together all leads. */
        parts: z.record(z.enum(callParts), z.record(z.enum(leadStatuses), z.int())),
        /** Number of leads, and of those to call back, of each team in each state of their number. */
        states: z.array(z.object({ teamId: z.int(), state: z.enum(callStates), leads: z.int(), callBacks: z.int() })),
      }),
    ),
  }),
  known: get('/api/leads/known', {
    summary:
      'Known records of a customer within reach, and whether the number is on the do-not-call list, without a name',
    allow: 'customer:recognise',
    shows: ['customer', 'doNotCall', 'lead'],
    query: z.object({
      phone: z.string().trim().max(40).optional(),
      email: z.string().trim().max(254).optional(),
      postalCode: z.string().trim().max(12).optional(),
      houseNumber: z.string().trim().max(20).optional(),
      /** Ids of records to leave out: the one that is being changed and its origin, separated by a comma. */
      except: z.string().max(300).optional(),
    }),
    result: ok(z.object({ doNotCall: DoNotCall.nullable(), known: z.array(KnownRecord) })),
  }),
  ...proofs,
  ...bulkEndpoints({
    ...{ kind: 'leads', start: '/api/leads/assign', allow: 'lead:assign' },
    changedByRun: ['contract', 'customer', 'lead', 'run'],
    summary: 'Start a run that assigns leads to a person',
    bodyBytes: 64 * 1024,
    body: z.object({
      ids: selectionOf('/api/leads', NO_SELECTION, MOST_CHANGED),
      ownerId: requireText('Selecteer een agent om de lead toe te wijzen.', 128).meta({
        'x-refers-to': '/api/users/agents',
      }),
    }),
    run: LeadRun,
  }),
  openOf: get('/api/leads/handover', {
    summary: 'Number of leads of a person that are not converted',
    allow: 'lead:handover',
    shows: ['lead'],
    query: z.object({ userId: z.string().min(1).max(128).meta({ 'x-refers-to': '/api/users' }) }),
    result: ok(z.object({ open: z.int() })),
  }),
  handOver: post('/api/leads/handover', {
    summary:
      'Hand over a person’s leads that are not converted to a colleague, as many as one request can; `left` is the rest',
    allow: 'lead:handover',
    changes: ['customer', 'lead'],
    later: ['contract'],
    joinsAction: true,
    body: z.object({
      fromUserId: requireText('Kies een collega', 128).meta({ 'x-refers-to': '/api/users/agents' }),
      toUserId: requireText('Kies een collega', 128).meta({ 'x-refers-to': '/api/users/agents' }),
    }),
    result: ok(z.object({ moved: z.int(), left: z.int() })),
  }),
  call: post('/api/leads/{id}/calls', {
    summary: 'Add the note of a call and the next call-back; a new lead becomes contacted unless a status is sent',
    allow: 'lead:edit',
    changes: ['consent', 'lead'],
    later: ['contract'],
    idempotent: true,
    body: z.object({
      note: requireLines('Vul in wat er is besproken', 2000),
      /**
       * Moment to call the customer back; null removes it. When absent, a call-back of today or earlier is removed, and
       * a later one stays.
       */
      callBackAt: instant.nullish(),
      status: leadStatus.optional(),
      /** Reason why the customer might be called; absent where the lead has an open one. */
      contactBasis: ContactBasis.optional(),
    }),
    result: creation(LeadDetails),
  }),
  undoCall: post('/api/leads/{id}/calls/undo', {
    summary: 'Undo the last call: its author within ten minutes; 409 afterwards, and once the lead was changed since',
    allow: 'lead:edit',
    changes: ['lead'],
    later: ['contract'],
    idempotent: true,
    result: ok(LeadDetails),
  }),
  plan: post('/api/leads/{id}/appointment', {
    summary: 'Book an appointment for a lead: the lead becomes contacted and both refer to each other (rulings 32)',
    allow: 'lead:edit',
    changes: ['appointment', 'customer', 'lead'],
    later: ['appointment', 'book', 'commission', 'contract'],
    idempotent: true,
    body: NewAppointment,
    result: creation(Appointment),
  }),
  ...importEndpoints('leads', 'lead:import', leadColumns, ['consent', 'customer', 'doNotCall', 'lead', 'upload']),
})
