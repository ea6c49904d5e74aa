import { createHash } from 'node:crypto'
import { staleConflict } from '../../shared/errors.ts'
import type { GuardedWrite } from '../platform/data/commit.ts'
import { ClosedFilter } from './entity.ts'

/** Rows of the filter, and the bytes of each: below the 4 kB of one read unit, so that reading all costs 4.5 units. */
const PARTS = 8
const BYTES = 3_900

/** Returns the row of a number, and the two bits that stand for the number there. */
function placeOf(phone: string) {
  const hash = createHash('sha256').update(phone).digest()
  const bits = [hash.readUInt32BE(1), hash.readUInt32BE(5)].map((value) => value % (BYTES * 8))
  return { part: (hash[0] ?? 0) % PARTS, bits }
}

const isSet = (bytes: Uint8Array | undefined, bit: number) => (((bytes?.[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1

/**
 * Reads the filter, and returns a function that tells whether a normalised number may be on the do-not-call list. It is
 * never false for a number that is; it is true for a few others.
 */
export async function readClosedFilter(): Promise<(phone: string) => boolean> {
  const { data } = await ClosedFilter.query.all({}).go({ pages: 'all' })
  const parts = new Map(data.map((row) => [row.part, row.bytes]))
  return (phone) => {
    const { part, bits } = placeOf(phone)
    return bits.every((bit) => isSet(parts.get(String(part)), bit))
  }
}

/**
 * Returns the writes that add numbers to the filter, for the transaction that closes them; none for numbers whose bits
 * are set. They fail with 409 when another closing wrote the same row meanwhile. Numbers are never taken out: a page then
 * looks one up in vain.
 */
export async function addToClosedFilter(phones: readonly string[]): Promise<GuardedWrite[]> {
  const places = Map.groupBy(phones.map(placeOf), ({ part }) => String(part))
  const { data } = await ClosedFilter.get([...places.keys()].map((part) => ({ part }))).go({ consistent: true })
  return [...places].flatMap(([part, added]) => {
    const before = data.find((row) => row.part === part)
    const missing = added.flatMap(({ bits }) => bits).filter((bit) => !isSet(before?.bytes, bit))
    if (missing.length === 0) return []
    const bytes = Uint8Array.from(before?.bytes ?? new Uint8Array(BYTES))
    for (const bit of missing) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
    const version = before?.version ?? 0
    const write = ClosedFilter.put({ part, bytes, version: version + 1 }).where((row, { eq, notExists }) =>
      version === 0 ? notExists(row.version) : eq(row.version, version),
    )
    return [{ write, onFailure: staleConflict }]
  })
}
