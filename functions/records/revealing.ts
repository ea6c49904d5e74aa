import type { Caller } from '../platform/actor.ts'
import { countRequest } from '../platform/data/rate-limit.ts'

/** Returns the hourly limit of a person for revealing account numbers, of all kinds of records together. */
const limitOf = ({ id }: Caller) => ({
  subject: `reveal#${id}`,
  ...{ hits: 30, seconds: 3_600 },
  refusal: 'Je hebt het afgelopen uur 30 rekeningnummers bekeken. Probeer het later opnieuw.',
})

/** Counts the reveal of an account number by the actor. Throws 429 after 30 in an hour. */
export const countReveal = (actor: Caller): Promise<void> => countRequest(limitOf(actor))
