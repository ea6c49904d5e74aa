import type { LeftOut } from '../../../shared/api/parts/imports.ts'
import type { Header, Vocabulary } from './header.ts'
import type { Problem, Unfit } from './row-reading.ts'

/**
 * A row below the header: its number as Excel shows it, its sheet when the file has several, and its cells as text.
 * `part` names one of several records in the row.
 */
export type SheetRow<F extends string> = {
  number: number
  sheet?: string
  header: Header<F>
  cells: readonly string[]
  /** Number of the first column of a table beside another one, counted from 0; absent for the first table. */
  firstColumn?: number
  part?: string
}

/**
 * Rows of one sheet, with what was left out and noted since the previous block. `lacks` says why a sheet is no list of
 * this kind.
 */
export type Block<F extends string> = { rows: SheetRow<F>[]; leftOut: LeftOut[]; notes: Problem[]; lacks?: string }

/** Definition of a kind of list: how its headers, rows and records are recognised in a sheet. */
export interface ListedSheet<F extends string> {
  readonly words: Vocabulary<F>
  /** Dutch plural for the records of the list. */
  readonly called: string
  /** Refusal of a file with unknown headers. */
  readonly unrecognised: string
  /**
   * Reasons why a header is incomplete. The order counts: a header with a later reason has more of the required
   * columns. Of several sheets, the refusal of the file is about the one with the latest reason.
   */
  readonly lacks: Readonly<Record<string, { readonly reason: string; readonly message: string }>>
  readonly lackOf: (header: Header<F>) => string | null
  /** Fields that a row of totals never fills. */
  readonly notInTotals: readonly F[]
  /** Returns why a row of cells is no record, such as a contract that was cancelled; null for any other row. */
  readonly whyNone?: (header: Header<F>, cells: readonly string[]) => string | null
  /**
   * Tests by field. A cell that matches is no value of the field, such as a code in a column of names. Another column
   * of the field is then used.
   */
  readonly unfit?: Unfit<F>
  /** Fields that need a person's choice when two columns match equally well and differ. */
  readonly decisive?: readonly F[]
  /**
   * Set for lists with groups of rows that name the customer once: the fields with the name, and all shared fields.
   * `outline` has the fields of which a pivot table names each value once, above its customers.
   */
  readonly grouped?: { readonly names: readonly F[]; readonly shared: readonly F[]; readonly outline: readonly F[] }
  /** Fields with a date, which prove the order of day and month. */
  readonly dates?: readonly F[]
  /** Fields with a number, which may have commas before its thousands. */
  readonly amounts?: readonly F[]
  /** Fields whose columns are all used; of any other field, only the best column is used. */
  readonly every?: readonly F[]
  /** Returns the records of a row; one by default. */
  readonly recordsOf?: (row: SheetRow<F>) => readonly SheetRow<F>[]
}
