import type { Instant } from '../../shared/time.ts'
import type { Notice } from '../platform/data/notifications.ts'
import type { AppointmentRow } from './entity.ts'

/** Attributes whose change concerns the agent. */
const told = [
  ...(['status', 'customerName', 'customerPhone', 'customerEmail', 'companyName', 'address', 'postalCode'] as const),
  ...(['houseNumber', 'city', 'type', 'notes'] as const),
]

/**
 * Returns the notifications of a changed appointment: its agent's when it is assigned, and those of agent and booker when it
 * is moved, changed or deleted. The booker gets no other changes than its status.
 */
export function appointmentNotices(before: AppointmentRow | null, after: AppointmentRow | null): Notice[] {
  const row = after ?? before
  if (!row) return []
  const { id: subject, agentId, createdBy } = row
  const start = row.start as Instant
  const given: Notice[] =
    after && before?.agentId !== agentId
      ? [{ kind: 'appointment-assigned', to: agentId, subject, facts: { start } }]
      : []
  if (!before) return given
  const others = [...new Set([...(given.length > 0 ? [] : [agentId]), createdBy])]
  if (after && after.start !== before.start) {
    const facts = { from: before.start as Instant, to: start }
    return [...given, ...others.map((to): Notice => ({ kind: 'appointment-moved', to, subject, facts }))]
  }
  // The sale itself notifies of its registration.
  if (after && (after.saleId !== before.saleId || after.saleRejected !== before.saleRejected)) return given
  const what = !after ? 'removed' : isCancelled(before, after) ? 'cancelled' : 'changed'
  const hears = (to: string) =>
    !after || before.status !== after.status || (to === agentId && told.some((name) => before[name] !== after[name]))
  return [
    ...given,
    ...others.filter(hears).map((to): Notice => ({ kind: 'appointment-changed', to, subject, facts: { start, what } })),
  ]
}

const isCancelled = (before: AppointmentRow, after: AppointmentRow) =>
  before.status !== after.status && after.status === 'cancelled'
