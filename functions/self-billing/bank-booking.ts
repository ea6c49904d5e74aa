import type { LocalDate } from '../../shared/time.ts'

/** Whether money left our account or came in. */
export type Direction = 'out' | 'in'

/** Money that left our account, or came in, as a statement of the bank tells it. */
export interface Booking {
  /** The account of ours, where the bank says: an IBAN, of ABN AMRO's file of tabs the number in it. */
  readonly account: string | undefined
  readonly date: LocalDate
  /** Cents, above 0. */
  readonly amount: number
  /** Whom it went to, where the bank says. */
  readonly iban: string | undefined
  /** The reference from end to end that the order gave it. */
  readonly reference: string | undefined
  /** The batch that it was the whole of, as the order named it. */
  readonly batch: string | undefined
  /** What else is said of it. */
  readonly text: string
}
