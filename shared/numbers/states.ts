/** States of a phone number for a call with an offer (market 67a). */
export const callStates = ['free', 'consented', 'unproven', 'none', 'expired', 'withdrawn', 'closed'] as const
export type CallState = (typeof callStates)[number]

export const callStateLabels: Record<CallState, string> = {
  free: 'Rechtspersoon',
  consented: 'Toestemming',
  unproven: 'Zonder bewijs',
  none: 'Niets vastgelegd',
  expired: 'Verlopen',
  withdrawn: 'Ingetrokken',
  closed: 'Wil niet gebeld worden',
}

/** Parts of a list by state; together they are the whole list. */
export const callParts = ['may', 'none', 'closed'] as const
export type CallPart = (typeof callParts)[number]

export const callPartLabels: Record<CallPart, string> = {
  may: 'Mag gebeld worden',
  none: 'Geen toestemming',
  closed: 'Niet bellen',
}

const partOfState: Record<CallState, CallPart> = {
  free: 'may',
  consented: 'may',
  unproven: 'none',
  none: 'none',
  expired: 'none',
  withdrawn: 'closed',
  closed: 'closed',
}

/** Returns the part of a list in which a state is. */
export const callPartOf = (state: CallState): CallPart => partOfState[state]

/** Ways in which a customer gives consent. */
export const consentWays = ['form', 'website', 'event', 'phone', 'letter', 'supplier'] as const
export type ConsentWay = (typeof consentWays)[number]

/** Ways in which it was checked that the consent is of the person who has the number. */
export const verifications = ['sms', 'mail', 'call', 'signature', 'none'] as const
export type Verification = (typeof verifications)[number]

/** Reasons for a call about something that runs, which is no offer. */
export const serviceReasons = ['appointment', 'sale', 'question'] as const
export type ServiceReason = (typeof serviceReasons)[number]

/** Purposes of a call: an offer, or something that runs. */
export const callPurposes = ['sales', 'service'] as const
export type CallPurpose = (typeof callPurposes)[number]

/** Ways of the office with a call without right: nothing happens, a warning, a refusal. */
export const callGates = ['off', 'warn', 'block'] as const
export type CallGate = (typeof callGates)[number]

export const callGateLabels: Record<CallGate, string> = {
  off: 'Uit',
  warn: 'Waarschuwen',
  block: 'Blokkeren',
}

/** Marks by which a record keeps the state of its number, for lists and counters (decision 44). */
export interface CallMarks {
  /** Absent for a number without consent. */
  readonly callState: CallState | undefined
  /** Last day of the consent. */
  readonly callUntil: string | undefined
  readonly callSource: ConsentWay | undefined
}

/** A record as far as it decides about calls besides its number: its marks, and a consent that stands only there. */
export interface CalledRecord extends Partial<CallMarks> {
  readonly customerPhone?: string | undefined
  readonly consent?: { readonly source: string; readonly date: string } | undefined
}

/** Names of the attributes that a record keeps. */
export const callMarks = ['callState', 'callUntil', 'callSource'] as const

/** Tells whether a record keeps other marks than these. */
export const hasOtherMarks = (row: Partial<CallMarks>, marks: CallMarks): boolean =>
  callMarks.some((name) => row[name] !== marks[name])
