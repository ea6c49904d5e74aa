import { capitaliseFirst } from './capitalise.ts'

/** Dutch noun of a record, from which its texts follow. */
export interface Noun {
  readonly the: 'de' | 'het'
  readonly one: string
  readonly many: string
}

/** Returns the noun as the first word of a text: `Tarief`. */
export const nameOfOne = ({ one }: Pick<Noun, 'one'>): string => capitaliseFirst(one)

/** Returns the noun with its article as the first words of a sentence: `Het tarief`. */
export const theOne = ({ the, one }: Pick<Noun, 'the' | 'one'>): string => capitaliseFirst(`${the} ${one}`)
