import { MAX_XLS_BYTES } from './limits.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** Part of a file, by its number; a negative number ends a chain of sectors. */
type Sector = number

/** A compound file, divided into sectors. */
interface Compound {
  readonly count: number
  readonly directory: Sector
  /** Returns a range of bytes of a sector. */
  readonly bytesOf: (sector: Sector) => Buffer
  /** Returns the sector that follows a sector in its chain. */
  readonly nextOf: (sector: Sector) => Sector
}

/** A stream or folder in the directory of a compound file. */
interface Entry {
  readonly name: string
  /** Entries before and after it in its folder, and the first one inside it. */
  readonly links: readonly number[]
  readonly start: Sector
  readonly size: number
}

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Maximum number of entries of a directory. The library takes the square of their number in memory. */
const MAX_ENTRIES = 2_000
/** Streams of fewer bytes share one chain of sectors. */
const SHARED_BELOW = 4096
/** Maximum number of times that the library reads a sector, on average; once or twice in real files. */
const MOST_READINGS = 8

/**
 * Throws SpreadsheetError for an OLE compound file that is no plain .xls: another kind, encrypted, or with macros. A
 * password moves the workbook into the stream `EncryptedPackage`. Also throws for chains of sectors and folders that
 * return to themselves, in which SheetJS would read until its memory is full, and for a file that is too large for it.
 */
export function refuseOtherCompounds(file: Buffer): void {
  const compound = openCompound(file)
  const lengths = chainLengths(compound.count, compound.nextOf)
  const entries = readDirectory(compound)
  refuseCircularFolders(entries)
  refuseRepeatedReading(compound, lengths, entries)
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (names.has('encryptedpackage')) throw new SpreadsheetError('encrypted')
  if (names.has('_vba_project_cur')) throw new SpreadsheetError('macros')
  if (!names.has('workbook') && !names.has('book')) throw new SpreadsheetError('not-a-spreadsheet')
  if (file.length > MAX_XLS_BYTES) {
    const limit = `${MAX_XLS_BYTES / 1024 / 1024} MB`
    throw new SpreadsheetError('too-large', `Een .xls-bestand mag hoogstens ${limit} zijn. Sla het op als .xlsx.`)
  }
}

function openCompound(file: Buffer): Compound {
  if (file.length < HEADER_BYTES) throw new SpreadsheetError('corrupt')
  const size = 2 ** file.readUInt16LE(30)
  if (size !== 512 && size !== 4096) throw new SpreadsheetError('not-a-spreadsheet')
  const count = Math.ceil(file.length / size) - 1
  const bytesOf = (sector: Sector) => file.subarray((sector + 1) * size, (sector + 2) * size)
  const numberIn = (sector: Sector, at: number) => {
    const bytes = sector >= 0 && sector < count ? bytesOf(sector) : file.subarray(0, 0)
    return at + 4 <= bytes.length ? bytes.readInt32LE(at) : -1
  }
  const table = Array.from({ length: 109 }, (_, index) => file.readInt32LE(76 + index * 4)).filter((at) => at >= 0)
  const seen = new Set<Sector>()
  // Further sectors of the table stand in a chain of their own; the last number of each leads to the next.
  for (let sector = file.readInt32LE(68); sector >= 0 && sector < count; sector = numberIn(sector, size - 4)) {
    if (seen.has(sector)) throw new SpreadsheetError('corrupt')
    seen.add(sector)
    for (let at = 0; at < size - 4; at += 4) table.push(numberIn(sector, at))
  }
  return {
    ...{ count, bytesOf, directory: file.readInt32LE(48) },
    nextOf: (sector) => numberIn(table[Math.floor((sector * 4) / size)] ?? -1, (sector * 4) % size),
  }
}

/**
 * Returns for each of `count` items the number of items in the chain that begins there. Throws SpreadsheetError for a
 * chain that returns to itself or leaves the file.
 */
function chainLengths(count: number, nextOf: (item: number) => number): Int32Array {
  const lengths = new Int32Array(count)
  const UNDER_WAY = -1
  for (let first = 0; first < count; first++) {
    const path: number[] = []
    let item = first
    for (; item >= 0 && lengths[item] === 0; item = nextOf(item)) {
      path.push(item)
      lengths[item] = UNDER_WAY
    }
    if (item >= count || lengths[item] === UNDER_WAY) throw new SpreadsheetError('corrupt')
    let length = item < 0 ? 0 : (lengths[item] ?? 0)
    for (const one of path.reverse()) lengths[one] = ++length
  }
  return lengths
}

function readDirectory({ count, directory, bytesOf, nextOf }: Compound): Entry[] {
  if (directory < 0 || directory >= count) throw new SpreadsheetError('corrupt')
  const entries: Entry[] = []
  for (let sector = directory; sector >= 0; sector = nextOf(sector)) {
    const bytes = bytesOf(sector)
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const nameBytes = Math.min(Math.max(bytes.readUInt16LE(at + 64) - 2, 0), 62)
      entries.push({
        name: bytes.toString('utf16le', at, at + nameBytes),
        links: [68, 72, 76].map((link) => bytes.readInt32LE(at + link)),
        start: bytes.readInt32LE(at + 116),
        size: bytes.readInt32LE(at + 120),
      })
    }
    if (entries.length > MAX_ENTRIES) throw new SpreadsheetError('corrupt')
  }
  return entries
}

/** Throws SpreadsheetError when an entry is in two places of the folders, or within itself. */
function refuseCircularFolders(entries: readonly Entry[]): void {
  const parents = new Map<number, number>()
  for (const [parent, { links }] of entries.entries()) {
    // Some programs fill unused entries with zeros, which point to the root.
    for (const child of links.filter((link) => link > 0 && link < entries.length)) {
      if (parents.has(child)) throw new SpreadsheetError('corrupt')
      parents.set(child, parent)
    }
  }
  chainLengths(entries.length, (entry) => parents.get(entry) ?? -1)
}

/**
 * Throws SpreadsheetError when SheetJS would read the sectors over and over. It reads a chain from each sector that no
 * chain before contained, beginning at the directory, and from the start of each stream.
 */
function refuseRepeatedReading(
  { count, directory, nextOf }: Compound,
  lengths: Int32Array,
  entries: readonly Entry[],
): void {
  const isRead = new Uint8Array(count)
  let readings = 0
  for (let index = 0; index < count; index++) {
    const first = (directory + index) % count
    if (isRead[first]) continue
    readings += lengths[first] ?? 0
    for (let sector = first; sector >= 0 && !isRead[sector]; sector = nextOf(sector)) isRead[sector] = 1
  }
  const starts = new Set(entries.filter(({ size }) => size >= SHARED_BELOW).map(({ start }) => start))
  for (const start of starts) readings += lengths[start] ?? 0
  if (readings > count * MOST_READINGS) throw new SpreadsheetError('corrupt')
}
