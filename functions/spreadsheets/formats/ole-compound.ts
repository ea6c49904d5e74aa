import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Throws SpreadsheetError for an OLE compound file that is no plain .xls: another kind, encrypted, or with macros. The
 * file's directory names its streams in UTF-16; a password moves the workbook into another stream.
 */
export function refuseOtherCompounds(file: Buffer): void {
  const text = file.toString('latin1')
  const holds = (name: string) => new RegExp([...name].join('\\0'), 'i').test(text)
  if (holds('EncryptedPackage')) throw new SpreadsheetError('encrypted')
  if (holds('_VBA_PROJECT_CUR')) throw new SpreadsheetError('macros')
  if (!holds('Workbook') && !holds('Book')) throw new SpreadsheetError('not-a-spreadsheet')
}
