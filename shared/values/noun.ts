import { capitaliseFirst } from './capitalise.ts'

/** Dutch noun of a record, from which its texts follow. A noun in the plural alone is `one` too. */
export interface Noun {
  readonly the: 'de' | 'het'
  readonly one: string
  readonly many: string
}

/** Returns the noun as the first word of a text: `Tarief`. */
export const nameOfOne = ({ one }: Noun): string => capitaliseFirst(one)

/**
 * Returns a sentence about one: its verb in the singular and the plural, and the rest. `Het tarief`, `is`, `zijn` and
 * `verwijderd` become `Het tarief is verwijderd.`
 */
export const sentenceOf = ({ the, one, many }: Noun, is: string, are: string, rest: string): string =>
  `${capitaliseFirst(the)} ${one} ${one === many ? are : is} ${rest}.`
