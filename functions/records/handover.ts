import { AppError } from '../../shared/errors.ts'
import { isWritten } from '../platform/commit.ts'

/** How often a move that met somebody's edit is tried. */
const TRIES = 3

/** What one request moves at most, well within the time it has. */
const MAX_MOVES = 50
const MAX_MS = 8_000

/**
 * Gives records of one person to another, each a change of its own, as many as one request can: `move` gives one and
 * does nothing where there is nothing to give any more. Returns how many were moved and how many are left.
 */
export async function movedInTurn(ids: readonly string[], move: (id: string) => Promise<unknown>) {
  const until = performance.now() + MAX_MS
  let moved = 0
  for (const id of ids.slice(0, MAX_MOVES)) {
    if (performance.now() > until) break
    if (await isMoved(() => move(id))) moved += 1
  }
  return { moved, left: ids.length - moved }
}

/** Whether the record is now the colleague's, or in any case no longer one to be moved. */
async function isMoved(move: () => Promise<unknown>): Promise<boolean> {
  try {
    for (let attempt = 1; attempt <= TRIES; attempt++) if (await isWritten(move())) return true
    return false
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return true
    throw error
  }
}
