import { crc32, createInflateRaw } from 'node:zlib'
import { MAX_INFLATED_BYTES, MAX_INFLATION, MAX_ZIP_ENTRIES, tooLarge, tooMany } from './limits.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'
import { convertToUtf8 } from './xml.ts'

/** One file inside a zip, as the central directory declares it; `inflateFile` checks its size and checksum. */
export type ZipEntry = {
  name: string
  method: number
  compressedSize: number
  size: number
  crc: number
  headerOffset: number
}

const END_BYTES = 22
const LONGEST_COMMENT = 0xffff
const CENTRAL_SIGNATURE = 0x02014b50
const CENTRAL_BYTES = 46
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const IN_ZIP64 = 0xffffffff
const BOMB_TEXT = 'Dit bestand wordt bij het uitpakken onwaarschijnlijk groot. Sla het in Excel opnieuw op als .xlsx.'

/**
 * Returns the files of a zip by name, in lower case and with slashes, as its central directory declares them. Throws
 * SpreadsheetError for encrypted or truncated zips, paths outside the archive, double names, unknown compression, too
 * many files, and zip bombs.
 */
export function openZip(file: Buffer): Map<string, ZipEntry> {
  const { count, offset } = endOfCentralDirectory(file)
  if (count > MAX_ZIP_ENTRIES) throw tooMany('onderdelen', MAX_ZIP_ENTRIES)
  const entries = new Map<string, ZipEntry>()
  let total = 0
  let position = offset
  for (let index = 0; index < count; index++) {
    const { entry, next } = readEntry(file, position)
    if (isEscaping(entry.name) || entries.has(entry.name)) throw new SpreadsheetError('unsafe')
    total += entry.size
    if (total > MAX_INFLATED_BYTES) throw tooLarge(MAX_INFLATED_BYTES, 'is uitgepakt')
    if (isBomb(entry)) throw new SpreadsheetError('too-large', BOMB_TEXT)
    entries.set(entry.name, entry)
    position = next
  }
  return entries
}

/**
 * Yields the contents of one file of a zip in chunks, never more than the declared size. Throws SpreadsheetError for
 * damaged contents, and when size or checksum differ from the declared ones.
 */
export async function* inflateFile(file: Buffer, entry: ZipEntry): AsyncGenerator<Buffer> {
  let size = 0
  let crc = 0
  try {
    for await (const chunk of inflateAgain(file, entry)) {
      size += chunk.length
      if (size > entry.size) throw new SpreadsheetError('unsafe')
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('corrupt', undefined, { cause: error })
  }
  if (size !== entry.size || crc !== entry.crc) throw new SpreadsheetError('corrupt')
}

/** Yields the contents of one file of a zip without the checks of `inflateFile`, for a second reading. */
export function inflateAgain(file: Buffer, entry: ZipEntry): AsyncIterable<Buffer> | Iterable<Buffer> {
  const data = compressedBytes(file, entry)
  return entry.method === STORED ? slices(data) : inflateRaw(data)
}

/** Returns a small XML file of a zip as text. Throws SpreadsheetError when it is damaged or exceeds `limit` bytes. */
export async function readZipText(file: Buffer, entry: ZipEntry, limit: number): Promise<string> {
  if (entry.size > limit) throw tooLarge(limit, 'is uitgepakt')
  const chunks: Buffer[] = []
  for await (const chunk of convertToUtf8(inflateFile(file, entry))) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function endOfCentralDirectory(file: Buffer): { count: number; offset: number } {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_BYTES > file.length || end < file.length - END_BYTES - LONGEST_COMMENT) {
    throw new SpreadsheetError('corrupt')
  }
  const count = file.readUInt16LE(end + 10)
  const offset = file.readUInt32LE(end + 16)
  return count === 0xffff || offset === IN_ZIP64 ? zip64Directory(file, end) : { count, offset }
}

function zip64Directory(file: Buffer, end: number): { count: number; offset: number } {
  const locator = end - 20
  if (locator < 0 || file.readUInt32LE(locator) !== 0x07064b50) throw new SpreadsheetError('corrupt')
  const record = Number(file.readBigUInt64LE(locator + 8))
  if (record + 56 > file.length || file.readUInt32LE(record) !== 0x06064b50) throw new SpreadsheetError('corrupt')
  return { count: Number(file.readBigUInt64LE(record + 32)), offset: Number(file.readBigUInt64LE(record + 48)) }
}

function readEntry(file: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + CENTRAL_BYTES > file.length || file.readUInt32LE(at) !== CENTRAL_SIGNATURE) {
    throw new SpreadsheetError('corrupt')
  }
  if (file.readUInt16LE(at + 8) & 1) throw new SpreadsheetError('encrypted')
  const nameEnd = at + CENTRAL_BYTES + file.readUInt16LE(at + 28)
  const extraEnd = nameEnd + file.readUInt16LE(at + 30)
  const entry: ZipEntry = {
    name: file
      .toString('utf8', at + CENTRAL_BYTES, nameEnd)
      .replaceAll('\\', '/')
      .toLowerCase(),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    compressedSize: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    headerOffset: file.readUInt32LE(at + 42),
  }
  if (extraEnd > file.length) throw new SpreadsheetError('corrupt')
  fillFromZip64(entry, file.subarray(nameEnd, extraEnd))
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new SpreadsheetError('unsafe')
  return { entry, next: extraEnd + file.readUInt16LE(at + 32) }
}

/** Sets an entry's sizes and offset from its 64-bit fields, which some programs always write. */
function fillFromZip64(entry: ZipEntry, extra: Buffer): void {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  for (const field of ['size', 'compressedSize', 'headerOffset'] as const) {
    if (entry[field] !== IN_ZIP64) continue
    if (at + 8 > extra.length) throw new SpreadsheetError('corrupt')
    entry[field] = Number(extra.readBigUInt64LE(at))
    at += 8
  }
}

function compressedBytes(file: Buffer, { headerOffset, compressedSize }: ZipEntry): Buffer {
  const nameAt = headerOffset + LOCAL_BYTES
  if (nameAt > file.length || file.readUInt32LE(headerOffset) !== LOCAL_SIGNATURE) throw new SpreadsheetError('corrupt')
  const start = nameAt + file.readUInt16LE(headerOffset + 26) + file.readUInt16LE(headerOffset + 28)
  if (start + compressedSize > file.length) throw new SpreadsheetError('corrupt')
  return file.subarray(start, start + compressedSize)
}

const CHUNK_BYTES = 32 * 1024

function inflateRaw(data: Buffer): AsyncIterable<Buffer> {
  const stream = createInflateRaw({ chunkSize: CHUNK_BYTES })
  stream.end(data)
  return stream
}

function* slices(data: Buffer): Generator<Buffer> {
  for (let start = 0; start < data.length; start += CHUNK_BYTES) yield data.subarray(start, start + CHUNK_BYTES)
}

function isBomb({ size, compressedSize }: ZipEntry): boolean {
  return size > 1024 * 1024 && size > compressedSize * MAX_INFLATION
}

function isEscaping(name: string): boolean {
  return name.startsWith('/') || /[:\0]/.test(name) || name.split('/').includes('..')
}
