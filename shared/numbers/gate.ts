import type { LocalDate } from '../time.ts'
import { type CallGate, type CallState, callPartOf } from './states.ts'

/** Maximum number of days ahead of which the gate may begin. */
export const MOST_DAYS_AHEAD = 30

/** Number of days for which an office may call on with a warning. */
export const WARNED_DAYS = 30

/** Days after an appointment in which one may still call about it. */
export const SERVICE_DAYS = 14

/** Choice of an office about calls without right, and the days on which it holds. */
interface GateChoice {
  readonly gate: CallGate
  /** First day on which the gate holds. */
  readonly callGateFrom?: string | null | undefined
  /** Last day of `warn`, after which the gate blocks; a warning without one blocks too. */
  readonly warnUntil?: string | null | undefined
}

/** Returns what an office does with calls without right on a day (market 67e). */
export function gateOn({ gate, callGateFrom, warnUntil }: GateChoice, day: LocalDate): CallGate {
  if (gate === 'off' || (callGateFrom && day < callGateFrom)) return 'off'
  return gate === 'warn' && (!warnUntil || day > warnUntil) ? 'block' : gate
}

/**
 * Ways in which a number is offered for a call: with an offer, only about what runs, with a warning that consent is
 * missing, or not at all.
 */
export const callDoors = ['open', 'service', 'warn', 'shut'] as const
export type CallDoor = (typeof callDoors)[number]

/**
 * Returns how a number is offered for a call. A reason to call about what runs is never blocked; a closed number, and one
 * with a withdrawn consent, get no offer under any gate (market 67e).
 */
export function callDoorOf(state: CallState, gate: CallGate, isService: boolean): CallDoor {
  const part = callPartOf(state)
  if (part === 'may') return 'open'
  if (isService) return 'service'
  if (part === 'closed' || gate === 'block') return 'shut'
  return gate === 'warn' ? 'warn' : 'open'
}
