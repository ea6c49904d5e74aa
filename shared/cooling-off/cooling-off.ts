import type { Market, Provider } from '../api/parts/trade.ts'
import { dateText, type LocalDate } from '../time.ts'

/** Ways in which a customer agreed to a sale, which decide when the bedenktijd (cooling-off period) starts. */
export const saleChannels = ['phone', 'customer', 'online', 'inbound', 'renewal', 'office'] as const
export type SaleChannel = (typeof saleChannels)[number]

export const saleChannelLabels: Record<SaleChannel, string> = {
  phone: 'Telefonisch',
  customer: 'Bij de klant of op straat',
  online: 'Online',
  inbound: 'Klant belde zelf',
  renewal: 'Verlenging bij eigen leverancier',
  office: 'Op kantoor',
}

/** Kinds of proof of the customer's written yes. */
export const confirmationKinds = ['signature', 'mail', 'document', 'supplier'] as const

export const confirmationLabels: Record<(typeof confirmationKinds)[number], string> = {
  signature: 'Handtekening',
  mail: 'E-mail',
  document: 'Document',
  supplier: 'Bevestigd door leverancier',
}

/**
 * States of the bedenktijd of a sale: it has none; the customer's written yes is missing, so it has not started; nothing
 * proves that the customer was told about it; or it is proven.
 */
export const coolingOffStates = ['none', 'unconfirmed', 'unproven', 'proven'] as const
export type CoolingOffState = (typeof coolingOffStates)[number]

/** Days of bedenktijd for a market, of one provider or of all others. */
export interface CoolingOffDays {
  readonly market: Market
  readonly days: number
  /** Absent for the providers without a row of their own. */
  readonly provider?: Provider | undefined
}

/** Values of the law and of suppliers that decide about the bedenktijd; an admin changes them. */
export interface CoolingOffRules {
  readonly coolingOffDays: CoolingOffDays[]
  readonly legalHolidays: readonly string[]
}

export const defaultCoolingOffDays: CoolingOffDays[] = [
  { market: 'particulier', days: 14 },
  { market: 'zakelijk', days: 0 },
]

/** Days from which the commission of a sale is earned: the first one after its bedenktijd, or that of the sale. */
export const earningDays = ['cooledOff', 'sale'] as const

export const earningDayLabels: Record<(typeof earningDays)[number], string> = {
  cooledOff: 'De dag na de bedenktijd',
  sale: 'De dag van de sale',
}

/** Fields of a sale that decide about its bedenktijd. */
export interface CoolingSale {
  readonly market: Market
  readonly provider: Provider
  readonly saleDate: string
  readonly soldAt?: SaleChannel | undefined
  /** Day of the customer's written yes. */
  readonly confirmedAt?: string | undefined
  /** Day on which the customer was told about the bedenktijd and got the form. */
  readonly infoGivenAt?: string | undefined
  /** Says for a business whether its address is mainly a home; undefined counts as yes. */
  readonly isHomeUse?: boolean | undefined
}

/** Bedenktijd of a sale: its state, and its last day once it has started. */
export interface CoolingOff {
  readonly coolingOff: CoolingOffState
  readonly coolingOffUntil: LocalDate | undefined
}

/** Tells whether the bedenktijd of a sale has not ended on a day; the day after its last day it has. */
export const isCoolingOff = (
  { coolingOff, coolingOffUntil }: { coolingOff?: CoolingOffState | undefined; coolingOffUntil?: string | undefined },
  today: LocalDate,
): boolean => coolingOff === 'unconfirmed' || (coolingOffUntil !== undefined && coolingOffUntil >= today)

const UNCONFIRMED = 'Nog geen schriftelijk akkoord vastgelegd'

/** Returns the Dutch text about a bedenktijd that has not ended. */
export const describeCoolingOff = (until: string | null | undefined): string =>
  until ? `Bedenktijd tot en met ${dateText(until)}` : UNCONFIRMED
