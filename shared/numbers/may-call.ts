import { type LocalDate, today } from '../time.ts'
import { isLegalPerson, type LegalForm } from './legal-forms.ts'
import type { CallMarks, CallPurpose, CallState, ConsentWay, ServiceReason, Verification } from './states.ts'

/** A consent as far as it decides whether its number may be called. Days are local dates, moments ISO 8601 UTC. */
export interface ConsentFacts {
  readonly id?: string
  readonly givenBy: ConsentWay
  readonly givenAt: string
  readonly recordedAt: string
  readonly text?: string | undefined
  readonly proof?: string | undefined
  /** File that shows it. */
  readonly file?: object | undefined
  readonly verified: Verification
  /** Last day of the first call. */
  readonly firstCallBy: string
  /** Last day on which it holds. */
  readonly until: string
  /** Day of the first call after it was given. */
  readonly calledAt?: string | undefined
  /** True when whoever recorded it may not judge the proof, and nobody else saw it yet. */
  readonly isToConfirm: boolean
  readonly withdrawnAt?: string | undefined
  /** True when it ended because the number turned out to be somebody else's. */
  readonly isWrongNumber?: boolean | undefined
}

/** All that decides whether a number may be called. */
export interface NumberFacts {
  readonly isClosed: boolean
  readonly consents: readonly ConsentFacts[]
  readonly legalForm?: LegalForm | undefined
}

/** The person to be called: natural unless known to be otherwise. */
export interface CalledPerson {
  /** True when a record with the number is a natural person's, who has no legal form. */
  readonly isNatural: boolean
  /** Reasons to call without an offer. */
  readonly reasons?: readonly ServiceReason[]
}

/** State of a number: how long it holds, by which consent, and whether a call for the purpose is allowed. */
export interface MayCall {
  readonly state: CallState
  readonly until?: string
  readonly source?: ConsentWay
  readonly consentId?: string | undefined
  readonly isAllowed: boolean
}

/** Tells whether a consent was proven: with its text, and with proof or a check, seen by somebody who may judge it. */
export const isProven = ({ text, proof, file, verified, isToConfirm }: ConsentFacts): boolean =>
  Boolean(text && (proof || file || verified !== 'none') && !isToConfirm)

/** Returns the last day on which a consent holds: that of the first call while nobody called. */
const lastDayOf = ({ firstCallBy, until, calledAt }: ConsentFacts) =>
  calledAt === undefined && firstCallBy < until ? firstCallBy : until

/**
 * Returns the state of a number for a call today, and whether a call for `purpose` is allowed (market 67a). A
 * withdrawal ends every consent that was given or recorded before it.
 */
export function mayCall(
  { isClosed, consents, legalForm }: NumberFacts,
  { isNatural, reasons = [] }: CalledPerson,
  purpose: CallPurpose,
  today: LocalDate,
): MayCall {
  const found = stateOf()
  const isFree = found.state === 'free' || found.state === 'consented'
  return { ...found, isAllowed: isFree || (purpose === 'service' && reasons.length > 0) }

  function stateOf(): Omit<MayCall, 'isAllowed'> {
    if (isClosed) return { state: 'closed' }
    if (legalForm && isLegalPerson(legalForm) && !isNatural) return { state: 'free' }
    const ends = consents.flatMap(({ withdrawnAt = '', isWrongNumber }) => (isWrongNumber ? [] : withdrawnAt))
    const withdrawnAt = ends.sort().at(-1) ?? ''
    const live = consents
      .filter((one) => !one.withdrawnAt && one.recordedAt > withdrawnAt && one.givenAt >= withdrawnAt.slice(0, 10))
      .map((one) => ({ until: lastDayOf(one), source: one.givenBy, consentId: one.id, isProven: isProven(one) }))
      .sort((one, other) => (one.until < other.until ? 1 : -1))
    const current = live.filter(({ until }) => until >= today)
    const best = current.find((one) => one.isProven) ?? current[0] ?? live[0]
    if (!best) return { state: withdrawnAt ? 'withdrawn' : 'none' }
    const { until, source, consentId } = best
    if (until < today) return { state: 'expired', until, source }
    return { state: best.isProven ? 'consented' : 'unproven', until, source, consentId }
  }
}

/** State of a number as a record keeps it, which passes of itself. */
interface StoredState {
  readonly state: CallState
  readonly until?: string | undefined
}

/** Returns a stored state as it is today: a consent, proven or not, expires after its last day. */
export const callStateOn = ({ state, until }: StoredState, today: LocalDate): CallState =>
  (state === 'consented' || state === 'unproven') && until !== undefined && until < today ? 'expired' : state

/** Returns the state of a record as the API shows it today, by its marks; `isClosed` is what the list says now. */
export function showCall({ callState = 'none', callUntil, callSource }: Partial<CallMarks>, isClosed: boolean) {
  if (isClosed) return { state: 'closed' as const, until: undefined, source: undefined }
  const state = callState === 'closed' ? 'none' : callStateOn({ state: callState, until: callUntil }, today())
  return { state, until: callUntil, source: callSource }
}
