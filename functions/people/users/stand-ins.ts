import { conflict, forbidden } from '../../../shared/errors.ts'
import type { AccountEvent } from '../../../shared/notifications.ts'
import { now } from '../../../shared/time.ts'
import type { Caller } from '../../platform/actor.ts'
import { buildUserChange, type StandIn, type User } from '../../platform/identity/user.ts'
import type { More } from '../../records/record.ts'
import { approveAsSecond, onlyAdminCondition, proposalOf } from '../approvers.ts'
import { rightsNotice } from '../notices.ts'
import { rosterMoves } from '../roster.ts'
import { requireUnchangedActor } from '../unchanged-actor.ts'
import { tellAdmins } from './account-notices.ts'
import { userRecords } from './authority.ts'
import { detailOf } from './user-details.ts'

interface Naming extends Pick<More, 'verb'> {
  readonly standIn: StandIn | undefined
  /** Event that the other admins are told. */
  readonly event: AccountEvent
}

/**
 * Changes whether a person is a stand-in, or proposed as one. Throws 404 for an unknown person, 403 for others than
 * admins.
 */
const editStandIn = (actor: Caller, id: string, make: (before: User) => Promise<Naming>) =>
  userRecords.edit(actor, { id, action: 'user:admin' }, detailOf, async (before, permit) => {
    const { verb, standIn, event } = await make(before)
    const { row: after } = buildUserChange(before, { standIn })
    return {
      verb,
      after,
      conditions: requireUnchangedActor(actor, before),
      write: rosterMoves(before, after),
      outbox: rightsNotice(permit, before, after),
      notify: await tellAdmins(actor.id, after, [event]),
    }
  })

/**
 * Proposes a person as stand-in, for another admin to approve (rulings 51b). Throws 409 for an admin, a deactivated
 * person, somebody who is or was proposed, a fourth stand-in, and while there is one admin.
 */
export const proposeStandIn = (actor: Caller, id: string) =>
  editStandIn(actor, id, async ({ isActive, role, standIn }) => {
    if (!isActive) throw conflict('Deze gebruiker is gedeactiveerd')
    if (role === 'admin') throw conflict('Een beheerder keurt al betalingen goed')
    if (standIn) throw conflict('Deze gebruiker is al plaatsvervanger of voorgesteld')
    if (await onlyAdminCondition(actor, () => forbidden())) {
      throw conflict('Twee beheerders wijzen een plaatsvervanger aan. Jij bent de enige.')
    }
    const proposed = { proposedBy: actor.id, proposedAt: now() }
    return { verb: 'propose-stand-in', standIn: proposed, event: 'standInProposed' }
  })

const ownProposal = () => forbidden('Een andere beheerder keurt jouw voorstel goed')

/**
 * Makes a proposed person a stand-in. Throws 403 for the admin who proposed them, also for the only one, and where
 * `approveAsSecond` does; 409 where nobody proposed them.
 */
export const approveStandIn = (actor: Caller, id: string) =>
  editStandIn(actor, id, async (before) => {
    const proposal = proposalOf(before)
    if (!before.standIn || !proposal) throw conflict('Voor deze gebruiker wacht geen voorstel')
    if (proposal.by === actor.id) throw ownProposal()
    await approveAsSecond(actor, proposal, { refused: ownProposal, about: { type: 'user', id }, what: {} })
    const standIn = { ...before.standIn, approvedBy: actor.id, approvedAt: now() }
    return { verb: 'approve-stand-in', standIn, event: 'standInNamed' }
  })

/** Ends a stand-in, or takes a proposal of one back. Throws 409 for anybody else. */
export const endStandIn = (actor: Caller, id: string) =>
  editStandIn(actor, id, async ({ standIn }) => {
    if (!standIn) throw conflict('Deze gebruiker is geen plaatsvervanger')
    return { verb: 'end-stand-in', standIn: undefined, event: 'standInEnded' }
  })
