import { SpreadsheetError } from './spreadsheet-error.ts'

// Limits of one import, besides `MAX_UPLOAD_BYTES`. A file beyond a limit is refused, if possible before its first row
// is yielded. If other sheets can be read, only the sheet is refused. Constants with another effect say so.

/** Maximum size of an .xls: SheetJS takes 30 times the size of the file in memory. */
export const MAX_XLS_BYTES = 12 * 1024 * 1024
/** Maximum size of the converted sheets of an .xls, in which many cells may share one long text. */
export const MAX_CONVERTED_BYTES = 64 * 1024 * 1024
export const MAX_INFLATED_BYTES = 400 * 1024 * 1024
export const MAX_SHARED_STRING_BYTES = 96 * 1024 * 1024
export const MAX_SMALL_PART_BYTES = 8 * 1024 * 1024
/** Maximum number of sheets in an .xlsx or XML file, hidden sheets included. */
export const MAX_SHEETS = 100
export const MAX_ROWS = 250_000
export const MAX_COLUMNS = 200
/** Maximum number of cells, counted while rows are yielded: 250,000 rows of 100 cells. */
export const MAX_CELLS = 25_000_000
export const MAX_MERGES = 10_000
export const MAX_ZIP_ENTRIES = 2_000
/** Maximum size of one row, or of one shared string. */
export const MAX_RECORD_BYTES = 1024 * 1024
export const MAX_STRINGS = 2_500_000
/**
 * Maximum inflation (unzipped size divided by zipped size) of a part of more than a megabyte. Above it the file is
 * refused as a zip bomb. Real sheets reach 10 to 50.
 */
export const MAX_INFLATION = 200
/**
 * Maximum length of a cell. A longer text is cut to one character more, so that the row is still refused as too long.
 */
export const MAX_CELL_CHARACTERS = 10_000
export const MAX_CSV_RECORD_CHARACTERS = 1_000_000
/** Number of first rows in which the header is searched; titles and blank lines may precede it. */
export const HEADER_SEARCH_ROWS = 20
/** Maximum number of rows of a sheet: the rows of the largest list, and the rows up to its header. */
export const MAX_SHEET_ROWS = MAX_ROWS + HEADER_SEARCH_ROWS
/** Maximum number of sheets shown to a person who says what the columns mean; further sheets are not shown. */
export const MAX_GLANCES = 10

/** Returns the error for a file with too many rows, columns or other parts, named in Dutch by `what`. */
export function tooMany(what: string, limit: number): SpreadsheetError {
  return new SpreadsheetError(
    'too-large',
    `Dit bestand heeft te veel ${what}: het maximum is ${limit.toLocaleString('nl-NL')}. Verwijder wat niet nodig is of splits het bestand.`,
  )
}

/** Returns the error for a file of more than `limit` bytes: as it is (`what` 'is'), or unzipped ('is uitgepakt'). */
export function tooLarge(limit: number, what: 'is' | 'is uitgepakt' = 'is'): SpreadsheetError {
  return new SpreadsheetError(
    'too-large',
    `Dit bestand ${what} te groot: het maximum is ${Math.round(limit / 1024 / 1024)} MB. Splits het in kleinere bestanden.`,
  )
}
