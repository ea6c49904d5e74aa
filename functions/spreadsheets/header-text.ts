import type { WrittenUnit } from './cell-values.ts'
import { wordsIn } from './words.ts'

/** A header taken apart: the words that say what it means, and the unit of what stands below it. */
export interface HeaderText {
  /** Null when one of its words is unknown, those in brackets included. */
  readonly words: readonly string[] | null
  readonly unit: Unit
  /** Of an old and a new value it is the new one. */
  readonly isNew: boolean
}

/** What numbers below a header are counted in. */
export interface Unit {
  /** By how much they are multiplied: 1000 below 'MWh' or 'x1000'. */
  readonly factor: number
  readonly duration?: WrittenUnit
}

const FACTORS: Readonly<Record<string, number>> = { mega: 1000, giga: 1_000_000, duizend: 1000 }
const DURATIONS: Readonly<Record<string, WrittenUnit>> = { dagen: 'days', maand: 'months', jaar: 'years' }
const NEW = 'nieuw'

/** Takes a header apart; words in brackets belong to it as the others do (rulings 58a). */
export function headerText(header: string): HeaderText {
  const all = wordsIn(plainHeader(header.replaceAll('³', '3')))
  const words = all?.filter((word) => word !== NEW && word !== 'dagen' && FACTORS[word] === undefined) ?? null
  const factor = (all ?? []).reduce((product, word) => product * (FACTORS[word] ?? 1), 1)
  const duration = all?.map((word) => DURATIONS[word]).find((unit) => unit !== undefined)
  return { words, unit: { factor, ...(duration ? { duration } : {}) }, isNew: all?.includes(NEW) ?? false }
}

export const LONGEST_HEADER = 120

/** A header in lower case without accents and punctuation: 'E-mail (klant)' becomes 'e mail klant' (rulings 53). */
export function plainHeader(header: string): string {
  return header
    .slice(0, LONGEST_HEADER)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
