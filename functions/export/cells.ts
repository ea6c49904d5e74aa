/**
 * Value of a cell: a text, a text with a note, a date `yyyy-mm-dd`, an amount in euros or a whole number. Each format
 * writes these in its own way; a CSV leaves out notes.
 */
export type Cell =
  | string
  | { readonly text: string; readonly note: string }
  | { readonly date: string }
  | { readonly amount: number }
  | { readonly count: number }

/** A column of an export, with the header that the screens use. */
export interface Column<Row> {
  readonly header: string
  readonly value: (row: Row) => Cell
}

/** Returns a text without characters that XML forbids, which no spreadsheet program shows. */
export const removeInvalidXml = (text: string) =>
  text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
