import { getRows, itemOf, putRows, readAll, removeRows, takeRows } from '../platform/data/rows.ts'
import { foundKinds } from '../records/findable.ts'
import { FoundWords, SearchEntries } from './entity.ts'
import { partitionPrefix } from './index-rows.ts'
import { isOneLetterOff, listSearchKeys, mistakeKeys } from './words.ts'

/** Maximum number of words compared with a mistyped one. */
const MOST_LIKE = 40

/** Stores words of names, so that they are also found with one letter wrong; skips known words. */
export async function learnWords(words: readonly string[]): Promise<void> {
  const known = await getRows(FoundWords, words.map(ownRow))
  const isKnown = new Set(known.map(({ word }) => word))
  const added = words.filter((word) => !isKnown.has(word))
  await putRows(FoundWords, added.flatMap(otherRows))
  // The row that marks a word as known comes last, so that a repeated call completes an interrupted one.
  await putRows(FoundWords, added.map(listedRow))
}

/** Returns the key of the row that holds a word unchanged: its first letters, and the word itself. */
const ownRow = (word: string) => ({ like: mistakeKeys(word)[0] ?? word, word })
const listedRow = (word: string) => ({ ...ownRow(word), list: 'all' })
const otherRows = (word: string) =>
  mistakeKeys(word)
    .slice(1)
    .map((like) => ({ like, word }))

/** Builds the items of a word in `FoundWords`, by which a search with one letter wrong finds the word. */
export const itemsOfWord = (word: string): object[] =>
  [...otherRows(word), listedRow(word)].map((row) => itemOf(FoundWords, row))

/**
 * Removes words from `FoundWords` unless a record still has them, so that no search is corrected to them. Adds a word
 * again when a record got it meanwhile.
 */
export async function forgetWords(words: readonly string[]): Promise<void> {
  const gone: string[] = []
  for (const word of words) if (!(await isIndexed(word))) gone.push(word)
  await removeRows(
    FoundWords,
    gone.flatMap((word) => [ownRow(word), ...otherRows(word)]),
  )
  const back: string[] = []
  for (const word of gone) if (await isIndexed(word)) back.push(word)
  await learnWords(back)
}

/** Tells whether a record in the index has a word. */
async function isIndexed(word: string): Promise<boolean> {
  const found = await Promise.all(
    foundKinds.map(async (kind) => {
      const query = SearchEntries.query.primary({ kind, prefix: partitionPrefix(word) })
      const { rows } = await takeRows(query.between({ entry: `${word} ` }, { entry: `${word}"` }), 1, {
        consistent: true,
      })
      return rows.length > 0
    }),
  )
  return found.includes(true)
}

/**
 * Returns the known words that differ by one letter from a mistyped one, whether or not that one is known itself: the
 * caller may not learn which words others have.
 */
export async function findNearWords(word: string): Promise<string[]> {
  const found = await Promise.all(
    listSearchKeys(word).map(async (like) => (await takeRows(FoundWords.query.primary({ like }), MOST_LIKE)).rows),
  )
  const words = new Set(found.flat().flatMap(({ word: one }) => one ?? []))
  return [...words].filter((one) => one !== word && isOneLetterOff(one, word)).sort()
}

/** Read units of a key of a mistyped word: at most 40 short rows. */
const UNITS_A_KEY = 0.5

/** Returns the read units of `findNearWords`. */
export const unitsOfNearWords = (word: string): number => listSearchKeys(word).length * UNITS_A_KEY

/** Lists the words of names that a search also finds when the user types one of their letters wrong. */
export const listWords = async (): Promise<string[]> =>
  (await readAll<{ word: string }>(FoundWords.query.all({ list: 'all' }))).map(({ word }) => word)
