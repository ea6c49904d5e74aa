import { createHash } from 'node:crypto'
import type { SearchedField } from '../../shared/contract/search.ts'
import { SHORTEST_WORD, searchedFields, searchFields } from '../../shared/contract/search.ts'
import { normalisePhone } from '../../shared/identifiers.ts'
import { withoutIbans } from '../platform/account-numbers.ts'
import type { AlsoFound, Findable } from '../records/findable.ts'
import type { PostingRow } from './entity.ts'
import { nameWords, wordsOf } from './words.ts'

/** Characters of a word, and of a text that a hit shows. */
const LONGEST_WORD = 32
const LONGEST_TEXT = 80

/** Rows of a record: all of them go and come in one transaction, which takes a hundred writes. */
const MOST_ROWS = 49

/** Between the words of an entry and its day. */
const BEFORE_DAY = '!'

/** A record as it is filed: its rows, and a hash of what they hold besides their words. */
export interface Filing {
  readonly rows: readonly PostingRow[]
  readonly seal: string
}

/** Returns the rows by which a record is found. */
export function makeFiling(record: Findable, closed: ReadonlySet<string>): Filing {
  const { kind, id, team, own } = record
  const doNotCall = closed.has(normalisePhone(record.shown.phone ?? ''))
  const texts = [...searchFields, 'status' as const].map((field) => [field, shownText(record.shown[field])])
  const shown = Object.fromEntries(texts.filter(([, text]) => text !== undefined))
  // Who has a number is known by it; the rows by which the others are found show them.
  const { email, address, ...others } = shown
  const carried = shown['phone'] === undefined ? shown : others
  const readers = {
    ...(team === undefined ? {} : { teamKey: String(team) }),
    ...(own[0] === undefined ? {} : { ownKey: own[0] }),
    ...(own[1] === undefined || own[1] === own[0] ? {} : { otherKey: own[1] }),
  }
  const held = { kind, id, ...carried, ...(doNotCall ? { doNotCall } : {}) }
  const rows = new Map<string, PostingRow>()
  for (const { words, by, shownAs, only } of foundBy(record)) {
    if ((words[0] ?? '').length < SHORTEST_WORD || rows.size === MOST_ROWS) continue
    const entry = `${words.join(' ').slice(0, LONGEST_WORD)}${BEFORE_DAY}${ageOf(record.day)}`
    if (rows.has(entry)) continue
    rows.set(entry, {
      ...held,
      ...(only === 'all' ? {} : only === 'teams' ? { teamKey: readers.teamKey } : readers),
      ...{ shelf: shelfOf(entry), entry, by },
      ...(shownAs === undefined ? {} : { shownAs }),
    } as PostingRow)
  }
  const seal = createHash('sha256')
    .update(JSON.stringify([held, email, address, record.also, readers]))
    .digest('base64url')
    .slice(0, 16)
  return { rows: [...rows.values()], seal }
}

/** Returns the drawer of a word, or of an entry that begins with it. */
export const shelfOf = (word: string): string => word.slice(0, SHORTEST_WORD)

/** Returns what an entry of a word begins with, however much was typed. */
export const startOf = (words: readonly string[]): string => words.join(' ').slice(0, LONGEST_WORD)

/** Returns the words of an entry, the first by which it is found. */
export const wordsIn = (entry: string): string[] => entry.slice(0, entry.lastIndexOf(BEFORE_DAY)).split(' ')

/** The later a day, the smaller: entries are in the order of what is newest. */
const ageOf = (day: string) =>
  (LAST_DAY - Math.floor(Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 86_400_000)).toString(36).padStart(4, '0')

/** After all days that a record may have, counted from 1970. */
const LAST_DAY = 100_000

function shownText(text: string | undefined): string | undefined {
  const shown = withoutIbans(text?.trim() ?? '')
  return shown === '' ? undefined : shown.slice(0, LONGEST_TEXT)
}

interface FoundBy extends Pick<AlsoFound, 'only'> {
  readonly words: readonly string[]
  readonly by: SearchedField
  readonly shownAs?: string
}

/** Lists by what a record is found; of a name by each of its words, which the others follow, those of its own field first. */
function foundBy({ shown, also }: Findable): FoundBy[] {
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
  return [...byName('name', names.company), ...byName('company', names.name), ...byCode, ...byMore]
}
