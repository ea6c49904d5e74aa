import { type Cents, sumOf, wholeCents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'

/** What one person earned in one month, was corrected by and was paid. Amounts are cents. */
export interface Statement {
  /** `yyyy-mm`. */
  readonly month: string
  readonly drawnUpOn: LocalDate
  readonly company: {
    readonly name: string
    readonly address: string
    readonly postalCode: string
    readonly city: string
    readonly kvkNumber: string
  }
  readonly person: {
    readonly name: string
    /** In the words of the screens: 'Agent', 'Teamleider'. */
    readonly role: string
    readonly team: string | null
  }
  /** What was still to be paid of the months before; below zero: still to be settled. */
  readonly brought: Cents
  readonly earned: readonly Earning[]
  readonly adjustments: readonly Adjustment[]
  readonly payments: readonly Payment[]
}

/** A commission row that counts in the month. */
export interface Earning {
  readonly date: LocalDate
  readonly customer: string
  /** As the screens show it; null: a caller's fee for an appointment without a sale. */
  readonly provider: string | null
  /** For what part of the work: 'Agent' or 'Caller'. */
  readonly role: string
  readonly amount: Cents
}

/** A correction of what was earned, with its sign. */
export interface Adjustment {
  readonly date: LocalDate
  readonly reason: string
  /** What names the sale to the reader: its number and customer. */
  readonly sale: string
  readonly amount: Cents
}

/** What was paid out; a positive amount. */
export interface Payment {
  readonly date: LocalDate
  readonly description: string
  readonly amount: Cents
}

/** The sums of a statement; `carried` is what goes over to the next month, below zero when too much was paid. */
export interface Totals {
  readonly earned: Cents
  readonly adjusted: Cents
  readonly paid: Cents
  readonly carried: Cents
}

/** Adds a statement up. */
export function totalsOf({ brought, earned, adjustments, payments }: Statement): Totals {
  const sum = (rows: readonly { readonly amount: Cents }[]) => sumOf(rows.map(({ amount }) => amount))
  const totals = { earned: sum(earned), adjusted: sum(adjustments), paid: sum(payments) }
  return { ...totals, carried: wholeCents(brought + totals.earned + totals.adjusted - totals.paid) }
}

const monthInWords = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `oktober 2026` of `2026-10`. */
export const monthText = (month: string) => monthInWords.format(new Date(`${month}-01`))

/** 'Commissieoverzicht oktober 2026'. */
export const titleOf = ({ month }: Statement) => `Commissieoverzicht ${monthText(month)}`
