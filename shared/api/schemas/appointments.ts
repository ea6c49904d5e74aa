import * as z from '../../zod.ts'
import { bulkRunOf } from '../parts/bulk.ts'
import {
  Consent,
  DoNotCall,
  instant,
  lines,
  localDate,
  localTime,
  office,
  optionalEmail,
  orNull,
  person,
  phoneExamples,
  requireText,
  teamId,
  teamSummary,
  text,
} from '../parts/fields.ts'
import { historySchema } from '../parts/history.ts'
import { mailOf } from '../parts/mail.ts'
import { type AppointmentStatus, appointmentStatuses } from '../parts/statuses.ts'
import { markets } from '../parts/trade.ts'

export const status = z.preprocess(
  (value) => (value === 'awaiting-customer' ? 'awaiting' : value),
  z.enum(appointmentStatuses),
)

/** Duration of an appointment: in calendars, for availability and on the screen. */
export const APPOINTMENT_MINUTES = 60

export const statusLabels: Record<AppointmentStatus, string> = {
  scheduled: 'Gepland',
  sale: 'Sale',
  'no-sale': 'No Sale',
  'quote-sent': 'Offerte gestuurd',
  awaiting: 'In afwachting klant',
  cancelled: 'Geannuleerd',
}

/** Returns the Dutch label of a stored status; an unknown status gets the label of a planned one (spec §4). */
export const statusLabelOf = (stored: string): string =>
  Object.entries(statusLabels).find(([status]) => status === stored)?.[1] ?? statusLabels.scheduled

const details = {
  customerEmail: optionalEmail,
  companyName: text(),
  currentSupplier: text(),
  monthlyAmount: text(60),
  consumption: text(60),
  address: text(),
  postalCode: text(12, { examples: ['6041 AB', '2153 KB'] }),
  houseNumber: text(20),
  city: text(),
  type: z.enum(markets, 'Kies particulier of zakelijk').optional(),
  status: status.optional(),
  notes: lines(4000),
  /** Reason to book on a do-not-call number (rulings 32). */
  doNotCallReason: text(200),
  agentId: text(128, { 'x-refers-to': '/api/users/agents' }),
}

/** Body that books an appointment; date and time are wall time in Amsterdam (rulings 24). */
export const NewAppointment = z.object({
  customerName: requireText('Klantnaam is verplicht'),
  customerPhone: requireText('Telefoonnummer is verplicht', 40).meta(phoneExamples),
  appointmentDate: localDate('Datum is verplicht'),
  appointmentTime: localTime('Tijd is verplicht'),
  ...details,
  /** True to book although the agent has another appointment then; the appointment then holds no time. */
  bookAnyway: z.literal(true).optional().meta({ 'x-not-stored': true }),
})
export type NewAppointment = z.output<typeof NewAppointment>

/**
 * Form of an appointment on the screen: the fields of `NewAppointment`, with messages of its own and a team (rulings
 * 26).
 */
export const AppointmentForm = NewAppointment.omit({ doNotCallReason: true, bookAnyway: true }).extend({
  customerName: requireText('Naam van de klant is verplicht'),
  teamId: teamId.nullish(),
})

/** Body that changes an appointment; absent fields stay. */
export const AppointmentChange = NewAppointment.partial().extend({
  /** True when the screen offers an undo. The mail about a move or cancellation then waits until the offer ends. */
  undoable: z.literal(true).optional().meta({ 'x-not-stored': true }),
})
export type AppointmentChange = z.output<typeof AppointmentChange>

export const Appointment = z.object({
  id: z.string(),
  version: z.int(),
  customerName: z.string(),
  customerEmail: orNull(z.string()),
  customerPhone: z.string(),
  companyName: orNull(z.string()),
  currentSupplier: orNull(z.string()),
  monthlyAmount: orNull(z.string()),
  consumption: orNull(z.string()),
  address: orNull(z.string()),
  postalCode: orNull(z.string()),
  houseNumber: orNull(z.string()),
  city: orNull(z.string()),
  appointmentDate: instant,
  type: z.enum(markets),
  /** An unknown stored status is shown as planned. */
  status: z.enum(appointmentStatuses).catch('scheduled'),
  notes: orNull(z.string()),
  agentId: z.string(),
  teamId: z.int(),
  createdBy: z.string(),
  leadId: orNull(z.string()),
  contractId: orNull(z.string()),
  /** Id of the last sale that was registered for the appointment. After a rejected sale, another one may follow. */
  saleId: orNull(z.string()),
  saleRejected: z.boolean().default(false),
  /**
   * True when only the caller who booked the appointment marked it as held. The fee waits until somebody else does
   * (decision 78).
   */
  toConfirm: z.boolean(),
  /** Day since when the customer's number must not be called; null where it may be called (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  /** Reason for the booking on a do-not-call number. */
  doNotCallReason: orNull(z.string()),
  /** Consent of the customer, if the appointment was booked for a lead. */
  consent: orNull(Consent),
  confirmationSent: z.boolean(),
  reminderSent: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  agent: person,
  caller: person,
  team: teamSummary,
})
export type Appointment = z.output<typeof Appointment>

/** Kinds of mail to the customer about an appointment (rulings 28). */
export const mailKinds = ['confirmation', 'moved', 'cancelled', 'reminder'] as const
export type MailKind = (typeof mailKinds)[number]

export const AppointmentMail = mailOf(mailKinds)
export type AppointmentMail = z.output<typeof AppointmentMail>

/** One appointment with the mails about it, newest first. */
export const AppointmentDetails = Appointment.extend({ mails: z.array(AppointmentMail) })
export type AppointmentDetails = z.output<typeof AppointmentDetails>

/** Attributes of an appointment whose changes the history shows. */
export const appointmentHistoryFields = [
  'status',
  'start',
  'agent',
  'team',
  'customerName',
  'customerPhone',
  'customerEmail',
  'companyName',
  'type',
  'postalCode',
  'houseNumber',
  'address',
  'city',
  'currentSupplier',
  'monthlyAmount',
  'consumption',
  'notes',
  'doNotCallReason',
] as const
export type AppointmentHistoryField = (typeof appointmentHistoryFields)[number]
export const AppointmentHistory = historySchema(appointmentHistoryFields)

/** Name of the sender of mails to customers until somebody enters one. */
export const SENDER_NAME = 'Partnerview'

/** Settings of mails to customers (rulings 28): which are sent, in whose name, and how an office is reached. */
export const AppointmentSettings = z.object({
  sendConfirmations: z.boolean(),
  sendReminders: z.boolean(),
  senderName: text(80),
  roermondPhone: text(40, phoneExamples),
  roermondEmail: optionalEmail,
  nieuwVennepPhone: text(40, phoneExamples),
  nieuwVennepEmail: optionalEmail,
})
export type AppointmentSettings = z.output<typeof AppointmentSettings>

/** The settings in force; version 0 until somebody changes them. */
export const StandingSettings = z.object({
  sendConfirmations: z.boolean(),
  sendReminders: z.boolean(),
  senderName: orNull(z.string()),
  roermondPhone: orNull(z.string()),
  roermondEmail: orNull(z.string()),
  nieuwVennepPhone: orNull(z.string()),
  nieuwVennepEmail: orNull(z.string()),
  version: z.int(),
})
export type StandingSettings = z.output<typeof StandingSettings>

/** A run that gives several appointments a status or an agent. */
export const AppointmentRun = bulkRunOf(
  z.object({ status: orNull(z.enum(appointmentStatuses)), agentId: orNull(z.string()) }),
)
export type AppointmentRun = z.output<typeof AppointmentRun>

/** Columns the list can be sorted by, ascending; with `-` before it descending. */
export const appointmentSorts = [
  'date',
  '-date',
  'customer',
  '-customer',
  'status',
  '-status',
  'agent',
  '-agent',
] as const
export type AppointmentSort = (typeof appointmentSorts)[number]

const oneStatus = [...appointmentStatuses, 'awaiting-customer'].join('|')

/** One status, or several with commas between them. */
const statusChoice = z
  .string()
  .regex(new RegExp(`^(${oneStatus})(,(${oneStatus}))*$`), 'Kies een geldige status')
  .meta({ examples: ['scheduled', 'scheduled,awaiting'] })
  .transform((value) => value.replaceAll('awaiting-customer', 'awaiting'))

/** Returns the statuses in the comma-separated text of a filter. */
export const statusesIn = (choice: string): AppointmentStatus[] =>
  appointmentStatuses.filter((one) => choice.split(',').includes(one))

/** Filters of the list; an appointment must match all of them. Without dates: today −30 … +90 days (rulings 12). */
export const AppointmentFilter = z.object({
  status: statusChoice.optional(),
  date: localDate().optional(),
  from: localDate().optional(),
  to: localDate().optional(),
  teamId: teamId.optional(),
  agentId: z.string().max(128).optional(),
  calledBy: z.string().max(128).optional(),
  mine: z.literal('true').optional(),
  /** Only appointments with status 'Sale' whose sale is not registered yet. */
  unregistered: z.literal('true').optional(),
  type: z.enum(markets).optional(),
  office: office.optional(),
  /** Search text: must occur in customer, company, phone or postcode. Only the shown period is searched. */
  q: z.string().trim().max(100).optional(),
})
export type AppointmentFilter = z.output<typeof AppointmentFilter>

/** Maximum number of agents whose free times one request returns. */
export const MOST_ASKED_AGENTS = 25

/**
 * Hours between which free times are offered: an appointment begins at `BOOKED_FROM` or later and ends by
 * `BOOKED_UNTIL`.
 */
export const BOOKED_FROM = '09:00'
export const BOOKED_UNTIL = '21:00'

/** Maximum number of ids of appointments in one export. */
export const MOST_EXPORTED_IDS = 100

export const timeFilters = ['today', 'this-week', 'this-month', 'last-month', 'this-year'] as const
export const StatsQuery = z.object({ timeFilter: z.enum(timeFilters).optional() })
export const Stats = z.object({ appointmentsToday: z.int(), pendingAppointments: z.int(), salesThisMonth: z.int() })
export const score = z.array(z.object({ id: z.string(), name: z.string(), count: z.int() }))

/** Appointments and sales of a person, team or office in a period. */
const performed = z.object({ id: z.string(), name: z.string(), appointments: z.int(), sales: z.int() })

/** The sales panel of the dashboard; `weeks` are the last twelve, oldest first, each named by its Monday. */
export const Performance = z.object({
  weeks: z.array(z.object({ monday: z.iso.date(), appointments: z.int(), sales: z.int() })),
  agents: z.array(performed),
  callers: z.array(performed),
  teams: z.array(performed),
  offices: z.array(performed),
})
export type Performance = z.output<typeof Performance>
