import type { LocalDate } from '../../../shared/time.ts'

/** Direction of a booking: money left our account (`out`) or came in (`in`). */
export type Direction = 'out' | 'in'

/** One booking of a bank statement: money that left our account or came in. */
export interface Booking {
  readonly direction: Direction
  /** Set where the bank takes back money that came in; such a booking is not matched with documents. */
  readonly isReversal?: boolean | undefined
  /** Our account, where the bank gives it: an IBAN, or an account number in ABN AMRO's tab-separated file. */
  readonly account: string | undefined
  readonly date: LocalDate
  /** Cents, above 0. */
  readonly amount: number
  /** Account of the counterparty, where the bank gives it. */
  readonly iban: string | undefined
  readonly counterparty: string | undefined
  /** End-to-end reference of the payment order. */
  readonly reference: string | undefined
  /** Name of the payment batch of which this booking is the whole or a part. */
  readonly batch: string | undefined
  /** Description and remaining texts. */
  readonly text: string
  /** Balance of the account after this booking in cents, where the file gives balances. */
  readonly balance?: number | undefined
}

/** Balances of an account before and after a statement in cents, where the bank gives them. */
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
