import { type Cents, sumOf, wholeCents } from '../../../shared/money.ts'
import { type LocalDate, monthText } from '../../../shared/time.ts'

/**
 * A person's month in cents: earnings, corrections, and payments by payroll or own invoice (`paid`) and by partners'
 * invoices (`byInvoice`).
 */
export interface Statement {
  /** `yyyy-mm`. */
  readonly month: string
  readonly drawnUpOn: LocalDate
  /** Name of our company. */
  readonly company: string
  readonly person: {
    readonly name: string
    /** Role as a Dutch label: 'Agent', 'Teamleider'. */
    readonly role: string
    readonly team: string | null
  }
  /** Open amount at the beginning of the month; below 0 the person owes us. */
  readonly carriedIn: Cents
  readonly earned: readonly Earning[]
  readonly paid: readonly Payment[]
  readonly adjustments: readonly Adjustment[]
  /** Lines that partners' invoices settled; with the opposite sign where a credit note took them back. */
  readonly byInvoice: {
    readonly paid: readonly (Payment & Invoiced)[]
    readonly adjustments: readonly (Adjustment & Invoiced)[]
  }
}

/** A commission that became ready for payment in the month. */
interface Earning {
  readonly date: LocalDate
  readonly customer: string
  /** Label of the provider; null for a caller's fee for an appointment without a sale. */
  readonly provider: string | null
  /** Role in the sale: 'Agent' or 'Beller'. */
  readonly role: string
  /** Dutch label of the present status. */
  readonly status: string
  readonly amount: Cents
}

/** Commission or correction that was settled in the month. The amount is in cents, below 0 when it was deducted. */
export interface Payment {
  readonly date: LocalDate
  /** Name of the customer; for a correction its reason. */
  readonly customer: string
  readonly amount: Cents
}

/** Correction of pay. Its amount is in cents: below 0 when it lowers the pay. */
export interface Adjustment {
  readonly date: LocalDate
  readonly reason: string
  /** Name of the customer of the corrected commission; null when no commission is corrected. */
  readonly customer: string | null
  readonly amount: Cents
}

interface Invoiced {
  /** Dutch text about the invoice that settled the line, with its number. */
  readonly invoice: string
}

/**
 * Sums of a month. Opening amount plus earnings and corrections, less settlements, is the closing amount (money.md,
 * rule 2).
 */
export interface Totals {
  readonly earned: Cents
  readonly paid: Cents
  readonly adjusted: Cents
  readonly invoiced: Cents
  readonly carriedOut: Cents
}

/** Returns the sums of a statement and its closing amount, in cents. */
export function totalsOf({ carriedIn, earned, paid, adjustments, byInvoice }: Statement): Totals {
  const totals = { earned: totalOf(earned), paid: totalOf(paid), adjusted: totalOf(adjustments) }
  const invoiced = sumOf([totalOf(byInvoice.paid), totalOf(byInvoice.adjustments)])
  const carriedOut = wholeCents(carriedIn + totals.earned + totals.adjusted - totals.paid - invoiced)
  return { ...totals, invoiced, carriedOut }
}

/** Adds up the amounts of rows in a statement, in cents. */
const totalOf = (rows: readonly { readonly amount: Cents }[]): Cents => sumOf(rows.map(({ amount }) => amount))

/** Tells whether a statement has amounts that invoices settled. */
export const hasInvoicedLines = ({ byInvoice: { paid, adjustments } }: Statement): boolean =>
  paid.length + adjustments.length > 0

/** Returns the title of a statement: 'Commissieoverzicht oktober 2026'. */
export const titleOf = ({ month }: Pick<Statement, 'month'>) => `Commissieoverzicht ${monthText(month)}`
