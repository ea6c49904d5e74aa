/** Plain letters for the special letters that stay when accents are removed. */
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', þ: 'th' }

/**
 * Returns a text in lower case, without accents and with plain letters for special ones such as ł and ø. So a search for
 * `andre` finds André, and Łukasz is sorted before Zoë.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøđßæœıþ]/g, (letter) => letters[letter] ?? '')
