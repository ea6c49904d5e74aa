import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Cell as ExcelCell } from 'exceljs'
import { type Cell, removeInvalidXml } from './cells.ts'

/** Moment that each workbook gives as that of its making, so that the same rows give the same bytes. */
const MADE_AT = new Date('2000-01-01T00:00:00Z')

/**
 * Returns rows as an xlsx workbook with one sheet. Texts are never computed as formulas; dates show as dd-mm-yyyy,
 * amounts and counts are numbers.
 */
export async function toXlsx(
  sheetName: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<Uint8Array> {
  // The writer is loaded on demand, so that a CSV does not wait for it, and without the readers of the library. The
  // workbook is written as a stream, so that memory holds only the file.
  const { default: WorkbookWriter } = await import('exceljs/lib/stream/xlsx/workbook-writer.js')
  const stream = new PassThrough()
  const bytes = buffer(stream)
  const workbook = new WorkbookWriter({ stream, useStyles: true, useSharedStrings: false })
  workbook.created = workbook.modified = MADE_AT
  const sheet = workbook.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = header.map((title) => ({ width: Math.max(12, title.length + 2) }))
  const top = sheet.addRow([...header])
  top.font = { bold: true }
  top.commit()
  for (const cells of rows) {
    const row = sheet.addRow(cells.map(contentOf))
    for (const [index, cell] of cells.entries()) {
      if (typeof cell !== 'string') mark(row.getCell(index + 1), cell)
    }
    row.commit()
  }
  sheet.commit()
  await workbook.commit()
  return eraseEntryTimes(await bytes)
}

/** Sets the time of each entry of a ZIP file to 0, in its header and in the directory at the end of the file. */
function eraseEntryTimes(zip: Buffer): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  let at = zip.readUInt32LE(end + 16)
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry++) {
    zip.writeUInt32LE(0, at + 12)
    zip.writeUInt32LE(0, zip.readUInt32LE(at + 42) + 10)
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return zip
}

const noted = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFFFE3E0' } } as const

function mark(at: ExcelCell, cell: Exclude<Cell, string>): void {
  if ('text' in cell) Object.assign(at, { note: removeInvalidXml(cell.note), fill: noted })
  else at.numFmt = formatOf(cell)
}

function formatOf(cell: Exclude<Cell, string | { text: string }>): string {
  if ('date' in cell) return 'dd-mm-yyyy'
  return 'amount' in cell ? '#,##0.00' : '0'
}

function contentOf(cell: Cell): string | number | Date {
  if (typeof cell === 'string') return removeInvalidXml(cell)
  if ('text' in cell) return removeInvalidXml(cell.text)
  if ('date' in cell) return new Date(`${cell.date}T00:00:00Z`)
  return 'amount' in cell ? cell.amount : cell.count
}
