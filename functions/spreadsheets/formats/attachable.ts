import { refuseOtherCompounds } from './ole-compound.ts'
import { detectFileKind } from './sniff.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { readWorkbook } from './workbook-parts.ts'
import { inflateFile, openZip } from './zip.ts'

const kinds = ['xlsx', 'xls', 'csv'] as const
export type AttachableKind = (typeof kinds)[number]

/** Names of files that every .xlsx contains. */
const NEEDED = ['[content_types].xml', 'xl/workbook.xml']

/** Files that programs write into a workbook: its parts, pictures and printer settings. */
const usual = /\/$|\.(xml|rels|vml|png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|wdp|psmdcp)$|^xl\/printersettings\/[^/]+\.bin$/

/** Folders of a workbook for controls that run code, and for embedded files. */
const alien = /^xl\/(activex|embeddings)\//

/**
 * Checks a spreadsheet that is stored and passed on without being read; returns its kind. Throws SpreadsheetError for a
 * file of another kind, a locked one, a damaged .xlsx, and a workbook with macros or other files inside.
 */
export async function checkAttachable(bytes: Uint8Array): Promise<AttachableKind> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sniffed = detectFileKind(file)
  const kind = kinds.find((one) => one === sniffed)
  if (!kind) throw new SpreadsheetError('not-a-spreadsheet')
  if (kind === 'xls') refuseOtherCompounds(file)
  if (kind === 'xlsx') await refuseUnsoundWorkbook(file)
  return kind
}

async function refuseUnsoundWorkbook(file: Buffer): Promise<void> {
  const entries = openZip(file)
  if (NEEDED.some((name) => !entries.has(name))) throw new SpreadsheetError('not-a-spreadsheet')
  await readWorkbook(file, entries)
  for (const [name, entry] of entries) {
    if (!usual.test(name) || alien.test(name)) throw new SpreadsheetError('unsafe')
    // Reading a file compares its size and checksum with the declared ones.
    for await (const _ of inflateFile(file, entry));
  }
}
