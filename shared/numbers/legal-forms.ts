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

/** Words of a name that only a legal person has; 'B.V. i.o.' is none yet. */
export const LEGAL_WORDS =
  /(?<![\p{L}\d])(?:vve|vereniging van eigena(?:ren|ars)|b\.?\s?v\.?(?!\.?\s*i\.?o)|n\.?\s?v\.?|stichting|vereniging|co[oö]peratie|gemeente|provincie|waterschap|parochie)(?![\p{L}\d])/iu

/** Tells whether a name says that it is a legal person's, such as 'Bakker B.V.' or 'Stichting Thuis'. */
export const namesLegalPerson = (name: string): boolean => LEGAL_WORDS.test(name)
