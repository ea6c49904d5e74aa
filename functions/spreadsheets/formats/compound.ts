import { SpreadsheetError } from './spreadsheet-error.ts'

/**
 * Refuses compound files other than a plain .xls: other kinds, encrypted ones and ones with macros. The file's
 * directory names its streams in UTF-16; a password moves the workbook into a stream of its own.
 */
export function refuseOtherCompounds(file: Buffer): void {
  const text = file.toString('latin1')
  const holds = (name: string) => new RegExp([...name].join('\\0'), 'i').test(text)
  if (holds('EncryptedPackage')) throw new SpreadsheetError('encrypted')
  if (holds('_VBA_PROJECT_CUR')) throw new SpreadsheetError('macros')
  if (!holds('Workbook') && !holds('Book')) throw new SpreadsheetError('not-a-spreadsheet')
}
