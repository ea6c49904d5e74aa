import type { WrittenUnit } from '../values/cell-values.ts'
import { wordsIn } from './words.ts'

/** A parsed header: the words of its meaning, and the unit of the cells below it. */
export interface HeaderText {
  /** Known words of the header; null when any word is unknown, in brackets or not. */
  readonly words: readonly string[] | null
  readonly unit: Unit
  /** Set when the header says 'new': this column has the new value, and another column has the old value. */
  readonly isNew: boolean
}

/** Unit of the numbers below a header. */
export interface Unit {
  /** Factor for the numbers: 1000 below 'MWh' or 'x1000'. */
  readonly factor: number
  readonly duration?: WrittenUnit
  /** Set when the numbers have a comma before their thousands. */
  readonly hasThousands?: boolean
}

const FACTORS: Readonly<Record<string, number>> = { mega: 1000, giga: 1_000_000, duizend: 1000 }
const DURATIONS: Readonly<Record<string, WrittenUnit>> = { dagen: 'days', maand: 'months', jaar: 'years' }
const NEW = 'nieuw'

/**
 * Returns the words of a header, the unit of its numbers, and whether it says 'new'. Words in brackets count as all
 * other words do (decision 58).
 */
export function parseHeaderText(header: string): HeaderText {
  const all = wordsIn(plainHeader(header.replaceAll('³', '3')))
  const words = all?.filter((word) => word !== NEW && word !== 'dagen' && FACTORS[word] === undefined) ?? null
  const factor = (all ?? []).reduce((product, word) => product * (FACTORS[word] ?? 1), 1)
  const duration = all?.map((word) => DURATIONS[word]).find((unit) => unit !== undefined)
  return { words, unit: { factor, ...(duration ? { duration } : {}) }, isNew: all?.includes(NEW) ?? false }
}

export const LONGEST_HEADER = 120

/**
 * Returns a header in lower case without accents and punctuation: 'E-mail (klant)' becomes 'e mail klant' (rulings 53).
 */
export function plainHeader(header: string): string {
  return header
    .slice(0, LONGEST_HEADER)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
