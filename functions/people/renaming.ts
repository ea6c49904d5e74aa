import type { Caller } from '../platform/actor.ts'
import { countSuccess, refuseAfterSuccesses } from '../platform/data/rate-limit.ts'

/**
 * Returns the limit of renames per actor, of people and teams together: each rename updates all records with the name.
 */
const limitOf = ({ id }: Caller) => ({
  subject: `rename#${id}`,
  ...{ hits: 60, seconds: 600 },
  refusal: 'Je hebt kort na elkaar veel namen gewijzigd. Probeer het over een paar minuten opnieuw.',
})

/**
 * Runs `change`, which may rename a person or team and must call `beforeRename` before a rename. That call throws 429
 * after sixty renames by the actor in ten minutes. A rename counts only when the change succeeds.
 */
export async function limitRenames<T>(
  actor: Caller,
  change: (beforeRename: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let isRename = false
  const done = await change(async () => {
    await refuseAfterSuccesses(limitOf(actor))
    isRename = true
  })
  if (isRename) await countSuccess(limitOf(actor))
  return done
}
