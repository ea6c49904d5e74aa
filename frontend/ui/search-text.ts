/** Lower case without accents, so that `andre` finds André. */
function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** How well texts answer a search: 1 when each of its words begins a word, 0.5 when each occurs somewhere, else 0. */
export function matchScore(search: string, texts: readonly string[]): number {
  const haystack = ` ${plainText(texts.join(' '))}`
  const words = plainText(search).trim().split(/\s+/)
  if (!words.every((word) => haystack.includes(word))) return 0
  return words.every((word) => haystack.includes(` ${word}`)) ? 1 : 0.5
}
