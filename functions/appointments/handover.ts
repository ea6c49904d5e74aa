import { can } from '../../shared/access.ts'
import { AppError, notFound, unprocessable } from '../../shared/errors.ts'
import { addMonths, localDateOf, now, startOfDay } from '../../shared/time.ts'
import { assignableTo, stillAssignable } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { isWritten, unchanged } from '../platform/commit.ts'
import { findUser, type User } from '../platform/user.ts'
import type { AppointmentRow } from './entity.ts'
import { mailsFor } from './mail-queue.ts'
import { nameOf, teamFor } from './people.ts'
import { isOpen, ownedBy } from './rules.ts'
import { appointmentRecords } from './service.ts'
import { ofAgent, startingBetween } from './span.ts'

/** Open appointments are looked for this far ahead. */
const MONTHS_AHEAD = 24

/** How often a move that met somebody's edit is tried. */
const TRIES = 3

/** What one request moves at most, well within the time it has. */
const MAX_MOVES = 50
const MAX_MS = 8_000

/** How many open appointments a person within reach has from today on; 404 for anybody else. */
export async function openOf(actor: Caller, userId: string) {
  await personWithin(actor, userId)
  return { open: (await openAppointments(actor, userId)).length }
}

/**
 * Gives a person's open appointments from today on to a colleague who may be chosen (access.md), each an ordinary
 * change of its own, as many as one request can. Returns how many were moved and how many are left.
 */
export async function handOver(actor: Caller, { fromUserId, toUserId }: { fromUserId: string; toUserId: string }) {
  const permit = await personWithin(actor, fromUserId)
  if (fromUserId === toUserId) throw unprocessable('Kies een andere collega', 'toUserId')
  const colleague = await assignableTo(actor, toUserId)
  if (!colleague) throw unprocessable('Kies een actieve collega die afspraken kan krijgen', 'toUserId')
  const until = performance.now() + MAX_MS
  const open = await openAppointments(actor, fromUserId)
  const team = await teamFor(colleague, actor)
  let moved = 0
  for (const { id } of open.slice(0, MAX_MOVES)) {
    if (performance.now() > until) break
    if (await moveTo(actor, id, fromUserId, colleague, team)) moved += 1
  }
  // Each move was committed on its own.
  return unchanged(permit, { moved, left: open.length - moved })
}

async function personWithin(actor: Caller, userId: string) {
  const person = await findUser(userId)
  if (!person) throw notFound()
  return authorise(actor, 'appointment:handover', { teamId: person.teamId, owners: [person.id] })
}

/** A person's open appointments within the actor's reach, from today on, by start. */
async function openAppointments(actor: Caller, agentId: string): Promise<AppointmentRow[]> {
  const today = localDateOf(now())
  const until = startOfDay(addMonths(today, MONTHS_AHEAD))
  const rows = await startingBetween(startOfDay(today), until, (month) => [ofAgent(agentId, month)])
  return rows.filter((row) => isOpen(row) && can(actor, 'appointment:handover', ownedBy(row)))
}

/** Whether the appointment is now the colleague's, or in any case no longer one to be moved. */
async function moveTo(
  actor: Caller,
  id: string,
  fromUserId: string,
  colleague: User,
  team: Awaited<ReturnType<typeof teamFor>>,
): Promise<boolean> {
  const handed = () =>
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
  try {
    for (let attempt = 1; attempt <= TRIES; attempt++) if (await isWritten(handed())) return true
    return false
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return true
    throw error
  }
}
