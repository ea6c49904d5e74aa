import { createHash } from 'node:crypto'
import type { Place } from './tally.ts'

/** Which row of a file told a record last, and what it said; shared by the batches of one import. */
export type SeenRows = Map<string, { readonly place: string; readonly print: string }>

/**
 * What a row has to do with the last one of the same file that told its record: nothing, the same again, or where that stands.
 * What was said before that is no longer so, and saying it again is no repetition.
 */
export function meeting(
  seen: SeenRows,
  id: string,
  { row, sheet }: Place,
  said: unknown,
): 'same' | { readonly earlier: string } | null {
  const place = sheet === undefined ? `rij ${row}` : `rij ${row} van blad '${sheet}'`
  const print = createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
  const earlier = seen.get(id)
  if (earlier?.print === print) return 'same'
  seen.set(id, { place, print })
  return earlier ? { earlier: earlier.place } : null
}

/** What a row did to its record; one that this upload wrote before, in an attempt that did not end, counts as it did then. */
export function outcomeOf(
  isSame: boolean,
  before: { readonly uploadId?: string | undefined; readonly version: number } | null | undefined,
  uploadId: string | undefined,
) {
  if (!before) return 'created'
  if (uploadId !== undefined && before.uploadId === uploadId) return before.version === 1 ? 'created' : 'updated'
  return isSame ? 'skipped' : 'updated'
}
