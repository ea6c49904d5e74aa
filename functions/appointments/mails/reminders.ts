import { addSeconds, type Instant, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, isWritten } from '../../platform/data/commit.ts'
import { Outbox } from '../../platform/data/outbox.ts'
import type { AppointmentRow } from '../entity.ts'
import { isOpen } from '../rules.ts'
import { monthQueryOfAll, readAppointmentsBetween } from '../span.ts'
import { mailItem, sequenceOf } from './mail-queue.ts'
import { loadMailSettings } from './settings.ts'

/** Seconds between a reminder and its appointment (rulings 28). */
const AHEAD_SECONDS = 24 * 60 * 60

/**
 * Queues a reminder mail for each open appointment that starts within 24 hours, and returns their number; 0 when
 * reminders are off. Skips customers without an e-mail address. Skips appointments that were booked, moved or
 * reactivated less than 24 hours ahead, as their customers were just mailed.
 */
export async function queueReminders(): Promise<{ queued: number }> {
  const at = now()
  if (!(await loadMailSettings()).sendReminders) return { queued: 0 }
  const until = addSeconds(at, AHEAD_SECONDS)
  const soon = await readAppointmentsBetween(at, addSeconds(until, 1), (month) => [monthQueryOfAll(month)])
  const due = soon.filter((row) => row.start > at && row.start <= until && isToBeReminded(row))
  const queuedIds = await findQueued(due.map(reminderId))
  let queued = 0
  for (const row of due) if (!queuedIds.has(reminderId(row)) && (await queueReminder(row))) queued += 1
  return { queued }
}

/** Returns the id of the outbox item, one for each start time, so that a reminder is queued once. */
const reminderId = (row: AppointmentRow) => `reminder-${row.id}-${sequenceOf(row)}`

function isToBeReminded(row: AppointmentRow): boolean {
  const lastMailedAt = row.plannedAt ?? row.createdAt
  const isBookedAhead = lastMailedAt <= addSeconds(row.start as Instant, -AHEAD_SECONDS)
  return Boolean(row.customerEmail) && isOpen(row) && !row.reminderSent && isBookedAhead
}

/** Returns the ids that are already in the outbox. */
async function findQueued(ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { data } = await Outbox.get(ids.map((id) => ({ id }))).go()
  return new Set(data.map(({ id }) => id))
}

/** Queues a reminder; returns false when another run has queued it. */
const queueReminder = (row: AppointmentRow) =>
  isWritten(
    commit(asSystem('reminders'), {
      action: 'appointment.reminder',
      entity: { type: 'appointment', id: row.id, name: row.customerName },
      after: { reminder: 'waiting' },
      write: [],
      outbox: [mailItem('reminder', row, reminderId(row))],
    }),
  )
