import { addSeconds, type Instant, now } from '../../../shared/time.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, isWritten } from '../../platform/data/commit.ts'
import { Outbox } from '../../platform/data/outbox.ts'
import type { AppointmentRow } from '../entity.ts'
import { isOpen } from '../rules.ts'
import { ofAll, readAppointmentsBetween } from '../span.ts'
import { mailItem, sequenceOf } from './mail-queue.ts'
import { mailSettings } from './settings.ts'

/** Seconds between a reminder and its appointment (rulings 28). */
const AHEAD_SECONDS = 24 * 60 * 60

/**
 * Queues the reminders of open appointments that start within 24 hours, each once per start time: the outbox item's id
 * follows from the appointment and its sequence, so that neither two runs nor a retry queue two. An appointment that
 * was booked or moved less than 24 hours ahead gets none, as the customer was just mailed. Returns the number of
 * reminders.
 */
export async function queueReminders(): Promise<{ queued: number }> {
  const at = now()
  if (!(await mailSettings()).sendReminders) return { queued: 0 }
  const until = addSeconds(at, AHEAD_SECONDS)
  const soon = await readAppointmentsBetween(at, addSeconds(until, 1), (month) => [ofAll(month)])
  const due = soon.filter((row) => row.start > at && row.start <= until && isToBeReminded(row))
  const asked = await askedFor(due.map(reminderId))
  let queued = 0
  for (const row of due) if (!asked.has(reminderId(row)) && (await ask(row))) queued += 1
  return { queued }
}

const reminderId = (row: AppointmentRow) => `reminder-${row.id}-${sequenceOf(row)}`

function isToBeReminded(row: AppointmentRow): boolean {
  const lastToldAt = row.plannedAt ?? row.createdAt
  const isBookedAhead = lastToldAt <= addSeconds(row.start as Instant, -AHEAD_SECONDS)
  return Boolean(row.customerEmail) && isOpen(row) && !row.reminderSent && isBookedAhead
}

/** Returns the ids that are in the outbox already. */
async function askedFor(ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { data } = await Outbox.get(ids.map((id) => ({ id }))).go()
  return new Set(data.map(({ id }) => id))
}

/** Queues a reminder; returns false when another run was first. */
const ask = (row: AppointmentRow) =>
  isWritten(
    commit(
      asSystem('reminders'),
      {
        action: 'appointment.reminder',
        entity: { type: 'appointment', id: row.id, name: row.customerName },
        after: { reminder: 'waiting' },
        write: [],
        outbox: [mailItem('reminder', row, reminderId(row))],
      },
      undefined,
    ),
  )
