import type { Caller } from '../platform/actor.ts'
import { refuseWhenSpent, spend } from '../platform/data/rate-limit.ts'

/**
 * Returns the limit of renames per actor, of people and teams together: each rename updates all records with the name.
 */
const limitOf = ({ id }: Caller) => ({
  subject: `rename#${id}`,
  ...{ hits: 60, seconds: 600 },
  refusal: 'Je hebt kort na elkaar veel namen gewijzigd. Probeer het over een paar minuten opnieuw.',
})

/**
 * Runs a change that calls `renames` before it renames somebody. Throws 429 when the actor renamed too often. A rename
 * counts only when the change succeeds, so that a lost update costs nothing.
 */
export async function limitRenames<T>(actor: Caller, change: (renames: () => Promise<void>) => Promise<T>): Promise<T> {
  let isRename = false
  const done = await change(async () => {
    await refuseWhenSpent(limitOf(actor))
    isRename = true
  })
  if (isRename) await spend(limitOf(actor))
  return done
}
