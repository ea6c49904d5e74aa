import { callStates, consentWays } from '../../numbers/states.ts'
import * as z from '../../zod.ts'
import { orNull } from './fields.ts'

/** State of a record's number for a call with an offer: `until` is the last day it holds, `source` how consent came. */
export const MayCall = z.object({
  state: z.enum(callStates),
  until: orNull(z.iso.date()),
  source: orNull(z.enum(consentWays)),
})
export type MayCall = z.output<typeof MayCall>
