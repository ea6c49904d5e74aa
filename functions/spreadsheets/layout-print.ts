import { createHash } from 'node:crypto'
import { plainHeader } from './header.ts'

/** What somebody said that the columns below a header mean: by column a field, or '' for nothing known. */
export interface Layout {
  readonly fields: readonly string[]
  readonly monthFirst: boolean
}

/** Finds the layouts of headers that are remembered, by the prints of those. */
export type LayoutsOf = (prints: readonly string[]) => Promise<ReadonlyMap<string, Layout>>

/** The same for the same header, whatever its capitals, accents and signs. */
export function printOf(cells: readonly string[]): string {
  const texts = cells.map(plainHeader).join('|').replace(/\|+$/, '')
  return createHash('sha256').update(texts).digest('hex').slice(0, 32)
}
