import { foldText } from '../../../shared/folded.ts'

/**
 * Scores how well texts match a search. Returns 1 when each searched word starts a word of the texts, 0.5 when each
 * occurs anywhere, else 0.
 */
export function scoreMatch(search: string, texts: readonly string[]): number {
  const haystack = ` ${foldText(texts.join(' '))}`
  const words = foldText(search).trim().split(/\s+/)
  if (!words.every((word) => haystack.includes(word))) return 0
  return words.every((word) => haystack.includes(` ${word}`)) ? 1 : 0.5
}
