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
  /** Reference that the bank gave this booking, by which two equal ones differ. */
  readonly bankReference?: string | undefined
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

/** The part of a file from the bank that is about one account, in the order of the file. */
export interface AccountStatement {
  readonly account: string | undefined
  readonly bookings: readonly Booking[]
  readonly balances: Balances | null
  /** Day of the opening balance, where the file gives it. */
  readonly date?: LocalDate | undefined
}

/** Content of a file from the bank about our account, the oldest statement first. */
export interface StatementFile {
  readonly bookings: readonly Booking[]
  readonly balances: Balances | null
  /** Accounts in the file that are not ours; their bookings are left out. */
  readonly otherAccounts: readonly string[]
}

/** Returns the cents that a booking adds to the account; below 0 where money left. */
export const movementOf = ({ direction, amount }: Pick<Booking, 'direction' | 'amount'>): number =>
  direction === 'in' ? amount : -amount

/** Adds the balance after each booking, starting from the opening balance; adds nothing where that is unknown. */
export function addBalances(bookings: readonly Booking[], balances: Balances | null): readonly Booking[] {
  if (balances === null) return bookings
  let balance = balances.opening
  return bookings.map((booking) => {
    balance += movementOf(booking)
    return { ...booking, balance }
  })
}

/** Finds what the description of a booking names in the banks' notations (`/IBAN/…`, `IBAN: …`). */
export function readNotations(text: string): Pick<Booking, 'iban' | 'counterparty' | 'reference' | 'batch'> {
  const [, account, name] = /\/CNTP\/([A-Z]{2}\d{2}[A-Z0-9]{10,30})\/[^/]*\/([^/]*)/.exec(text) ?? []
  const reference = /(?:\/EREF\/|Kenmerk: ?)([^\s/]+)/.exec(text)?.[1]
  return {
    iban: account ?? /(?:\/IBAN\/|IBAN: ?)([A-Z]{2}\d{2}[A-Z0-9]{10,30})/.exec(text)?.[1],
    counterparty: (name ?? /\/NAME\/([^/]+)/.exec(text)?.[1])?.trim(),
    reference: reference === 'NOTPROVIDED' ? undefined : reference,
    batch: /\/PREF\/([^\s/]+)/.exec(text)?.[1],
  }
}
