import { dateText } from '../time.ts'
import type { CallState, ConsentWay, Verification } from './states.ts'

export const consentWayLabels: Record<ConsentWay, string> = {
  form: 'Formulier',
  website: 'Website',
  event: 'Beurs',
  phone: 'Telefoon',
  letter: 'Brief',
  supplier: 'Leverancier',
}

export const verificationLabels: Record<Verification, string> = {
  sms: 'Sms',
  mail: 'E-mail',
  call: 'Gesprek',
  signature: 'Handtekening',
  none: 'Niet gecontroleerd',
}

/** State of a number as records show it: `until` is the last day that it holds, `source` how consent was given. */
export interface MayCallShown {
  readonly state: CallState
  readonly until?: string | null | undefined
  readonly source?: ConsentWay | null | undefined
}

const STATE_TEXT =
  /^(rechtspersoon: )?mag gebeld worden|^toestemming (zonder bewijs|verlopen|ingetrokken)|^geen toestemming$|^wil niet gebeld worden$/i

/** Tells whether a text is that of a state, as our own exports have it. */
export const isCallStateText = (text: string): boolean => STATE_TEXT.test(text)

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
