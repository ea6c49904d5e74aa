import type { LocalDate } from '../../shared/time.ts'

/** Whether money left our account or came in. */
export type Direction = 'out' | 'in'

/** Money that left our account, or came in, as a statement of the bank tells it. */
export interface Booking {
  readonly direction: Direction
  /** Set when it reverses money that came in, so that it pays nobody. */
  readonly isReversal?: boolean | undefined
  /** The account of ours, where the bank says: an IBAN, of ABN AMRO's file of tabs the number in it. */
  readonly account: string | undefined
  readonly date: LocalDate
  /** Cents, above 0. */
  readonly amount: number
  /** Account on the other side, where the bank says. */
  readonly iban: string | undefined
  readonly counterparty: string | undefined
  /** The reference from end to end that the order gave it. */
  readonly reference: string | undefined
  /** The batch that it was the whole of, as the order named it. */
  readonly batch: string | undefined
  /** What else is said of it. */
  readonly text: string
  /** Balance of the account after it in cents, where the file says. */
  readonly balance?: number | undefined
}

/** Balances of an account before and after a statement in cents, where the bank says. */
export interface Balances {
  readonly opening: number
  readonly closing: number
}

/** Content of a file from the bank, in the order of the file. */
export interface StatementFile {
  readonly bookings: readonly Booking[]
  readonly balances: Balances | null
}

/** Returns the cents that a booking adds to the account; below 0 where money left. */
export const movementOf = ({ direction, amount }: Pick<Booking, 'direction' | 'amount'>): number =>
  direction === 'in' ? amount : -amount
