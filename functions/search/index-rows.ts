import { readPhones } from '../../shared/identifiers.ts'
import { SHORTEST_WORD, searchedFields } from '../../shared/search-fields.ts'
import { itemOf, type Stored } from '../platform/data/rows.ts'
import type { AlsoFound, Findable } from '../records/findable.ts'
import { SearchEntries, type SearchEntryRow } from './entity.ts'
import { nameWords, wordsOf } from './words.ts'

/** Maximum number of characters of the first words of an entry, by which it is found. */
const LONGEST_START = 32
/** Number of characters to which the other words of an entry are shortened. A query compares their beginnings. */
const SHORT_WORD = 5

/** Maximum number of index rows of a record. */
const MOST_ROWS = 16

/** Separator between the first words of an entry and its day. */
const BEFORE_DAY = '!'
/** Separator before the other words of an entry, and before the record's id. */
const BEFORE_REST = '#'

/** Index rows of a record, and a text of all that they hold besides their entries. */
export interface IndexRows {
  readonly rows: readonly SearchEntryRow[]
  readonly readers: string
}

/**
 * Returns the rows of a record in the search index, at most 16, one for each word. `closed` holds do-not-call numbers;
 * when the record's phone number is one, its rows have `doNotCall`.
 */
export function makeIndexRows(record: Findable, closed: ReadonlySet<string>): IndexRows {
  const { kind, id } = record
  const teamKey = record.team === undefined ? undefined : String(record.team)
  const [ownKey, otherKey] = record.own.map((owner) => owner && readerKey(owner))
  const doNotCall = readPhones(record.shown.phone ?? '').some((phone) => closed.has(phone)) || undefined
  const readers = { teamKey, ownKey, otherKey: otherKey === ownKey ? undefined : otherKey }
  const rows = new Map<string, SearchEntryRow>()
  for (const { words, only } of indexedWords(record)) {
    if ((words[0] ?? '').length < SHORTEST_WORD || rows.size === MOST_ROWS) continue
    const { start, rest } = splitWords(words)
    const from = `${start}${BEFORE_DAY}${sortKeyOfDay(record.day)}`
    const entry = `${from}${BEFORE_REST}${rest}`
    if (rows.has(entry)) continue
    rows.set(entry, {
      ...{ kind, id, prefix: partitionPrefix(entry), entry, start: from, doNotCall },
      ...(only === 'all' ? {} : only === 'teams' ? { teamKey } : readers),
    })
  }
  return { rows: [...rows.values()], readers: [teamKey, ownKey, readers.otherKey, doNotCall].join(' ') }
}

/**
 * Returns the key under which the index lists the records of a person, partner or team: the end of its id. Two ids may
 * share it, as a search compares the whole id with the record.
 */
export const readerKey = (id: string): string => id.slice(-READER_LETTERS)
const READER_LETTERS = 12

/** Returns an index row as it is stored: its keys alone, because the size of a row decides the cost of a query. */
export function indexItem(row: SearchEntryRow): object {
  const keys = Object.entries(itemOf(SearchEntries, row)).filter(([name]) => /^(?:gsi\d)?[ps]k$/.test(name))
  return { ...Object.fromEntries(keys), ...(row.doNotCall ? { doNotCall: true } : {}) }
}

/** Contents of an index row: the record, and the words that a query is compared with. */
export interface IndexKey {
  readonly id: string
  readonly words: readonly string[]
  readonly doNotCall: boolean
}

/** Reads the contents of an index row from its key. */
export function readIndexItem({ sk, doNotCall = false }: Stored<Pick<SearchEntryRow, 'doNotCall'>>): IndexKey {
  const endOfEntry = sk.lastIndexOf(BEFORE_REST)
  return { id: sk.slice(endOfEntry + 1), words: wordsIn(sk.slice(0, endOfEntry)), doNotCall }
}

/** Returns the partition of the search index that holds a word or entry: its first two letters. */
export const partitionPrefix = (word: string): string => word.slice(0, SHORTEST_WORD)

/** Returns the text with which the index entries of these words begin. */
export const entryStart = (words: readonly string[]): string => words.join(' ').slice(0, LONGEST_START)

/**
 * Returns the words in the entry of a search index row, without the record's day; a search finds the row by the first
 * ones. `jansen roermond!1p4n#jan` gives `jansen`, `roermond` and `jan`.
 */
export function wordsIn(entry: string): string[] {
  const beforeRest = entry.lastIndexOf(BEFORE_REST)
  const start = entry.slice(0, entry.lastIndexOf(BEFORE_DAY, beforeRest))
  return [...start.split(' '), ...entry.slice(beforeRest + 1).split(' ')].filter((word) => word !== '')
}

/** Tells whether a word of an entry may begin with a searched word; the entry may hold only its first letters. */
export const mayBegin = (word: string, searched: string): boolean =>
  word.startsWith(searched) || (word.length >= SHORT_WORD && searched.startsWith(word))

/** Splits the words of an entry into the first ones, at most 32 characters, and the others, shortened. */
function splitWords([word = '', ...others]: readonly string[]): { readonly start: string; readonly rest: string } {
  let start = entryStart([word])
  let count = 0
  while (count < others.length && `${start} ${others[count]}`.length <= LONGEST_START) start += ` ${others[count++]}`
  const rest = others.slice(count).map((one) => one.slice(0, SHORT_WORD))
  return { start, rest: rest.join(' ') }
}

/** Returns a day as a text that sorts the latest day first. */
const sortKeyOfDay = (day: string) =>
  (LAST_DAY - Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000)).toString(36).padStart(4, '0')

/** Day after any day of a record, in days since 1970. */
const LAST_DAY = 100_000

/** Words of an index row; the first one, or the first two, are typed first. */
interface IndexedWord extends Pick<AlsoFound, 'only'> {
  readonly words: readonly string[]
}

/**
 * Lists the words of a record for the index. Each word of a name is followed by the word that is typed after it most
 * often: the last name after a first name, the town or the longest word of the company after the last name, and the
 * next word of a company. The least important words come last, as a record has at most 16 rows.
 */
function indexedWords({ shown, also }: Findable): IndexedWord[] {
  const name = nameWords(shown.name ?? '')
  const company = nameWords(shown.company ?? '')
  const city = nameWords(shown.city ?? '')
  const last = name.at(-1)
  const longest = company.toSorted((one, other) => other.length - one.length)[0]
  const all = [...name, ...company, ...city]
  const entryOf = (...words: readonly (string | undefined)[]): IndexedWord => ({
    words: [...new Set([...words, ...all])].filter((word) => word !== undefined),
  })
  const codes = searchedFields
    .filter((field) => field !== 'name' && field !== 'company')
    .flatMap((field) => wordsOf(field, shown[field] ?? '').map((word) => entryOf(word)))
  const more = also.flatMap(({ field, text, only }) =>
    wordsOf(field, text).map((word) => ({ field, entry: { ...entryOf(word), ...(only && { only }) } })),
  )
  const [places, others] = [
    more.filter(({ field }) => field === 'address'),
    more.filter(({ field }) => field !== 'address'),
  ]
  return [
    ...(last === undefined ? [] : [entryOf(last, ...(city.length > 0 ? city : [longest]))]),
    ...name.slice(0, -1).map((word) => entryOf(word, last)),
    ...codes,
    ...others.map(({ entry }) => entry),
    ...company.map((word, at) => entryOf(word, ...company.slice(at + 1))),
    // The records of one person are few enough to find this pair by the last name alone.
    ...(last !== undefined && longest !== undefined && city.length > 0
      ? [{ ...entryOf(last, longest), only: 'teams' as const }]
      : []),
    ...places.map(({ entry }) => entry),
  ].filter(({ words }) => words.length > 0)
}
