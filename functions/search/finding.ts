import { type SearchKind, searchKinds } from '../../shared/search-fields.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type FindableKind, foundKinds } from '../records/findable.ts'
import { customersOf, hitOf, ofCustomers, type Seen, seeRecord } from './hits.ts'
import { type Candidate, type Candidates, type IndexReader, openIndex, partitionsFor } from './lookups.ts'
import { findNearWords, unitsOfNearWords } from './mistakes.ts'
import { readFindables, refKey } from './reading.ts'
import { mayBeMistyped, splitQuery } from './words.ts'

/** Maximum number of hits shown of each kind of record. */
const MOST_SHOWN = 5

/** Maximum number of records that are read for some words. */
const MOST_READ = 17

/** Maximum read units of a search, whether it finds words, corrects them or finds nothing. */
const MOST_UNITS = 20

/** Maximum number of words of a query that is corrected. */
const MOST_CORRECTED = 2

/**
 * Finds customers, records and people within the actor's reach that have all words of a query, grouped by kind, at most
 * five of each. Without hits, searches again with names that differ by one letter; `corrected` is the query with those
 * names when it has hits, otherwise null. Throws 403 when the actor may not search.
 */
export async function searchRecords(kinds: readonly FindableKind[], actor: Caller, q: string) {
  authorise(actor, 'search:use')
  const words = splitQuery(q)
  if (words.length === 0) return { groups: [], corrected: null }
  const index = openIndex(await partitionsFor(actor), MOST_UNITS)
  const groups = await findGroups(kinds, actor, index, words)
  if (groups.length > 0) return { groups, corrected: null }
  for (const corrected of await listCorrections(index, words)) {
    const others = await findGroups(kinds, actor, index, corrected)
    if (others.length > 0) return { groups: others, corrected: corrected.join(' ') }
  }
  return { groups: [], corrected: null }
}

/** Finds the hits of words, grouped by kind, with the customers of the records. */
async function findGroups(kinds: readonly FindableKind[], actor: Caller, index: IndexReader, words: readonly string[]) {
  const { chosen, more } = chooseCandidates(await index.find(words), index)
  const records = await readFindables(kinds, chosen, { consistent: false })
  const byRef = new Map(records.map((record) => [refKey(record), record]))
  const seen = chosen.flatMap((candidate): Seen[] => {
    const record = byRef.get(refKey(candidate))
    const seen = record && seeRecord(actor, record, candidate, words)
    return seen ? [seen] : []
  })
  const hits = [...customersOf(seen), ...seen].map((one) => hitOf(one, words))
  return searchKinds.flatMap((kind) => {
    const all = hits.filter((hit) => hit.kind === kind)
    const hasMore = all.length > MOST_SHOWN || (kind === 'customer' ? ofCustomers : [kind]).some((one) => more.has(one))
    return all.length > 0 ? [{ kind, hits: all.slice(0, MOST_SHOWN), hasMore }] : []
  })
}

/**
 * Chooses the records to read, at most 17: of each kind the first one, then of each the second one, at most five. Adds
 * the kinds of records that are left out to those with more hits.
 */
function chooseCandidates({ candidates, more }: Candidates, index: IndexReader) {
  const byKind = foundKinds.map((kind) => candidates.filter((one) => one.kind === kind))
  const inTurns = Array.from({ length: MOST_SHOWN }, (_, turn) => byKind.flatMap((some) => some[turn] ?? []))
  const wanted = inTurns.flat().slice(0, MOST_READ)
  const chosen = wanted.slice(0, index.spendOnRecords(wanted.length))
  const isLeftOut = (one: Candidate) => !chosen.includes(one)
  return { chosen, more: new Set<SearchKind>([...more, ...candidates.filter(isLeftOut).map(({ kind }) => kind)]) }
}

/**
 * Returns the query with its mistyped words corrected, each way they may be meant; empty for a query of more than two
 * words. Mistyped are the words without a row within the actor's reach, otherwise the word with the fewest rows. So
 * corrections tell nothing of names that only others may see.
 */
async function listCorrections(index: IndexReader, words: readonly string[]): Promise<string[][]> {
  if (words.length > MOST_CORRECTED) return []
  const counts = words.map((word) => index.countRows(word))
  const fewest = counts.lastIndexOf(Math.min(...counts))
  let ways: string[][] = [[]]
  for (const [at, word] of words.entries()) {
    const isMistyped = mayBeMistyped(word) && (counts[at] === 0 || at === fewest)
    const near = isMistyped && index.spend(unitsOfNearWords(word)) ? await findNearWords(word) : []
    ways = ways.flatMap((way) => [...near, word].map((one) => [...way, one]))
  }
  return ways.filter((way) => way.join(' ') !== words.join(' '))
}
