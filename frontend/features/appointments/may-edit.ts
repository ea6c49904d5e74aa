import type { Appointment } from '../../../shared/contract/appointments.ts'
import { useCan } from '../../lib/session.ts'

/** Whether the logged-in user may change or delete an appointment (access.md); false while there is none. */
export function useMayEdit(appointment: Appointment | null): boolean {
  const { teamId, agentId, createdBy } = appointment ?? {}
  const owners = [agentId, createdBy].filter((id) => id !== undefined)
  return useCan('appointment:edit', { teamId, owners }) && appointment !== null
}
