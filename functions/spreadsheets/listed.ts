import type { LeftOut } from '../../shared/contract/imports.ts'
import type { Header, Vocabulary } from './header.ts'
import type { Problem, Unfit } from './row-reading.ts'

/**
 * A row below the header: its number as Excel shows it, its sheet where the file has several, and its cells as text in
 * the order of the header's names. `part` says which of the records of its row it is, where that has several.
 */
export type SheetRow<F extends string> = {
  number: number
  sheet?: string
  header: Header<F>
  cells: readonly string[]
  part?: string
}

/** Rows of one sheet, what was left out since the block before, and what is to be known of it. */
export type Block<F extends string> = { rows: SheetRow<F>[]; leftOut: LeftOut[]; notes: Problem[]; lacks?: string }

/** What makes a sheet a list of one kind. */
export interface Listed<F extends string> {
  readonly words: Vocabulary<F>
  /** What its rows are, as a sentence names many. */
  readonly called: string
  /** What to say of a file whose headers mean nothing known. */
  readonly unrecognised: string
  /** What a header may lack of being one; the further down, the nearer it came. */
  readonly lacks: Readonly<Record<string, { readonly reason: string; readonly message: string }>>
  readonly lackOf: (header: Header<F>) => string | null
  /** What a row of totals never fills. */
  readonly never: readonly F[]
  /** What keeps a cell from being of a field, as a code is no name. */
  readonly unfit?: Unfit<F>
  /** Fields of which two columns that say it equally well and differently are asked about. */
  readonly decisive?: readonly F[]
  /** Rows may be in groups that name the customer once: the fields that name one, and all that such a group shares. */
  readonly grouped?: { readonly names: readonly F[]; readonly shared: readonly F[] }
  /** Fields of which each column counts. */
  readonly every?: readonly F[]
  /** The records that a row tells of; one unless it says otherwise. */
  readonly recordsOf?: (row: SheetRow<F>) => readonly SheetRow<F>[]
}
