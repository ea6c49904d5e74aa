import type { Caller } from '../platform/actor.ts'
import { refuseWhenSpent, spend } from '../platform/rate-limit.ts'

/** Names that one person may change in ten minutes, of people and teams together: each goes through all that carries it. */
const limitOf = ({ id }: Caller) => ({
  subject: `rename#${id}`,
  ...{ hits: 60, seconds: 600 },
  refusal: 'Je hebt kort na elkaar veel namen gewijzigd. Probeer het over een paar minuten opnieuw.',
})

/**
 * Makes a change, which says before it is written that it renames: 429 when the actor renamed too often. Counts only once
 * it is done, so that a lost update takes nothing.
 */
export async function countingRenames<T>(
  actor: Caller,
  change: (renames: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let isRename = false
  const done = await change(async () => {
    await refuseWhenSpent(limitOf(actor))
    isRename = true
  })
  if (isRename) await spend(limitOf(actor))
  return done
}
