import { LEGAL_WORDS, type LegalForm } from './legal-forms.ts'

const everyWord = new RegExp(LEGAL_WORDS, 'giu')

/** Legal forms by the beginning of their word in a name; of several words in a name, the first one here counts. */
const formsByWord: readonly (readonly [start: string, form: LegalForm])[] = [
  ['vve', 'vve'],
  ['vereniging van', 'vve'],
  ['b', 'bv'],
  ['n', 'nv'],
  ['s', 'stichting'],
  ['c', 'cooperatie'],
  ['vereniging', 'vereniging'],
  ['g', 'overheid'],
  ['pr', 'overheid'],
  ['w', 'overheid'],
  ['pa', 'kerk'],
]

/** Returns the legal form that a name tells, such as `bv` of 'Bakker B.V.'; undefined for the name of a person. */
export function legalFormOfName(name: string): LegalForm | undefined {
  const words = name.toLowerCase().match(everyWord) ?? []
  return formsByWord.find(([start]) => words.some((word) => word.startsWith(start)))?.[1]
}
