import type { Caller } from '../platform/actor.ts'
import { hit } from '../platform/rate-limit.ts'

/** How many account numbers one person may have shown in an hour, of all kinds of record together. */
const limitOf = ({ id }: Caller) => ({
  subject: `reveal#${id}`,
  ...{ hits: 30, seconds: 3_600 },
  refusal: 'Je hebt het afgelopen uur 30 rekeningnummers bekeken. Probeer het later opnieuw.',
})

/** Counts an account number that is about to be shown; throws 429 after 30 in an hour. */
export const countReveal = (actor: Caller): Promise<void> => hit(limitOf(actor))
