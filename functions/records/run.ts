import { now } from '../../shared/time.ts'
import type { Caller } from '../platform/actor.ts'
import { actorOf, findUser, fullName } from '../platform/user.ts'

/** Work that goes on in steps when nobody looks, each of which asks for the next. */
interface Run {
  readonly state: 'running' | 'done'
  /** When it was last moved on. */
  readonly movedAt: string
}

/** A step takes seconds, and is delivered five times at most: a run that was not moved on for so long will not be. */
const STOPPED_AFTER_MS = 5 * 60_000

/** Whether a run goes on, ended, or was given up until somebody goes on with it. */
export const runState = ({ state, movedAt }: Run): 'running' | 'stopped' | 'done' =>
  state === 'running' && Date.parse(now()) - Date.parse(movedAt) > STOPPED_AFTER_MS ? 'stopped' : state

/** Whoever started a run as they are now, since their rights count as they are now; null when they may not any more. */
export async function starterOf({ id, startedById }: { id: string; startedById: string }): Promise<Caller | null> {
  const user = await findUser(startedById)
  if (!user?.isActive) return null
  const origin = { requestId: id, ip: '-', userAgent: '-' }
  return { ...actorOf(user), name: fullName(user), origin, epoch: user.sessionEpoch }
}
