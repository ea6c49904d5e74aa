import { can } from '../../shared/access.ts'
import { type Appointment, type AppointmentStatus, appointments } from '../../shared/contract/appointments.ts'
import type { CurrentUser } from '../../shared/contract/auth.ts'
import { actorOf, useUser } from './session.ts'

const { list, get, stats, statsAlias, scoreboard, performance } = appointments

/** The cached answers that a change of an appointment makes old, for `useCommand`. */
export const appointmentRefreshes = [list, get, stats, statsAlias, scoreboard, performance]

/** The colours of the statuses (spec §4), by the names of `Badge`. */
export const statusTones = {
  scheduled: 'purple',
  sale: 'ok',
  'no-sale': 'bad',
  'quote-sent': 'warn',
  awaiting: 'info',
  cancelled: 'neutral',
} as const satisfies Record<AppointmentStatus, string>

/** Whether a user may change or delete an appointment (access.md). */
export const mayEdit = (user: CurrentUser, { teamId, agentId, createdBy }: Appointment): boolean =>
  can(actorOf(user), 'appointment:edit', { teamId, owners: [agentId, createdBy] })

/** Whether the logged-in user may change or delete an appointment; false while there is none. */
export function useMayEdit(appointment: Appointment | null): boolean {
  const user = useUser()
  return appointment !== null && mayEdit(user, appointment)
}
