import { countSuccess, refuseAfterSuccesses } from '../platform/data/rate-limit.ts'

/** Returns the daily limit of renames of one person or team: each rename updates all records with the name. */
const limitOf = (subject: string) => ({
  subject: `rename#${subject}`,
  ...{ hits: 3, seconds: 86_400 },
  refusal: 'Deze naam is vandaag al 3 keer gewijzigd. Probeer het morgen opnieuw.',
})

/**
 * Runs `change`, which may rename the person or team `subject` and must call `beforeRename` before a rename. That call
 * throws 429 after three renames of a day. A rename counts only when the change succeeds.
 */
export async function limitRenames<T>(
  subject: string,
  change: (beforeRename: () => Promise<void>) => Promise<T>,
): Promise<T> {
  let isRename = false
  const done = await change(async () => {
    await refuseAfterSuccesses(limitOf(subject))
    isRename = true
  })
  if (isRename) await countSuccess(limitOf(subject))
  return done
}
