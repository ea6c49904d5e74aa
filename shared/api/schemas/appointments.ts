import * as z from '../../zod.ts'
import { bulkRunOf } from '../parts/bulk.ts'
import { localDate, office, orNull, teamId } from '../parts/fields.ts'
import { type AppointmentStatus, appointmentStatuses } from '../parts/statuses.ts'
import { markets } from '../parts/trade.ts'

/** A run that gives several appointments a status or an agent, or confirms that they were held. */
export const AppointmentRun = bulkRunOf(
  z.object({ status: orNull(z.enum(appointmentStatuses)), agentId: orNull(z.string()), isHeld: z.boolean() }),
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
  /** Only appointments booked without a reason to call (`missing`), or because the customer called us (`inbound`). */
  basis: z.enum(['missing', 'inbound']).optional(),
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

/** Bookings of a person in a period: all, those because the customer called us, and those without a reason. */
const basesOfPerson = z.object({
  id: z.string(),
  name: z.string(),
  booked: z.int(),
  inbound: z.int(),
  missing: z.int(),
})

/** The sales panel of the dashboard; `weeks` are the last twelve, oldest first, each named by its Monday. */
export const Performance = z.object({
  weeks: z.array(z.object({ monday: z.iso.date(), appointments: z.int(), sales: z.int() })),
  agents: z.array(performed),
  callers: z.array(performed),
  teams: z.array(performed),
  offices: z.array(performed),
  /** People with bookings without a reason, or with over 10 % inbound ones; empty for own figures. */
  bases: z.array(basesOfPerson),
})
export type Performance = z.output<typeof Performance>
