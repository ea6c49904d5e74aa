import { type Cents, sumOf, wholeCents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'

/** What one person earned in one month, was paid and was corrected by. Amounts are cents. */
export interface Statement {
  /** `yyyy-mm`. */
  readonly month: string
  readonly drawnUpOn: LocalDate
  /** Who pays. */
  readonly company: string
  readonly person: {
    readonly name: string
    /** In the words of the screens: 'Agent', 'Teamleider'. */
    readonly role: string
    readonly team: string | null
  }
  /** What was below zero at the end of the month before; 0 or less. */
  readonly carriedIn: Cents
  /** Told beside the rest: what is earned in a month is paid out in a later one. */
  readonly earned: readonly Earning[]
  readonly paid: readonly Payment[]
  readonly adjustments: readonly Adjustment[]
}

/** A commission row that is dated in the month. */
interface Earning {
  readonly date: LocalDate
  readonly customer: string
  /** As the screens show it; null: a caller's fee for an appointment without a sale. */
  readonly provider: string | null
  /** For what part of the work: 'Agent' or 'Caller'. */
  readonly role: string
  /** As it stands now, in the words of the screens. */
  readonly status: string
  readonly amount: Cents
}

/** A commission that was paid out in the month. */
export interface Payment {
  readonly date: LocalDate
  readonly customer: string
  readonly amount: Cents
}

/** A correction of what was paid out, with its sign. */
export interface Adjustment {
  readonly date: LocalDate
  readonly reason: string
  /** Whose sale it is about; null when it is about none. */
  readonly customer: string | null
  readonly amount: Cents
}

/**
 * The sums of a statement. What was below zero, what was paid out and what was corrected come to `payable`, and what of it
 * is below zero to `carriedOut` (rulings 39).
 */
export interface Totals {
  readonly earned: Cents
  readonly paid: Cents
  readonly adjusted: Cents
  readonly payable: Cents
  /** 0 or less. */
  readonly carriedOut: Cents
}

/** Adds a statement up. */
export function totalsOf({ carriedIn, earned, paid, adjustments }: Statement): Totals {
  const sum = (rows: readonly { readonly amount: Cents }[]) => sumOf(rows.map(({ amount }) => amount))
  const totals = { earned: sum(earned), paid: sum(paid), adjusted: sum(adjustments) }
  const balance = carriedIn + totals.paid + totals.adjusted
  return { ...totals, payable: wholeCents(Math.max(0, balance)), carriedOut: wholeCents(Math.min(0, balance)) }
}

const monthInWords = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `oktober 2026` of `2026-10`. */
export const monthText = (month: string) => monthInWords.format(new Date(`${month}-01`))

/** 'Commissieoverzicht oktober 2026'. */
export const titleOf = ({ month }: Pick<Statement, 'month'>) => `Commissieoverzicht ${monthText(month)}`
