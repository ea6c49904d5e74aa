import { SpreadsheetError } from './spreadsheet-error.ts'

// What one import may cost, beside `MAX_UPLOAD_BYTES`; beyond any of these the whole file is refused, before a row is given out
// where that can be known then.

/** SheetJS takes 30 times the size of an .xls in memory. */
export const MAX_XLS_BYTES = 12 * 1024 * 1024
export const MAX_INFLATED_BYTES = 400 * 1024 * 1024
export const MAX_SHARED_STRING_BYTES = 96 * 1024 * 1024
export const MAX_SMALL_PART_BYTES = 8 * 1024 * 1024
/** Of XML the text is read again for every sheet. */
export const MAX_SHEETS = 100
export const MAX_ROWS = 250_000
export const MAX_COLUMNS = 200
/** They are counted while rows are given out, so it is what nothing reaches that has fewer bytes than are taken: 250,000 rows of 100. */
export const MAX_CELLS = 25_000_000
export const MAX_MERGES = 10_000
export const MAX_ZIP_ENTRIES = 2_000
/** One row, or one shared string. */
export const MAX_RECORD_BYTES = 1024 * 1024
export const MAX_STRINGS = 2_500_000
/** A part of more than a megabyte that inflates further than this is a bomb; real sheets reach 10 to 50. */
export const MAX_INFLATION = 200
/** Longer texts are cut one past this, which the row's rules report. */
export const MAX_CELL_CHARACTERS = 10_000
export const MAX_CSV_RECORD_CHARACTERS = 1_000_000
/** Titles and blank lines may stand above the header, but not further down than this. */
export const HEADER_SEARCH_ROWS = 20
/** Rows of a sheet: a list of the largest size with what stands above it. */
export const MAX_SHEET_ROWS = MAX_ROWS + HEADER_SEARCH_ROWS
/** How many sheets somebody is shown who says what columns mean. */
export const MAX_GLANCES = 10

/** A refusal of size that names what is too much, how much was found and how much is allowed. */
export function tooMany(what: string, limit: number): SpreadsheetError {
  return new SpreadsheetError(
    'too-large',
    `Dit bestand heeft te veel ${what}: het maximum is ${limit.toLocaleString('nl-NL')}. Verwijder wat niet nodig is of splits het bestand.`,
  )
}

/** A refusal of size in bytes; of a part of a packed file that is not the size that its user knows. */
export function tooLarge(limit: number, what: 'is' | 'is uitgepakt' = 'is'): SpreadsheetError {
  return new SpreadsheetError(
    'too-large',
    `Dit bestand ${what} te groot: het maximum is ${Math.round(limit / 1024 / 1024)} MB. Splits het in kleinere bestanden.`,
  )
}
