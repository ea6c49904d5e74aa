/** Returns a text without case and accents, so that `andre` finds André. */
export const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
