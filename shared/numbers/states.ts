import { dateText } from '../time.ts'

/** States of a phone number for a call with an offer (market 67a). */
export const callStates = ['free', 'consented', 'unproven', 'none', 'expired', 'withdrawn', 'closed'] as const
export type CallState = (typeof callStates)[number]

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

export const consentWayLabels: Record<ConsentWay, string> = {
  form: 'Formulier',
  website: 'Website',
  event: 'Beurs',
  phone: 'Telefoon',
  letter: 'Brief',
  supplier: 'Leverancier',
}

/** Ways in which it was checked that the consent is of the person who has the number. */
export const verifications = ['sms', 'mail', 'call', 'signature', 'none'] as const
export type Verification = (typeof verifications)[number]

export const verificationLabels: Record<Verification, string> = {
  sms: 'Sms',
  mail: 'E-mail',
  call: 'Gesprek',
  signature: 'Handtekening',
  none: 'Niet gecontroleerd',
}

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

/** Returns the part of a list in which a record counts, by its marks. */
export const callPartOfMarks = ({ callState = 'none' }: Partial<CallMarks>): CallPart => callPartOf(callState)

/** State of a number as records show it: `until` is the last day that it holds, `source` how consent was given. */
export interface MayCallShown {
  readonly state: CallState
  readonly until?: string | null | undefined
  readonly source?: ConsentWay | null | undefined
}

/** Returns the state of a number in words, for the line beside the call button. */
export function callStateText({ state, until, source }: MayCallShown): string {
  const way = source ? ` (${consentWayLabels[source].toLowerCase()})` : ''
  switch (state) {
    case 'free':
      return 'Rechtspersoon: mag gebeld worden'
    case 'consented':
      return until ? `Mag gebeld worden tot ${dateText(until)}${way}` : `Mag gebeld worden${way}`
    case 'unproven':
      return 'Toestemming zonder bewijs'
    case 'expired':
      return until ? `Toestemming verlopen op ${dateText(until)}` : 'Toestemming verlopen'
    case 'withdrawn':
      return 'Toestemming ingetrokken'
    case 'closed':
      return 'Wil niet gebeld worden'
    case 'none':
      return 'Geen toestemming'
  }
}
