import { createHash } from 'node:crypto'
import type { Place } from './tally.ts'

/**
 * Last row of each record in a file; later rows with equal content are left out. The map key is a key of the record.
 * The value is one text: 22 characters of a hash of the content, then the place, such as `rij 7`.
 */
export type SeenRows = Map<string, string>

const PRINT_LENGTH = 22

/**
 * Compares a row with the last earlier row of the file that has one of its keys. Returns null for a new record, 'same'
 * for equal content, or the place of the earlier row in Dutch. Notes the row in `seen`, unless it is the same.
 */
export function compareWithEarlier(
  seen: SeenRows,
  keys: readonly string[],
  { row, sheet }: Place,
  content: unknown,
): 'same' | { readonly earlier: string } | null {
  const place = sheet === undefined ? `rij ${row}` : `rij ${row} van blad '${sheet}'`
  const print = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, PRINT_LENGTH)
  const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
  if (earlier?.startsWith(print)) return 'same'
  for (const key of keys) seen.set(key, print + place)
  return earlier === undefined ? null : { earlier: earlier.slice(PRINT_LENGTH) }
}
