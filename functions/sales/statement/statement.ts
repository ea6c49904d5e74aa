import { type Cents, sumOf, wholeCents } from '../../../shared/money.ts'
import { type LocalDate, monthText } from '../../../shared/time.ts'

/** A person's month: earnings, corrections, and payments by payroll and by invoices. Amounts are cents. */
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
  /** Open amount at the beginning of the month; below 0 the person owes us. */
  readonly carriedIn: Cents
  readonly earned: readonly Earning[]
  readonly paid: readonly Payment[]
  readonly adjustments: readonly Adjustment[]
  /** Lines that invoices settled. */
  readonly byInvoice: {
    readonly paid: readonly (Payment & Invoiced)[]
    readonly adjustments: readonly (Adjustment & Invoiced)[]
  }
}

/** A commission that became ready for payment in the month. */
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

/** A commission or correction that was settled in the month, with its sign. */
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
  /** Number of its invoice, in the words of the screens. */
  readonly invoice: string
}

/**
 * Sums of a month: opening amount, earnings and corrections, less settlements, are the closing amount (money.md, rule
 * 2).
 */
export interface Totals {
  readonly earned: Cents
  readonly paid: Cents
  readonly adjusted: Cents
  readonly invoiced: Cents
  readonly carriedOut: Cents
}

/** Adds up a statement. */
export function totalsOf({ carriedIn, earned, paid, adjustments, byInvoice }: Statement): Totals {
  const totals = { earned: totalOf(earned), paid: totalOf(paid), adjusted: totalOf(adjustments) }
  const invoiced = sumOf([totalOf(byInvoice.paid), totalOf(byInvoice.adjustments)])
  const carriedOut = wholeCents(carriedIn + totals.earned + totals.adjusted - totals.paid - invoiced)
  return { ...totals, invoiced, carriedOut }
}

/** What rows of a statement add up to. */
export const totalOf = (rows: readonly { readonly amount: Cents }[]): Cents => sumOf(rows.map(({ amount }) => amount))

/** Whether invoices paid or net anything of a statement. */
export const isAlsoByInvoice = ({ byInvoice: { paid, adjustments } }: Statement): boolean =>
  paid.length + adjustments.length > 0

/** 'Commissieoverzicht oktober 2026'. */
export const titleOf = ({ month }: Pick<Statement, 'month'>) => `Commissieoverzicht ${monthText(month)}`
