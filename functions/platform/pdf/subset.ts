/** Tables of a TrueType font that a PDF reader needs; the first three are rebuilt. */
const KEPT = ['glyf', 'loca', 'hmtx', 'head', 'hhea', 'maxp', 'cvt ', 'fpgm', 'prep']

/**
 * Returns a font file that holds only these glyphs and their parts. Other glyphs become empty and keep their numbers,
 * so that references to glyphs stay valid.
 */
export function subsetFont(file: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  const font = tablesOf(file)
  const table = (name: string) => font.get(name) ?? Buffer.alloc(0)
  const offsets = offsetsOf(table('loca'), table('head'))
  const outline = (glyph: number) => table('glyf').subarray(offsets[glyph], offsets[glyph + 1])
  const kept = new Set([0, ...glyphs])
  for (const glyph of kept) for (const part of partsOf(outline(glyph))) kept.add(part)

  const count = offsets.length - 1
  const loca = Buffer.alloc(4 * offsets.length)
  const outlines: Buffer[] = []
  let end = 0
  for (let glyph = 0; glyph < count; glyph++) {
    loca.writeUInt32BE(end, 4 * glyph)
    if (!kept.has(glyph)) continue
    const padded = padToFour(outline(glyph))
    outlines.push(padded)
    end += padded.length
  }
  loca.writeUInt32BE(end, 4 * count)

  const head = Buffer.from(table('head'))
  head.writeUInt32BE(0, CHECKSUM_AT)
  head.writeInt16BE(1, LOCA_FORMAT_AT)
  font.set('glyf', Buffer.concat(outlines))
  font.set('loca', loca)
  font.set('hmtx', widthsOnlyOf(kept, table('hmtx'), table('hhea')))
  font.set('head', head)
  return fileOf(KEPT.flatMap((name) => (font.has(name) ? [[name, table(name)] as const] : [])))
}

const CHECKSUM_AT = 8
const LOCA_FORMAT_AT = 50

function tablesOf(file: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < bytes.readUInt16BE(4); index++) {
    const entry = 12 + 16 * index
    const start = bytes.readUInt32BE(entry + 8)
    tables.set(
      bytes.toString('latin1', entry, entry + 4),
      bytes.subarray(start, start + bytes.readUInt32BE(entry + 12)),
    )
  }
  return tables
}

function offsetsOf(loca: Buffer, head: Buffer): number[] {
  const isLong = head.readInt16BE(LOCA_FORMAT_AT) === 1
  return Array.from({ length: loca.length / (isLong ? 4 : 2) }, (_, index) =>
    isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index),
  )
}

const WORDS = 1
const SCALE = 8
const MORE = 32
const TWO_SCALES = 64
const MATRIX = 128

/** Returns the glyphs that a composite glyph consists of. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const parts: number[] = []
  let at = 10
  let flags = MORE
  while (flags & MORE) {
    flags = outline.readUInt16BE(at)
    parts.push(outline.readUInt16BE(at + 2))
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0)
  }
  return parts
}

/** Returns the widths of the kept glyphs, with 0 for the others. */
function widthsOnlyOf(kept: ReadonlySet<number>, hmtx: Buffer, hhea: Buffer): Buffer {
  const widths = hhea.readUInt16BE(34)
  const bytes = Buffer.alloc(hmtx.length)
  for (const glyph of kept) {
    const start = glyph < widths ? 4 * glyph : 4 * widths + 2 * (glyph - widths)
    hmtx.copy(bytes, start, start, start + (glyph < widths ? 4 : 2))
  }
  return bytes
}

function fileOf(tables: readonly (readonly [name: string, bytes: Buffer])[]): Uint8Array {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1))
  const power = Math.floor(Math.log2(sorted.length))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(sorted.length, 4)
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (sorted.length - 2 ** power), 10)
  const data: Buffer[] = []
  let start = directory.length
  let headAt = 0
  for (const [index, [name, bytes]] of sorted.entries()) {
    const entry = 12 + 16 * index
    const padded = padToFour(bytes)
    directory.write(name, entry, 'latin1')
    directory.writeUInt32BE(checksum(padded), entry + 4)
    directory.writeUInt32BE(start, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    if (name === 'head') headAt = start
    data.push(padded)
    start += padded.length
  }
  const whole = Buffer.concat([directory, ...data])
  whole.writeUInt32BE((0xb1b0afba - checksum(whole)) >>> 0, headAt + CHECKSUM_AT)
  return whole
}

const padToFour = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

function checksum(padded: Buffer): number {
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}
