/** Returns a text in lower case and without accents, so that a search for `andre` finds André. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
