import * as z from '../../zod.ts'
import { instant, orNull } from './fields.ts'

/**
 * States of a mail about a record. `unknown`: the provider's answer was lost; it is not sent again automatically.
 * `skipped`: no longer needed. `held`: stopped by the limits of rulings 28, or because SES
 * does not take it yet; it can be sent later.
 */
export const mailStates = ['waiting', 'sending', 'sent', 'skipped', 'held', 'failed', 'unknown'] as const
export type MailState = (typeof mailStates)[number]
export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Wacht',
  sending: 'Wordt verzonden',
  sent: 'Verzonden',
  skipped: 'Niet meer nodig',
  held: 'Tegengehouden',
  failed: 'Mislukt',
  unknown: 'Onbekend',
}

/** Tells whether the state of a mail is about to change by itself: it waits or is being sent. */
export const isMailUnderWay = ({ state }: { readonly state: MailState }): boolean =>
  state === 'waiting' || state === 'sending'

/** Makes the schema of a mail as the page of its record shows it; `kinds` are the domain's kinds of mail. */
export const mailOf = <const K extends readonly [string, ...string[]]>(kinds: K) =>
  z.object({
    id: z.string(),
    kind: z.enum(kinds),
    state: z.enum(mailStates),
    error: orNull(z.string()),
    createdAt: instant,
    /** Moment when a result was stored, also the result `unknown`; null until then. */
    settledAt: orNull(instant),
  })
