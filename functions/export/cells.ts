/**
 * A text, one with a note beside it, or a date `yyyy-mm-dd`, an amount in euros or a whole number, that the format writes as
 * it writes those; a CSV has no notes.
 */
export type Cell =
  | string
  | { readonly text: string; readonly note: string }
  | { readonly date: string }
  | { readonly amount: number }
  | { readonly count: number }

/** A column of an export, in the words of the screens. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => Cell
}

/** Text without the characters that no XML may hold, and that no spreadsheet program shows. */
export const writable = (text: string) =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
