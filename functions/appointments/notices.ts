import type { Instant } from '../../shared/time.ts'
import type { Notice } from '../platform/data/notifications.ts'
import type { AppointmentRow } from './entity.ts'

/** Attributes whose change is notified to the agent. */
const agentFields = [
  ...(['status', 'customerName', 'customerPhone', 'customerEmail', 'companyName', 'address', 'postalCode'] as const),
  ...(['houseNumber', 'city', 'type', 'notes'] as const),
]

/**
 * Returns the notifications about a change of an appointment: `before` is null for a new one, `after` for a deleted
 * one. A new time, a new status and a deletion go to the agent and the booker. An assignment and a change of
 * `agentFields` go to the agent only.
 */
export function appointmentNotices(before: AppointmentRow | null, after: AppointmentRow | null): Notice[] {
  const row = after ?? before
  if (!row) return []
  const { id: subject, agentId, createdBy } = row
  const start = row.start as Instant
  const assigned: Notice[] =
    after && before?.agentId !== agentId
      ? [{ kind: 'appointment-assigned', to: agentId, subject, facts: { start } }]
      : []
  if (!before) return assigned
  const others = [...new Set([...(assigned.length > 0 ? [] : [agentId]), createdBy])]
  if (after && after.start !== before.start) {
    const facts = { from: before.start as Instant, to: start }
    return [...assigned, ...others.map((to): Notice => ({ kind: 'appointment-moved', to, subject, facts }))]
  }
  // When a sale is registered or rejected, the sale itself notifies the agent.
  if (after && (after.saleId !== before.saleId || after.saleRejected !== before.saleRejected)) return assigned
  const what = !after ? 'removed' : isCancelled(before, after) ? 'cancelled' : 'changed'
  const isNotified = (to: string) =>
    !after ||
    before.status !== after.status ||
    (to === agentId && agentFields.some((name) => before[name] !== after[name]))
  return [
    ...assigned,
    ...others
      .filter(isNotified)
      .map((to): Notice => ({ kind: 'appointment-changed', to, subject, facts: { start, what } })),
  ]
}

const isCancelled = (before: AppointmentRow, after: AppointmentRow) =>
  before.status !== after.status && after.status === 'cancelled'
