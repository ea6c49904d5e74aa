import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Throws SpreadsheetError for an OLE compound file that is no plain .xls: another kind, encrypted, or with macros. Such
 * a file lists the names of its streams in UTF-16. A password moves the workbook into the stream `EncryptedPackage`.
 */
export function refuseOtherCompounds(file: Buffer): void {
  const text = file.toString('latin1')
  const holds = (name: string) => new RegExp([...name].join('\\0'), 'i').test(text)
  if (holds('EncryptedPackage')) throw new SpreadsheetError('encrypted')
  if (holds('_VBA_PROJECT_CUR')) throw new SpreadsheetError('macros')
  if (!holds('Workbook') && !holds('Book')) throw new SpreadsheetError('not-a-spreadsheet')
}
