/** Legal forms of a partner or of whoever has a phone number (market 67c). */
export const legalForms = [
  ...(['bv', 'nv', 'stichting', 'vereniging', 'vve', 'cooperatie', 'owm', 'kerk', 'overheid', 'foreign'] as const),
  ...(['eenmanszaak', 'vof', 'maatschap', 'cv', 'io', 'unknown'] as const),
] as const
export type LegalForm = (typeof legalForms)[number]

/** Forms of natural persons, who may not be called with an offer without consent. */
const ofNaturalPersons: readonly LegalForm[] = ['eenmanszaak', 'vof', 'maatschap', 'cv', 'io', 'unknown']

/** Tells whether whoever has this form is a legal person, who may be called without consent. */
export const isLegalPerson = (form: LegalForm): boolean => !ofNaturalPersons.includes(form)

/** Words of a name that only a legal person has, by its form; 'B.V. i.o.' is none yet. */
const legalWords: readonly (readonly [words: string, form: LegalForm])[] = [
  ['vve|vereniging van eigena(?:ren|ars)', 'vve'],
  ['b\\.?\\s?v\\.?(?!\\.?\\s*i\\.?o)', 'bv'],
  ['n\\.?\\s?v\\.?', 'nv'],
  ['stichting', 'stichting'],
  ['co[oö]peratie', 'cooperatie'],
  ['vereniging', 'vereniging'],
  ['gemeente|provincie|waterschap', 'overheid'],
  ['parochie', 'kerk'],
]
const patternOf = (words: string) => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, 'iu')
const legalNames = legalWords.map(([words, form]) => [patternOf(words), form] as const)
const anyLegalName = patternOf(legalWords.map(([words]) => words).join('|'))

/** Returns the legal form that a name tells, such as `bv` of 'Bakker B.V.'; undefined for the name of a person. */
export const legalFormOfName = (name: string): LegalForm | undefined =>
  legalNames.find(([words]) => words.test(name))?.[1]

/** Tells whether a name says that it is a legal person's, such as 'Bakker B.V.' or 'Stichting Thuis'. */
export const namesLegalPerson = (name: string): boolean => anyLegalName.test(name)
