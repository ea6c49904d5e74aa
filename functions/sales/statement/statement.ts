import { type Cents, sumOf, wholeCents } from '../../../shared/money.ts'
import type { LocalDate } from '../../../shared/time.ts'

/**
 * What one person earned in one month, was paid and was corrected by: by payroll, and beside that by their invoices.
 * Amounts are cents.
 */
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
  /** What invoices paid and net, which `totalsOf` leaves out. */
  readonly byInvoice: {
    readonly paid: readonly (Payment & Invoiced)[]
    readonly adjustments: readonly (Adjustment & Invoiced)[]
  }
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

interface Invoiced {
  /** On which invoice it is, in the words of the screens; null where it is on none, as it takes back what one paid. */
  readonly invoice: string | null
}

/**
 * The sums of what payroll pays. What was below zero, what was paid out and what was corrected come to `payable`, and what
 * of it is below zero to `carriedOut` (rulings 39).
 */
export interface Totals {
  readonly earned: Cents
  readonly paid: Cents
  readonly adjusted: Cents
  readonly payable: Cents
  /** 0 or less. */
  readonly carriedOut: Cents
}

/** Adds up what payroll pays of a statement. */
export function totalsOf({ carriedIn, earned, paid, adjustments }: Statement): Totals {
  const totals = { earned: totalOf(earned), paid: totalOf(paid), adjusted: totalOf(adjustments) }
  const balance = carriedIn + totals.paid + totals.adjusted
  return { ...totals, payable: wholeCents(Math.max(0, balance)), carriedOut: wholeCents(Math.min(0, balance)) }
}

/** What rows of a statement add up to. */
export const totalOf = (rows: readonly { readonly amount: Cents }[]): Cents => sumOf(rows.map(({ amount }) => amount))

/** Whether invoices paid or net anything of a statement. */
export const isAlsoByInvoice = ({ byInvoice: { paid, adjustments } }: Statement): boolean =>
  paid.length + adjustments.length > 0

const monthInWords = new Intl.DateTimeFormat('nl-NL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `oktober 2026` of `2026-10`. */
export const monthText = (month: string) => monthInWords.format(new Date(`${month}-01`))

/** 'Commissieoverzicht oktober 2026'. */
export const titleOf = ({ month }: Pick<Statement, 'month'>) => `Commissieoverzicht ${monthText(month)}`
