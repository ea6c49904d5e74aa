import { type Action, can, type Owned } from '../../shared/access.ts'
import { AppError, notFound, unprocessable } from '../../shared/errors.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commitNothing, isWritten } from '../platform/data/commit.ts'
import { findUser } from '../platform/identity/user.ts'

/** Maximum number of attempts to move a record that somebody edits at the same time. */
const TRIES = 3

/** Maximum number of records that one request moves. */
const MAX_MOVES = 50
/** Maximum number of milliseconds in which one request moves records. */
const MAX_MS = 8_000

/** A person whose records a colleague takes over. */
export interface Handover {
  readonly fromUserId: string
  readonly toUserId: string
}

/** Records of a kind that can be handed over. */
interface HandedOver<Row> {
  readonly action: Action
  readonly ownersOf: (row: Row) => Owned
  /** Reads the open records of a person. */
  readonly openOf: (userId: string) => Promise<readonly Row[]>
  /** Returns the function that moves a record in its own change. Throws 422 for a colleague who may not have it. */
  readonly movingTo: (actor: Caller, handover: Handover) => Promise<(id: string) => Promise<unknown>>
}

/**
 * Returns the functions that count a person's open records and hand them over to a colleague, within the actor's reach.
 * Both throw 403 for an actor who may hand over nothing, 404 for a person out of reach.
 */
export function handoverOf<Row extends { readonly id: string }>(kind: HandedOver<Row>) {
  async function openWithin(actor: Caller, userId: string) {
    const person = await findUser(userId)
    if (!person) throw notFound()
    const permit = authorise(actor, kind.action, { teamId: person.teamId, owners: [person.id] })
    const rows = await kind.openOf(userId)
    return { permit, ids: rows.filter((row) => can(actor, kind.action, kind.ownersOf(row))).map(({ id }) => id) }
  }

  return {
    count: async (actor: Caller, userId: string) => ({ open: (await openWithin(actor, userId)).ids.length }),

    /**
     * Moves as many records as one request can, at most 50 in 8 seconds. Returns how many were moved, deleted ones
     * included, and how many are left. Throws 422 for the same person, and a colleague who may not have the records.
     */
    async handOver(actor: Caller, handover: Handover) {
      const { permit, ids } = await openWithin(actor, handover.fromUserId)
      if (handover.fromUserId === handover.toUserId) throw unprocessable('Kies een andere collega', 'toUserId')
      const move = await kind.movingTo(actor, handover)
      const until = performance.now() + MAX_MS
      let moved = 0
      for (const id of ids.slice(0, MAX_MOVES)) {
        if (performance.now() > until) break
        if (await isMoved(() => move(id))) moved += 1
      }
      // Each record was moved in a transaction of its own, so nothing is left to commit.
      return commitNothing(permit, { moved, left: ids.length - moved })
    },
  }
}

/** Moves a record; returns true when it was moved or no longer exists, false when other edits prevented it. */
async function isMoved(move: () => Promise<unknown>): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= TRIES; attempt++) if (await isWritten(move())) return true
    return false
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return true
    throw error
  }
}
