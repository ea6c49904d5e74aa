import { searchKinds } from '../../shared/contract/search.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type FindableKind, type FoundKind, foundKinds } from '../records/findable.ts'
import { customersOf, hitOf, type Seen, seeRecord } from './hits.ts'
import { type Candidate, type Candidates, findCandidates, type Partition, partitionsFor } from './lookups.ts'
import { findNearWords } from './mistakes.ts'
import { readFindables, refKey } from './reading.ts'
import { mayBeMistyped, splitQuery } from './words.ts'

/** Maximum number of hits shown of each kind of record. */
const MOST_SHOWN = 5

/** Maximum number of records that a search reads. */
const MOST_READ = 17

/** Maximum read units of a search, without a correction. */
const MOST_UNITS = 20
/** Read units of a record, read eventually consistent: records have at most 4 kB. */
const UNITS_A_RECORD = 0.5

/** Maximum read units of a search for corrected words, and of both searches together. */
const MOST_UNITS_CORRECTED = 12
const MOST_UNITS_IN_ALL = 30

/** Read units below which a further search could find nothing. */
const FEWEST_UNITS = 2

/** Maximum number of words of a query that is corrected, and the read units of each. */
const MOST_CORRECTED = 2
const UNITS_A_CORRECTION = 3

/**
 * Finds customers, records and people within the actor's reach that have all words of a query, grouped by kind, at most
 * five of each. Without hits, searches again with names that differ by one letter; `corrected` is the query with those
 * names when it has hits, otherwise null. Throws 403 when the actor may not search.
 */
export async function searchRecords(kinds: readonly FindableKind[], actor: Caller, q: string) {
  authorise(actor, 'search:use')
  const words = splitQuery(q)
  if (words.length === 0) return { groups: [], corrected: null }
  const partitions = await partitionsFor(actor)
  const find = (some: readonly string[], units: number) => findGroups(kinds, actor, { partitions, words: some, units })
  const { groups, left } = await find(words, MOST_UNITS)
  if (groups.length > 0) return { groups, corrected: null }
  let units = MOST_UNITS_IN_ALL - (MOST_UNITS - left + MOST_CORRECTED * UNITS_A_CORRECTION)
  for (const corrected of await listCorrections(words)) {
    const most = Math.min(MOST_UNITS_CORRECTED, units)
    if (most < FEWEST_UNITS) break
    const others = await find(corrected, most)
    if (others.groups.length > 0) return { groups: others.groups, corrected: corrected.join(' ') }
    units -= most - others.left
  }
  return { groups: [], corrected: null }
}

interface Search {
  readonly partitions: readonly Partition[]
  readonly words: readonly string[]
  /** Maximum read units. */
  readonly units: number
}

/** Finds the hits of words for at most some read units, grouped by kind, with the customers of the records. */
async function findGroups(kinds: readonly FindableKind[], actor: Caller, { partitions, words, units }: Search) {
  const found = await findCandidates(partitions, words, units)
  const { chosen, more } = chooseCandidates(found)
  const records = await readFindables(kinds, chosen, { consistent: false })
  const byRef = new Map(records.map((record) => [refKey(record), record]))
  const seen = chosen.flatMap((candidate): Seen[] => {
    const record = byRef.get(refKey(candidate))
    const seen = record && seeRecord(actor, record, candidate, words)
    return seen ? [seen] : []
  })
  const hits = [...customersOf(seen), ...seen].map((one) => hitOf(one, words))
  const groups = searchKinds.flatMap((kind) => {
    const all = hits.filter((hit) => hit.kind === kind)
    const hasMore = all.length > MOST_SHOWN || (kind !== 'customer' && more.has(kind))
    return all.length > 0 ? [{ kind, hits: all.slice(0, MOST_SHOWN), hasMore }] : []
  })
  return { groups, left: found.left - chosen.length * UNITS_A_RECORD }
}

/**
 * Chooses the records to read, at most 17: of each kind the first one, then of each the second one, at most five. Adds
 * the kinds of records that are left out to those with more hits.
 */
function chooseCandidates({ candidates, more, left }: Candidates) {
  const byKind = foundKinds.map((kind) => candidates.filter((one) => one.kind === kind))
  const inTurns = Array.from({ length: MOST_SHOWN }, (_, turn) => byKind.flatMap((some) => some[turn] ?? []))
  const count = Math.max(MOST_SHOWN, Math.floor(left / UNITS_A_RECORD))
  const chosen = inTurns.flat().slice(0, Math.min(MOST_READ, count))
  const isLeftOut = (one: Candidate) => !chosen.includes(one)
  return { chosen, more: new Set<FoundKind>([...more, ...candidates.filter(isLeftOut).map(({ kind }) => kind)]) }
}

/**
 * Returns the words of a query with one or two words of names corrected, each way they may be meant; empty for a query
 * of more words. A search shows the first way with hits within the actor's reach, so it tells nothing of other names.
 */
async function listCorrections(words: readonly string[]): Promise<string[][]> {
  if (words.length > MOST_CORRECTED) return []
  const meant = await Promise.all(
    words.map(async (word) => [word, ...(mayBeMistyped(word) ? await findNearWords(word) : [])]),
  )
  const ways = meant.reduce<string[][]>((some, next) => some.flatMap((way) => next.map((word) => [...way, word])), [[]])
  return ways.slice(1)
}
