import { AppError } from '../../shared/errors.ts'
import { isWritten } from '../platform/data/commit.ts'

/** Maximum number of attempts to move a record that somebody edits at the same time. */
const TRIES = 3

/** Maximum number of records that one request moves. */
const MAX_MOVES = 50
/** Maximum number of milliseconds in which one request moves records. */
const MAX_MS = 8_000

/**
 * Hands over records one by one with `move`: at most 50, for at most 8 seconds. Returns how many were moved, deleted
 * ones included, and how many are left.
 */
export async function handOverInTurn(ids: readonly string[], move: (id: string) => Promise<unknown>) {
  const until = performance.now() + MAX_MS
  let moved = 0
  for (const id of ids.slice(0, MAX_MOVES)) {
    if (performance.now() > until) break
    if (await isMoved(() => move(id))) moved += 1
  }
  return { moved, left: ids.length - moved }
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
