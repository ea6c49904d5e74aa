import { createHash } from 'node:crypto'
import { plainHeader } from './header-text.ts'

/** What somebody said that the columns below a header mean: by column a field, or '' for nothing known. */
export interface Layout {
  readonly fields: readonly string[]
  readonly monthFirst: boolean
}

/** Finds the layouts of headers that are remembered, by the prints of those. */
export type LayoutsOf = (prints: readonly string[]) => Promise<ReadonlyMap<string, Layout>>

/** Stands over the last column of a file of refused rows, which keeps the print of the file that they are from. */
export const REASON_HEADER = 'Reden van weigering'

/** The same for the same header, whatever its capitals, accents and signs. */
export function printOf(cells: readonly string[]): string {
  const own = cells.at(-1) === REASON_HEADER ? cells.slice(0, -1) : cells
  const texts = own.map(plainHeader).join('|').replace(/\|+$/, '')
  return createHash('sha256').update(texts).digest('hex').slice(0, 32)
}
