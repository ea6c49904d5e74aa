import { can } from '../../shared/access.ts'
import { addDays, localDateOf, monthOf, now, startOfDay } from '../../shared/time.ts'
import { type Caller, requireReach } from '../platform/actor.ts'
import { takeRows } from '../platform/data/rows.ts'
import { type AppointmentRow, Appointments } from './entity.ts'
import { isOpen, isUnregistered, ownersOf } from './rules.ts'

/** Maximum number of appointments read. */
const MOST_READ = 50
/** Number of past days in which appointments are read. */
const DAYS_BACK = 30

/**
 * Reads the past appointments of the last 30 days that are still open, or have an unregistered sale, newest first. A
 * team leader gets the team's, others those assigned to them. `isComplete` is false when there may be more than the 50
 * that were read. Throws 403 without calendar access.
 */
export async function readUnfinishedAppointments(actor: Caller) {
  const reach = requireReach(actor, 'appointment:read')
  const teamId = actor.role === 'teamleader' && reach.scope === 'team' ? reach.teamId : null
  const at = now()
  const first = startOfDay(addDays(localDateOf(at), -DAYS_BACK))
  const months = [...new Set([monthOf(localDateOf(at)), monthOf(localDateOf(first))])]
  const rows: AppointmentRow[] = []
  let isComplete = true
  for (const month of months) {
    const query =
      teamId === null
        ? Appointments.query.byAgent({ agentId: actor.id, month })
        : Appointments.query.byTeam({ teamId, month })
    const span = query.between({ start: first, id: '' }, { start: at, id: '' })
    const read = await takeRows<AppointmentRow>(span, MOST_READ - rows.length, { order: 'desc' })
    rows.push(...read.rows)
    isComplete &&= read.isOver
    if (rows.length >= MOST_READ) break
  }
  const seen = rows.filter((row) => can(actor, 'appointment:read', ownersOf(row)))
  return { open: seen.filter(isOpen), unregistered: seen.filter(isUnregistered), isComplete }
}
