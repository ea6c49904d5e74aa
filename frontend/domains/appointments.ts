import { useQuery } from '@tanstack/react-query'
import { can } from '../../shared/access.ts'
import { appointments } from '../../shared/api/appointments.ts'
import type { CurrentUser } from '../../shared/api/auth.ts'
import { type AppointmentStatus, appointmentStatuses } from '../../shared/api/parts/statuses.ts'
import { BOOKED_FROM, BOOKED_UNTIL, MOST_ASKED_AGENTS } from '../../shared/api/schemas/appointments.ts'
import { APPOINTMENT_MINUTES, statusLabels } from '../../shared/appointments/choices.ts'
import type { Appointment } from '../../shared/appointments/schemas.ts'
import { digitsOfPostcode } from '../../shared/identifiers.ts'
import { SERVICE_DAYS } from '../../shared/numbers/gate.ts'
import { addDays, type Instant, localDateOf, today } from '../../shared/time.ts'
import { queryClient } from '../lib/freshness.ts'
import { query } from '../lib/query.ts'
import { actorOf, useUser } from '../lib/session.ts'
import { showFailure } from '../records/failure.ts'

const { clashes, free } = appointments

/** Message when a change of an appointment fails and the server gives no reason (spec §8). */
export const REFUSED = 'Er is een fout opgetreden bij het bijwerken van de afspraak.'

/**
 * Shows a toast with the reason that a change of an appointment failed. Fetches appointments again when somebody else
 * changed or deleted it first.
 */
export function showRefusal(error: unknown): void {
  showFailure(error, { fallback: REFUSED })
}

/** Colours of the statuses of an appointment (spec §4), as tones of `Badge`. */
export const statusTones = {
  scheduled: 'purple',
  sale: 'ok',
  'no-sale': 'bad',
  'quote-sent': 'warn',
  awaiting: 'info',
  cancelled: 'neutral',
} as const satisfies Record<AppointmentStatus, string>

/** Statuses of an appointment to choose from, with their labels and colours. */
export const statusChoices = appointmentStatuses.map((value) => ({
  value,
  label: statusLabels[value],
  tone: statusTones[value],
}))

/** Returns the state of a number where a call would be an offer; undefined while one may call about the appointment. */
export const offerStateOf = ({ status, appointmentDate, mayCall }: Appointment) =>
  status !== 'cancelled' && localDateOf(appointmentDate as Instant) >= addDays(today(), -SERVICE_DAYS)
    ? undefined
    : mayCall

/** Tells whether a user may change or delete an appointment (access.md). */
export const mayEditAppointment = (user: CurrentUser, { teamId, agentId, createdBy }: Appointment): boolean =>
  can(actorOf(user), 'appointment:edit', { teamId, owners: [agentId, createdBy] })

/** Tells whether the logged-in user may change or delete an appointment; false for null. */
export function useMayEditAppointment(appointment: Appointment | null): boolean {
  const user = useUser()
  return appointment !== null && mayEditAppointment(user, appointment)
}

/** Moment to check for an agent. */
interface Moment {
  readonly agentId: string | undefined
  /** Date, `yyyy-mm-dd`. */
  readonly date: string
  /** Time, `HH:mm`. */
  readonly time: string
  /** Id of the appointment being changed, whose own time does not count as taken; undefined for a new one. */
  readonly except: string | undefined
}

/**
 * Returns a warning when the agent has an appointment less than an hour from a moment, or when the check failed. Null
 * when the agent has no such appointment, until the answer comes, and without a moment. `isBusy` tells that there is
 * such an appointment.
 */
export function useClashWarning(moment: Moment | null) {
  const { data, isError } = useQuery({
    ...query(clashes, { query: moment ?? { date: '', time: '' } }),
    enabled: moment !== null,
    staleTime: 0,
  })
  const message = (moment && data?.message) ?? null
  const failed = moment && isError ? 'Controle op dubbele afspraken mislukt.' : null
  return { warning: failed ?? message, isBusy: message !== null }
}

/**
 * Asks the server whether the agent has another appointment at a moment, and returns the text that says so. Null when
 * there is none or the check fails; the server then refuses a held time itself.
 */
export const findClash = (moment: Moment): Promise<string | null> =>
  queryClient.fetchQuery({ ...query(clashes, { query: moment }), staleTime: 0 }).then(
    ({ message }) => message,
    () => null,
  )

interface FreeTimesQuery {
  /** Ids of the agents that the user may book for; times are fetched for only the first 25. */
  readonly agentIds: readonly string[]
  readonly date: string
  /** Time from which the next free times are listed; from the morning when undefined. */
  readonly time: string | undefined
  readonly except: string | undefined
  /** Postcode of the customer as typed; when known, kilometres are measured from it. */
  readonly postalCode?: string | null | undefined
}

/**
 * Fetches, for each agent, the taken times on a day with their kilometres, and the next free times. Fetches nothing for
 * null or without agents.
 */
export const useFreeTimes = (wanted: FreeTimesQuery | null) =>
  useQuery({
    ...query(free, {
      query: {
        date: wanted?.date ?? '',
        time: wanted?.time,
        except: wanted?.except,
        postalCode: digitsOfPostcode(wanted?.postalCode),
        agentIds: wanted?.agentIds.slice(0, MOST_ASKED_AGENTS).join(','),
      },
    }),
    enabled: wanted !== null && wanted.agentIds.length > 0,
    staleTime: 0,
    select: ({ agents }) => agents,
  })

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * Tells whether an appointment that begins at `time` overlaps none of those that begin at the taken times, all `HH:mm`.
 */
export const isFreeAt = (time: string, taken: readonly string[]): boolean =>
  taken.every((other) => Math.abs(minutesOf(other) - minutesOf(time)) >= APPOINTMENT_MINUTES)

/** Returns the kilometres of a free time to the nearer of the appointments before and after it; null when unknown. */
export function distanceAt(time: string, taken: readonly string[], kilometres: readonly (number | null)[]) {
  const next = taken.filter((other) => other <= time).length
  const known = [kilometres[next - 1], kilometres[next]].filter((one) => typeof one === 'number')
  return known.length === 0 ? null : Math.min(...known)
}

/** Times offered for the begin of an appointment: each quarter of an hour from 09:00 to 20:00, `HH:mm`. */
export const bookedQuarters: readonly string[] = Array.from(
  { length: (minutesOf(BOOKED_UNTIL) - APPOINTMENT_MINUTES - minutesOf(BOOKED_FROM)) / 15 + 1 },
  (_, index) => {
    const minutes = minutesOf(BOOKED_FROM) + index * 15
    return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  },
)
