import { createHash } from 'node:crypto'
import type { SearchedField } from '../../shared/contract/search.ts'
import { SHORTEST_WORD, searchedFields, searchFields } from '../../shared/contract/search.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { withoutIbans } from '../platform/data/account-numbers.ts'
import type { AlsoFound, Findable } from '../records/findable.ts'
import type { SearchEntryRow } from './entity.ts'
import { nameWords, wordsOf } from './words.ts'

/** Maximum number of characters of the words of an entry, joined by spaces. */
const LONGEST_WORD = 32
/** Maximum number of characters of a text that a hit shows. */
const LONGEST_TEXT = 80

/**
 * Maximum number of index rows of a record. One transaction of at most 100 writes deletes the old rows and stores the
 * new.
 */
const MOST_ROWS = 49

/** Separator between the words of an entry and its day. */
const BEFORE_DAY = '!'

/** Prefix of the entries of word pairs, which keeps them apart from entries of single words. */
const PAIR = '+'

/** Index rows of a record, and a hash of their content without the words. */
export interface IndexRows {
  readonly rows: readonly SearchEntryRow[]
  readonly seal: string
}

/**
 * Returns the rows of a record in the search index, at most 49, one for each word or pair of words. `closed` holds
 * do-not-call numbers; when the record's phone number is one, its rows have `doNotCall` for the hit to show.
 */
export function makeIndexRows(record: Findable, closed: ReadonlySet<string>): IndexRows {
  const { kind, id, team, own } = record
  const doNotCall = closed.has(normalisePhone(record.shown.phone ?? ''))
  const texts = [...searchFields, 'status' as const].map((field) => [field, shownText(record.shown[field])])
  const shown = Object.fromEntries(texts.filter(([, text]) => text !== undefined))
  // A phone number suffices to identify the customer. So when a record has a phone number, its e-mail address and
  // address are only in the rows for their own words.
  const { email, address, ...others } = shown
  const carried = shown['phone'] === undefined ? shown : others
  const readers = {
    ...(team === undefined ? {} : { teamKey: String(team) }),
    ...(own[0] === undefined ? {} : { ownKey: own[0] }),
    ...(own[1] === undefined || own[1] === own[0] ? {} : { otherKey: own[1] }),
  }
  const held = { kind, id, ...carried, ...(doNotCall ? { doNotCall } : {}) }
  const rows = new Map<string, SearchEntryRow>()
  for (const { words, by, shownAs, only, isPair = false } of indexedWords(record)) {
    if ((words[0] ?? '').length < SHORTEST_WORD || rows.size === MOST_ROWS) continue
    const entry = `${entryStart(words, isPair)}${BEFORE_DAY}${sortKeyOfDay(record.day)}`
    if (rows.has(entry)) continue
    rows.set(entry, {
      ...held,
      ...(only === 'all' ? {} : only === 'teams' ? { teamKey: readers.teamKey } : readers),
      ...{ prefix: partitionPrefix(entry), entry, by },
      ...(shownAs === undefined ? {} : { shownAs }),
    } as SearchEntryRow)
  }
  const seal = createHash('sha256')
    .update(JSON.stringify([held, email, address, record.also, readers]))
    .digest('base64url')
    .slice(0, 16)
  return { rows: [...rows.values()], seal }
}

/**
 * Returns the partition of the search index that holds a word, word pair or entry: its first two letters. A pair keeps
 * its leading `+`.
 */
export const partitionPrefix = (word: string): string =>
  word.slice(0, SHORTEST_WORD + (word.startsWith(PAIR) ? PAIR.length : 0))

/**
 * Returns the text with which the index entries of these words begin. `isPair` tells that they are a pair of words,
 * which has entries of its own.
 */
export const entryStart = (words: readonly string[], isPair = false): string =>
  `${isPair ? PAIR : ''}${words.join(' ').slice(0, LONGEST_WORD)}`

/**
 * Returns the words in the `entry` of a search index row; a search finds the row by the first one. Leaves out `!` and
 * the record's day, but keeps the `+` of a word pair. `+jan jansen!1p4n` gives `+jan` and `jansen`.
 */
export const wordsIn = (entry: string): string[] => entry.slice(0, entry.lastIndexOf(BEFORE_DAY)).split(' ')

/** Returns a day as a text that sorts the latest day first. */
const sortKeyOfDay = (day: string) =>
  (LAST_DAY - Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000)).toString(36).padStart(4, '0')

/** Day after any day of a record, in days since 1970. */
const LAST_DAY = 100_000

function shownText(text: string | undefined): string | undefined {
  const shown = withoutIbans(text?.trim() ?? '')
  return shown === '' ? undefined : shown.slice(0, LONGEST_TEXT)
}

interface IndexedWord extends Pick<AlsoFound, 'only'> {
  readonly words: readonly string[]
  readonly by: SearchedField
  readonly shownAs?: string
  readonly isPair?: true
}

/**
 * Lists the words of a record for the index. Each word of a name is followed by the other words of name and company.
 * Pairs come last, so that a record with too many rows lacks pairs before it lacks words.
 */
function indexedWords({ shown, also }: Findable): IndexedWord[] {
  const names = { name: nameWords(shownText(shown.name) ?? ''), company: nameWords(shownText(shown.company) ?? '') }
  const byName = (by: 'name' | 'company', others: readonly string[]) =>
    names[by].map((word) => ({ by, words: [word, ...names[by].filter((one) => one !== word), ...others] }))
  const byCode = searchedFields
    .filter((field) => field !== 'name' && field !== 'company')
    .flatMap((by) => {
      const text = shownText(shown[by]) ?? ''
      const shownAs = by === 'email' || by === 'address' ? { shownAs: text } : {}
      return wordsOf(by, text).map((word) => ({ by, words: [word], ...shownAs }))
    })
  const byMore = also.flatMap(({ field: by, text, shownAs, only }) =>
    wordsOf(by, text).map((word) => ({ by, words: [word], shownAs: shownText(shownAs) ?? '', ...(only && { only }) })),
  )
  const byWord = [...byName('name', names.company), ...byName('company', names.name)]
  return [...byWord, ...byCode, ...byMore, ...pairsOf(byWord, nameWords(shownText(shown.city) ?? ''))]
}

/**
 * Lists the word pairs of a record for the index: two words of the names, in both orders, or a word of a name followed
 * by a word of the city.
 */
const pairsOf = (byWord: readonly IndexedWord[], place: readonly string[]): IndexedWord[] =>
  byWord.flatMap(({ words: [word = '', ...others], by }) =>
    [...new Set([...others, ...place])]
      .filter((other) => other !== word)
      .map((other) => ({ by, words: [word, other], isPair: true as const })),
  )
