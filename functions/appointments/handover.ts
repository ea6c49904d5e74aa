import { can } from '../../shared/access.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { assignableTo, nameOf, stillAssignable, teamFor } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import { handOverInTurn } from '../records/handover.ts'
import type { AppointmentRow } from './entity.ts'
import { mailsFor } from './mails/mail-queue.ts'
import { isOpen, ownersOf } from './rules.ts'
import { appointmentRecords } from './service.ts'
import { ofAgent, readAppointmentsBetween } from './span.ts'

/** Months ahead in which open appointments are searched. */
const MONTHS_AHEAD = 24

/** Returns the number of open appointments of a person within reach, from today on. Throws 404 for anybody else. */
export async function openOf(actor: Caller, userId: string) {
  await personWithin(actor, userId)
  return { open: (await openAppointments(actor, userId)).length }
}

/**
 * Hands over a person's open appointments from today on to a colleague who may be chosen (access.md), each in its own
 * change, as many as one request can. Returns the numbers of moved and remaining appointments.
 */
export async function handOver(actor: Caller, { fromUserId, toUserId }: { fromUserId: string; toUserId: string }) {
  const permit = await personWithin(actor, fromUserId)
  if (fromUserId === toUserId) throw unprocessable('Kies een andere collega', 'toUserId')
  const colleague = await assignableTo(actor, toUserId)
  if (!colleague) throw unprocessable('Kies een actieve collega die afspraken kan krijgen', 'toUserId')
  const team = await teamFor(colleague, actor)
  const open = await openAppointments(actor, fromUserId)
  const result = await handOverInTurn(
    open.map(({ id }) => id),
    (id) => moved(actor, id, fromUserId, colleague, team),
  )
  // Each move was committed by itself.
  return commitNothing(permit, result)
}

async function personWithin(actor: Caller, userId: string) {
  const person = await findUser(userId)
  if (!person) throw notFound()
  return authorise(actor, 'appointment:handover', { teamId: person.teamId, owners: [person.id] })
}

/** Returns a person's open appointments within the actor's reach, from today on, by start. */
async function openAppointments(actor: Caller, agentId: string): Promise<AppointmentRow[]> {
  const today = localDateOf(now())
  const until = startOfDay(addMonths(today, MONTHS_AHEAD))
  const rows = await readAppointmentsBetween(startOfDay(today), until, (month) => [ofAgent(agentId, month)])
  return rows.filter((row) => isOpen(row) && can(actor, 'appointment:handover', ownersOf(row)))
}

/** Returns the change that moves an open appointment from a person to the colleague. */
const moved = (
  actor: Caller,
  id: string,
  fromUserId: string,
  colleague: User,
  team: Awaited<ReturnType<typeof teamFor>>,
) =>
  appointmentRecords.edit(
    actor,
    id,
    async (before) => {
      if (before.agentId !== fromUserId || !isOpen(before)) return null
      const after = { ...before, agentId: colleague.id, agent: nameOf(colleague), ...team }
      return { after, conditions: stillAssignable(actor, colleague), ...(await mailsFor(before, after)) }
    },
    () => undefined,
    'appointment:handover',
  )
