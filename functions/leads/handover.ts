import { can } from '../../shared/access.ts'
import { notFound, unprocessable } from '../../shared/errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { findUser } from '../platform/identity/user.ts'
import { handOverInTurn } from '../records/handover.ts'
import { type LeadRow, Leads } from './entity.ts'
import { addIndexKeys, ownersOf } from './rules.ts'
import { leadRecords, planOwnership } from './service.ts'

/**
 * Counts a person's leads that the actor can hand over: all but converted ones. Throws 404 for a person out of reach.
 */
export async function countOpenLeads(actor: Caller, userId: string) {
  await personWithin(actor, userId)
  return { open: (await openLeads(actor, userId)).length }
}

/**
 * Hands over a person's leads, except converted ones, to a colleague who may have leads; each lead in its own
 * transaction. Moves as many as one request can, at most 50; returns the numbers of moved (`moved`) and remaining leads
 * (`left`). Throws 404 for a person out of reach, 422 for a colleague who may not have leads or is the same person.
 */
export async function handOverLeads(actor: Caller, { fromUserId, toUserId }: { fromUserId: string; toUserId: string }) {
  const permit = await personWithin(actor, fromUserId)
  if (fromUserId === toUserId) throw unprocessable('Kies een andere collega', 'toUserId')
  const { owner, conditions } = await planOwnership(actor, toUserId, 'toUserId')
  const open = await openLeads(actor, fromUserId)
  const result = await handOverInTurn(
    open.map(({ id }) => id),
    (id) =>
      leadRecords.edit(
        actor,
        id,
        (before) =>
          isOpen(before) && before.ownerId === fromUserId
            ? { verb: 'assign', conditions, after: addIndexKeys({ ...before, ...owner }) }
            : null,
        () => undefined,
        'lead:handover',
      ),
  )
  // Each lead was moved in a transaction of its own, so nothing is left to commit.
  return commitNothing(permit, result)
}

/** Returns the permit to hand over the leads of a person within reach. Throws 404 for anybody else. */
async function personWithin(actor: Caller, userId: string) {
  const person = await findUser(userId)
  if (!person) throw notFound()
  return authorise(actor, 'lead:handover', { teamId: person.teamId, owners: [person.id] })
}

/** Tells whether a lead can be handed over; a converted one stays with its seller. */
const isOpen = ({ status }: Pick<LeadRow, 'status'>) => status !== 'converted'

async function openLeads(actor: Caller, ownerId: string): Promise<LeadRow[]> {
  const rows = await readAll<LeadRow>(Leads.query.byOwner({ ownerId }))
  return rows.filter((row) => isOpen(row) && can(actor, 'lead:handover', ownersOf(row)))
}
