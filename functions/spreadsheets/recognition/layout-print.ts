import { createHash } from 'node:crypto'
import { plainHeader } from './header-text.ts'

/** Meanings of the columns of a header, given by a person or guessed: a field per column, '' for an unknown one. */
export interface Layout {
  readonly fields: readonly string[]
  readonly monthFirst: boolean
}

/** Finds the stored layouts of headers, by their hashes. */
export type LayoutsOf = (headerHashes: readonly string[]) => Promise<ReadonlyMap<string, Layout>>

/** Header of the last column in a file of refused rows; the hash of a header ignores it. */
export const REASON_HEADER = 'Reden van weigering'

/**
 * Returns the hash of a header's cells, independent of capitals, accents, punctuation, blank last columns and a last
 * column of refusal reasons.
 */
export function headerFingerprint(cells: readonly string[]): string {
  const own = cells.at(-1) === REASON_HEADER ? cells.slice(0, -1) : cells
  const texts = own.map(plainHeader).join('|').replace(/\|+$/, '')
  return createHash('sha256').update(texts).digest('hex').slice(0, 32)
}
