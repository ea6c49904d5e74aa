import { MAX_MERGES, MAX_RECORD_BYTES, MAX_SHEET_ROWS, MAX_STRINGS, tooMany } from './limits.ts'
import { columnIndexOf } from './sheet.ts'
import type { Merge } from './spans.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** Repeated XML element in a file of a workbook: a row of a worksheet, or a shared string. */
export type RecordKind = { container: string; element: string; most: number; what: string }

export const ROWS: RecordKind = { container: 'sheetData', element: 'row', most: MAX_SHEET_ROWS, what: 'rijen' }
export const STRINGS: RecordKind = { container: 'sst', element: 'si', most: MAX_STRINGS, what: 'verschillende teksten' }

/** Range of bytes of the rows or shared strings in their XML. */
export type Span = { start: number; end: number }

/**
 * Result of a scan: range of the rows or shared strings, number of hidden rows with cells, hidden columns, and vertical
 * merges.
 */
export type Records = {
  span: Span
  hiddenRows: number
  hiddenColumns: { first: number; last: number }[]
  merges: readonly Merge[]
}

type Scan = {
  kind: RecordKind
  /** Namespace prefix of names, as in `<x:row>`; '' for most files. */
  prefix: string
  /** Name of the element with its prefix, in bytes. */
  name: Buffer
  phase: 'before' | 'records' | 'after'
  /** Number of bytes read so far. */
  offset: number
  span: Span
  records: number
  mergeCount: number
  /** Merged cells that cover more than one row. */
  merges: Merge[]
  hiddenRows: number
  hiddenColumns: { first: number; last: number }[]
}

const SPACE = 0x20
const BANG = 0x21
const LT = 0x3c
const GT = 0x3e
const SLASH = 0x2f

/** Number of last bytes kept from a chunk: more than a searched tag has, so that a tag cut in two is found later. */
const OVERLAP = 64

/**
 * Returns where the rows of a worksheet, or the shared strings of a workbook, are in their XML; null for XML without a
 * place for them. Of a worksheet also returns hidden rows, hidden columns and merges. Throws SpreadsheetError for
 * truncated XML, and for XML that would slow the parser or fill its memory: entities, or too many, long or nested
 * elements.
 */
export async function scanRecords(chunks: AsyncIterable<Buffer>, kind: RecordKind): Promise<Records | null> {
  const name = Buffer.from(kind.element)
  const span = { start: 0, end: 0 }
  const counts = { records: 0, mergeCount: 0, merges: [], hiddenRows: 0, hiddenColumns: [] }
  const scan: Scan = { kind, prefix: '', name, phase: 'before', offset: 0, span, ...counts }
  let rest: Buffer | null = null
  for await (const chunk of chunks) {
    const buffer: Buffer = rest ? Buffer.concat([rest, chunk]) : chunk
    refuseMarkup(buffer)
    const taken = scanBuffer(scan, buffer)
    scan.offset += taken
    rest = taken < buffer.length ? buffer.subarray(taken) : null
    if (rest && rest.length > MAX_RECORD_BYTES) throw tooMany('tekens in één rij', MAX_RECORD_BYTES)
  }
  if (scan.phase === 'records') throw new SpreadsheetError('corrupt')
  const { hiddenRows, hiddenColumns, merges } = scan
  return scan.phase === 'after' ? { span, hiddenRows, hiddenColumns, merges } : null
}

/** Processes a buffer; returns the number of bytes that are done. */
function scanBuffer(scan: Scan, buffer: Buffer): number {
  let at = 0
  if (scan.phase === 'before') at = findContainer(scan, buffer)
  if (scan.phase === 'records') at = scanElements(scan, buffer, at)
  if (scan.phase === 'after') at = scanMerges(scan, buffer, at)
  return at
}

function findContainer(scan: Scan, buffer: Buffer): number {
  const { container, element } = scan.kind
  const found = new RegExp(`<([\\w.-]{1,40}:)?${container}(?=[\\s/>])`).exec(buffer.toString('latin1'))
  if (!found) return Math.max(0, buffer.length - OVERLAP)
  const [, prefix = ''] = found
  const end = buffer.indexOf(GT, found.index)
  if (end < 0) return found.index
  scan.prefix = prefix
  scan.name = Buffer.from(prefix + element)
  if (scan.kind === ROWS) scan.hiddenColumns = hiddenColumnsIn(buffer.subarray(0, found.index))
  scan.span.start = scan.offset + end + 1
  scan.phase = 'records'
  if (buffer[end - 1] !== SLASH) return end + 1
  scan.span.end = scan.span.start
  scan.phase = 'after'
  return end + 1
}

function scanElements(scan: Scan, buffer: Buffer, from: number): number {
  const { container, most, what } = scan.kind
  let at = skipSpace(buffer, from)
  let hiddenAt = buffer.indexOf(HIDDEN, at)
  while (at < buffer.length) {
    if (!isNamed(buffer, at + 1, scan.name)) {
      const isEnd = [`</${scan.prefix}${container}`, `<${scan.prefix}extLst`].some((tag) => startsWith(buffer, at, tag))
      if (isEnd) return finishRecords(scan, at)
      if (buffer.length - at > OVERLAP) throw new SpreadsheetError('unsafe')
      return at
    }
    const end = recordEnd(scan, buffer, at)
    if (end < 0) return at
    if (end - at > MAX_RECORD_BYTES) throw tooMany('tekens in één rij', MAX_RECORD_BYTES)
    if (buffer[end - 2] !== SLASH && ++scan.records > most) throw tooMany(what, most)
    if (hiddenAt >= 0 && hiddenAt < end) {
      if (isHiddenRow(buffer, at, hiddenAt)) scan.hiddenRows++
      hiddenAt = buffer.indexOf(HIDDEN, end)
    }
    at = skipSpace(buffer, end)
  }
  return at
}

const HIDDEN = ' hidden='

/** Tells whether the row at `at`, with the word `hidden` at `hiddenAt`, is hidden and has cells. */
function isHiddenRow(buffer: Buffer, at: number, hiddenAt: number): boolean {
  const tagEnd = buffer.indexOf(GT, at)
  if (hiddenAt > tagEnd || buffer[tagEnd - 1] === SLASH) return false
  return /^ hidden=["'](1|true)["']/.test(buffer.toString('latin1', hiddenAt, hiddenAt + 15))
}

/** Returns the columns that are hidden by the text before the rows. */
function hiddenColumnsIn(before: Buffer): { first: number; last: number }[] {
  const tags = before.toString('latin1').matchAll(/<(?:[\w.-]{1,40}:)?col\s[^<>]*\shidden=["'](?:1|true)["'][^<>]*>/g)
  return Array.from(tags).flatMap(([tag]) => {
    const [, min] = /\smin=["'](\d{1,5})["']/.exec(tag) ?? []
    const [, max] = /\smax=["'](\d{1,5})["']/.exec(tag) ?? []
    return min && max ? [{ first: Number(min) - 1, last: Number(max) - 1 }] : []
  })
}

function finishRecords(scan: Scan, at: number): number {
  scan.span.end = scan.offset + at
  scan.phase = 'after'
  return at
}

/**
 * Returns the offset after the row or string at `at`, or -1 when it is incomplete. Searching the last letter of the
 * element's name finds its tags fastest, as few other tags have that letter.
 */
function recordEnd({ name }: Scan, buffer: Buffer, at: number): number {
  const tagEnd = buffer.indexOf(GT, at)
  if (tagEnd < 0) return -1
  if (buffer[tagEnd - 1] === SLASH) return tagEnd + 1
  const letter = name.at(-1) ?? 0
  for (let last = buffer.indexOf(letter, tagEnd); last >= 0; last = buffer.indexOf(letter, last + 1)) {
    const first = last + 1 - name.length
    if (!isNamed(buffer, first, name)) continue
    if (buffer[first - 1] === SLASH && buffer[first - 2] === LT) return last + 2
    if (buffer[first - 1] === LT) throw new SpreadsheetError('unsafe')
  }
  return -1
}

function scanMerges(scan: Scan, buffer: Buffer, from: number): number {
  const mark = `<${scan.prefix}mergeCell `
  for (let at = buffer.indexOf(mark, from); at >= 0; at = buffer.indexOf(mark, at + mark.length)) {
    const end = buffer.indexOf(GT, at)
    if (end < 0) return at
    if (++scan.mergeCount > MAX_MERGES) throw tooMany('samengevoegde cellen', MAX_MERGES)
    const [, letters = '', top, bottom] =
      MERGED.exec(buffer.toString('latin1', at, Math.min(end, at + LONGEST_MERGE))) ?? []
    if (Number(top) < Number(bottom)) {
      scan.merges.push({ column: columnIndexOf(letters), top: Number(top), bottom: Number(bottom) })
    }
  }
  return Math.max(from, buffer.length - mark.length)
}

const LONGEST_MERGE = 200
const MERGED = /\sref=["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})["']/

/**
 * Refuses a document type and an entity, which no spreadsheet program writes. Also refuses CDATA with tags of rows or
 * strings: the scan, which only searches tags, would take these for real ones.
 */
function refuseMarkup(buffer: Buffer): void {
  for (let at = buffer.indexOf(BANG); at >= 0; at = buffer.indexOf(BANG, at + 1)) {
    if (buffer[at - 1] !== LT || startsWith(buffer, at, '!--')) continue
    // At the end of a buffer the mark may be cut off; it is seen again with the rest.
    if (!CDATA.startsWith(buffer.toString('latin1', at, at + CDATA.length))) throw new SpreadsheetError('unsafe')
    const end = buffer.indexOf(']]>', at)
    if (SCANNED.test(buffer.toString('latin1', at + CDATA.length, end < 0 ? buffer.length : end))) {
      throw new SpreadsheetError('unsafe')
    }
  }
}

const CDATA = '![CDATA['
const SCANNED = /<\/?(?:[\w.-]{1,40}:)?(?:row|si|sheetData|sst|extLst|mergeCell)[\s/>]/

/** Tells whether the element's whole name is at this offset. */
function isNamed(buffer: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index++) if (buffer[at + index] !== name[index]) return false
  return isNameEnd(buffer[at + name.length])
}

function skipSpace(buffer: Buffer, from: number): number {
  let at = from
  while (at < buffer.length && (buffer[at] ?? 0) <= SPACE) at++
  return at
}

function startsWith(buffer: Buffer, at: number, text: string): boolean {
  return buffer.toString('latin1', at, at + text.length) === text
}

function isNameEnd(byte: number | undefined): boolean {
  return byte === GT || byte === SLASH || (byte !== undefined && byte <= SPACE)
}
