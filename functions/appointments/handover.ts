import { can } from '../../shared/access.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { findAssignable, findTeamFor, nameOf, requireStillAssignable } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import { findUser, type User } from '../platform/identity/user.ts'
import { handOverInTurn } from '../records/handover.ts'
import type { AppointmentRow } from './entity.ts'
import { planMails } from './mails/mail-queue.ts'
import { isOpen, ownersOf } from './rules.ts'
import { appointmentRecords } from './service.ts'
import { monthQueryOfAgent, readAppointmentsBetween } from './span.ts'
import { planSlot } from './times/slot-claims.ts'

/** Number of coming months in which open appointments are searched. */
const MONTHS_AHEAD = 24

/**
 * Counts the open appointments of a person from today on, for two years, within the actor's reach. Throws 403 for an
 * actor who may hand over nothing, 404 for a person out of reach.
 */
export async function countOpenAppointments(actor: Caller, userId: string) {
  await personWithin(actor, userId)
  return { open: (await openAppointments(actor, userId)).length }
}

/**
 * Hands over a person's open appointments from today on to a colleague, each in its own change. Moves as many as one
 * request can, and returns the numbers of moved and remaining ones. Throws 403 or 404 as `countOpenAppointments` does,
 * 422 for a colleague who cannot get appointments.
 */
export async function handOverAppointments(
  actor: Caller,
  { fromUserId, toUserId }: { fromUserId: string; toUserId: string },
) {
  const permit = await personWithin(actor, fromUserId)
  if (fromUserId === toUserId) throw unprocessable('Kies een andere collega', 'toUserId')
  const colleague = await findAssignable(actor, toUserId)
  if (!colleague) throw unprocessable('Kies een actieve collega die afspraken kan krijgen', 'toUserId')
  const team = await findTeamFor(colleague, actor)
  const open = await openAppointments(actor, fromUserId)
  const result = await handOverInTurn(
    open.map(({ id }) => id),
    (id) => moveAppointment(actor, id, fromUserId, colleague, team),
  )
  // Each appointment was moved in a transaction of its own, so nothing is left to commit.
  return commitNothing(permit, result)
}

/** Returns the permit to hand over a person's appointments. Throws 403 when refused, 404 for a person out of reach. */
async function personWithin(actor: Caller, userId: string) {
  const person = await findUser(userId)
  if (!person) throw notFound()
  return authorise(actor, 'appointment:handover', { teamId: person.teamId, owners: [person.id] })
}

/** Returns a person's open appointments within the actor's reach, from today on, for two years, by start. */
async function openAppointments(actor: Caller, agentId: string): Promise<AppointmentRow[]> {
  const today = localDateOf(now())
  const until = startOfDay(addMonths(today, MONTHS_AHEAD))
  const rows = await readAppointmentsBetween(startOfDay(today), until, (month) => [monthQueryOfAgent(agentId, month)])
  return rows.filter((row) => isOpen(row) && can(actor, 'appointment:handover', ownersOf(row)))
}

/** Moves an appointment to the colleague; does nothing when it is no longer open or no longer the person's. */
const moveAppointment = (
  actor: Caller,
  id: string,
  fromUserId: string,
  colleague: User,
  team: Awaited<ReturnType<typeof findTeamFor>>,
) =>
  appointmentRecords.edit(
    actor,
    id,
    async (before) => {
      if (before.agentId !== fromUserId || !isOpen(before)) return null
      const moved = { ...before, agentId: colleague.id, agent: nameOf(colleague), ...team }
      const { row: after, claims } = await planSlot(actor, before, moved, { ifTaken: 'share' })
      const conditions = [...requireStillAssignable(actor, colleague), ...claims]
      return { after, conditions, ...(await planMails(before, after)) }
    },
    () => undefined,
    'appointment:handover',
  )
