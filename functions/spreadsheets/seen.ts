import { createHash } from 'node:crypto'
import type { Place } from './tally.ts'

/** Which row of a file told a record last, and what it said: a print of that, and where the row stands. */
export type SeenRows = Map<string, string>

const PRINT_LENGTH = 22

/**
 * What a row has to do with the last one of the same file that told its record, by any of its keys: nothing, the same
 * again, or where that stands. What was said before that is no longer so, and saying it again is no repetition.
 */
export function meeting(
  seen: SeenRows,
  keys: readonly string[],
  { row, sheet }: Place,
  said: unknown,
): 'same' | { readonly earlier: string } | null {
  const place = sheet === undefined ? `rij ${row}` : `rij ${row} van blad '${sheet}'`
  const print = createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, PRINT_LENGTH)
  const earlier = keys.map((key) => seen.get(key)).find((one) => one !== undefined)
  if (earlier?.startsWith(print)) return 'same'
  for (const key of keys) seen.set(key, print + place)
  return earlier === undefined ? null : { earlier: earlier.slice(PRINT_LENGTH) }
}
