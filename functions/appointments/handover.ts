import { unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { findAssignable, findTeamFor, nameOf, requireStillAssignable } from '../people/service.ts'
import { handoverOf } from '../records/handover.ts'
import type { AppointmentRow } from './entity.ts'
import { planMails } from './mails/mail-queue.ts'
import { isOpen, ownersOf } from './rules.ts'
import { appointmentRecords } from './service.ts'
import { monthQueryOfAgent, readAppointmentsBetween } from './span.ts'
import { planSlot } from './times/slot-claims.ts'

/** Number of coming months in which open appointments are searched. */
const MONTHS_AHEAD = 24

/** Hands over open appointments of today and the coming two years, by start; each in its own change. */
export const appointmentHandover = handoverOf<AppointmentRow>({
  action: 'appointment:handover',
  ownersOf,
  openOf: async (agentId) => {
    const today = localDateOf(now())
    const until = startOfDay(addMonths(today, MONTHS_AHEAD))
    const rows = await readAppointmentsBetween(startOfDay(today), until, (month) => [monthQueryOfAgent(agentId, month)])
    return rows.filter(isOpen)
  },
  movingTo: async (actor, { fromUserId, toUserId }) => {
    const colleague = await findAssignable(actor, toUserId)
    if (!colleague) throw unprocessable('Kies een actieve collega die afspraken kan krijgen', 'toUserId')
    const team = await findTeamFor(colleague, actor)
    return (id) =>
      appointmentRecords.edit(
        actor,
        { id, action: 'appointment:handover' },
        () => undefined,
        async (before) => {
          if (before.agentId !== fromUserId || !isOpen(before)) return null
          const moved = { ...before, agentId: colleague.id, agent: nameOf(colleague), ...team }
          const { row: after, claims } = await planSlot(actor, before, moved, { ifTaken: 'share' })
          const conditions = [...requireStillAssignable(actor, colleague), ...claims]
          return { after, conditions, ...(await planMails(before, after)) }
        },
      )
  },
})
