import { callDoors } from '../../numbers/gate.ts'
import { legalForms } from '../../numbers/legal-forms.ts'
import { callGates, consentWays, serviceReasons, verifications } from '../../numbers/states.ts'
import * as z from '../../zod.ts'
import { instant, orNull, person } from './fields.ts'
import { MayCall } from './may-call.ts'

/** A consent of a number; its free texts are null for a reader who has no record with the number. */
export const RecordedConsent = z.object({
  id: z.string(),
  number: z.string(),
  name: orNull(z.string()),
  purpose: z.literal('energie'),
  /** Names of the suppliers whose offers the customer also agreed to; empty for ours alone. */
  callers: z.array(z.string()),
  givenBy: z.enum(consentWays),
  givenAt: z.iso.date(),
  /** Way it was given, as people wrote it at a lead or appointment. */
  source: orNull(z.string()),
  text: orNull(z.string()),
  proof: orNull(z.string()),
  /** File that shows it. */
  file: orNull(z.object({ filename: z.string(), size: z.int() })),
  verified: z.enum(verifications),
  /** Last day of the first call; the consent expires when nobody called by then. */
  firstCallBy: z.iso.date(),
  /** Last day on which it holds. */
  until: z.iso.date(),
  listId: orNull(z.string()),
  recordedBy: person,
  recordedAt: instant,
  /** True once it counts: text with proof or a check, which a team leader or admin saw. */
  isProven: z.boolean(),
  confirmedBy: orNull(person),
  confirmedAt: orNull(instant),
  withdrawnAt: orNull(instant),
  withdrawnHow: orNull(z.string()),
  /** True when it ended because the number turned out to be somebody else's. */
  isWrongNumber: z.boolean(),
})
export type RecordedConsent = z.output<typeof RecordedConsent>

/** Legal form of whoever has a number, with who set it. */
export const NumberForm = z.object({
  legalForm: z.enum(legalForms),
  kvkNumber: orNull(z.string()),
  company: orNull(z.string()),
  setBy: person,
  setAt: instant,
})
export type NumberForm = z.output<typeof NumberForm>

/** All that decides about a call to a number now, for an offer and for service. */
export const NumberState = MayCall.extend({
  number: z.string(),
  /** True when a call with an offer is allowed. */
  maySell: z.boolean(),
  /** True when a call about what runs is allowed. */
  mayServe: z.boolean(),
  /** Way in which the number is offered for a call, by its state and the choice of the office. */
  door: z.enum(callDoors),
  reasons: z.array(z.enum(serviceReasons)),
  legalForm: orNull(NumberForm),
  /** Colleague who opened the number to call before this caller, by first name within reach. */
  calledBy: orNull(z.object({ firstName: orNull(z.string()) })),
})
export type NumberState = z.output<typeof NumberState>

/** Choice of the office that holds today for calls without right; `from` is the day on which that begins, while it is to come. */
export const GateInForce = z.object({ inForce: z.enum(callGates), from: orNull(z.iso.date()) })
