import { type Actor, oversees, reachOf } from '../../shared/access.ts'
import { SHORTEST_WORD } from '../../shared/search-fields.ts'
import { listPartnerIds } from '../invoices/partner-companies.ts'
import { type Query, takeItems } from '../platform/data/rows.ts'
import { assignableKey, type Findable, type FoundKind, foundKinds, listedBy, partnerKey } from '../records/findable.ts'
import { SearchEntries, type SearchEntryRow } from './entity.ts'
import { entryStart, mayBegin, partitionPrefix, readerKey, readIndexItem } from './index-rows.ts'
import { type Ref, refKey } from './reading.ts'
import { isCode } from './words.ts'

/** Number of rows of a word that are read first; so few rows cost half a read unit. */
const ROWS = 10
/** Number of rows read from a partition when further words decide which rows are hits; they cost one read unit. */
const ROWS_DEEP = 24

/** Read units of `ROWS` and of `ROWS_DEEP` rows. */
const UNITS = 0.5
const UNITS_DEEP = 1

/** Read units of a record, read eventually consistent: records have at most 4 kB. */
const UNITS_A_RECORD = 0.5
/** Number of records that can be read after every lookup. */
const RECORDS = 5
const UNITS_OF_HITS = RECORDS * UNITS_A_RECORD

/** Part of the index with rows of one kind that an actor may read. */
export interface Partition {
  readonly kind: FoundKind
  /** Returns the query for the rows that begin with a text. */
  readonly from: (start: string) => Query<SearchEntryRow>
  /** Reach within which the actor finds these records. */
  readonly scope: 'all' | 'team' | 'own'
  /** Tells whether the actor reaches a record, as it is stored now. */
  readonly admits: (record: Findable) => boolean
}

/** Lists the partitions of all rows that an actor may read, each kind within the reach of its own list. */
export async function partitionsFor(actor: Actor): Promise<Partition[]> {
  const isInvoiced = reachOf(actor, 'invoice:assigned') && !reachOf(actor, 'self-billing:manage')
  const partnerIds = isInvoiced ? await listPartnerIds(actor.id) : []
  return foundKinds.flatMap((kind) => partitionsOfKind(actor, kind, partnerIds))
}

/** Returns the partitions of the index with the records of a kind that the actor can read. */
function partitionsOfKind(actor: Actor, kind: FoundKind, partnerIds: readonly string[]): Partition[] {
  const covered = listedBy[kind].map((action) => reachOf(actor, action)).find((one) => one !== null)
  if (!covered) return []
  const { primary, byTeam, byOwn, byOther } = SearchEntries.query
  if (covered.scope === 'all') {
    const from: Partition['from'] = (entry) => primary({ kind, prefix: partitionPrefix(entry) }).begins({ entry })
    return [{ kind, scope: 'all', from, admits: () => true }]
  }
  const first = (owner: string): Partition => ({
    ...{ kind, scope: 'own', admits: ({ own }) => own[0] === owner },
    from: (start) => byOwn({ ownKey: readerKey(owner), kind }).begins({ start }),
  })
  const second = (owner: string): Partition => ({
    ...{ kind, scope: 'own', admits: ({ own }) => own[1] === owner },
    from: (start) => byOther({ otherKey: readerKey(owner), kind }).begins({ start }),
  })
  if (covered.scope === 'team') {
    const { teamId } = covered
    if (kind === 'person' && !oversees(actor.role)) return [first(assignableKey(teamId))]
    const from: Partition['from'] = (start) => byTeam({ teamKey: String(teamId), kind }).begins({ start })
    return [{ kind, scope: 'team', from, admits: ({ team }) => team === teamId }]
  }
  if (kind === 'person') return []
  if (kind === 'invoice') return [first(covered.userId), ...partnerIds.map((id) => second(partnerKey(id)))]
  return kind === 'lead' ? [first(covered.userId)] : [first(covered.userId), second(covered.userId)]
}

/** A record that may be a hit, and the partition in which it was found. */
export interface Candidate extends Ref {
  readonly partition: Partition
  readonly doNotCall: boolean
}

export interface Candidates {
  /** Records that may have all words, each once. */
  readonly candidates: readonly Candidate[]
  /** Kinds with possibly more of them. */
  readonly more: ReadonlySet<FoundKind>
}

/** One way to look up words: rows of a word, or of a word and the next one if the word alone has more than a few. */
interface Lookup {
  readonly word: string
  readonly next?: string
  readonly isDeep: boolean
}

/** Rows that a lookup read from a partition, and whether there are no others. */
type Batch = Awaited<ReturnType<typeof takeItems<SearchEntryRow>>>

/** Index as one search reads it: each row once, for a limited number of read units in all. */
export type IndexReader = ReturnType<typeof openIndex>

/** Opens the partitions that an actor may read, for at most `units` read units. */
export function openIndex(partitions: readonly Partition[], units: number) {
  const batches = new Map<Partition, Map<string, Batch>>(partitions.map((partition) => [partition, new Map()]))
  let left = units

  const known = (partition: Partition, word: string) => batches.get(partition)?.get(`${word} ${ROWS}`)

  async function read(partition: Partition, start: readonly string[], count: number): Promise<Batch> {
    const key = `${start.join(' ')} ${count}`
    const before = batches.get(partition)?.get(key)
    if (before) return before
    const batch = await takeItems(partition.from(entryStart(start)), count)
    left -= batch.rows.length > ROWS ? UNITS_DEEP : UNITS
    batches.get(partition)?.set(key, batch)
    return batch
  }

  async function lookUp(partition: Partition, { word, next, isDeep }: Lookup): Promise<Batch> {
    const few = next === undefined ? known(partition, word) : await read(partition, [word], ROWS)
    // Each row of a word has all names of its record, so few rows tell as much as those of both words.
    if (few?.isOver) return few
    return read(partition, next === undefined ? [word] : [word, next], isDeep ? ROWS_DEEP : ROWS)
  }

  /** Returns the maximum read units of a lookup in a partition. */
  function costOf(partition: Partition, { word, next, isDeep }: Lookup): number {
    const few = known(partition, word)
    if (few?.isOver) return 0
    return (few || next === undefined ? 0 : UNITS) + (isDeep ? UNITS_DEEP : UNITS)
  }

  /** Chooses the first partitions, those of customers before others, whose lookup leaves enough units for hits. */
  function affordable(lookup: Lookup): readonly Partition[] {
    // The first lookup is always made: a person who is invoiced for by many partners has many partitions.
    if (left === units) return partitions
    let rest = left - UNITS_OF_HITS
    return partitions.filter((partition) => {
      rest -= costOf(partition, lookup)
      return rest >= 0
    })
  }

  return {
    /**
     * Finds the records that may have all words of a query: reads rows in one way after another, until some records
     * have the words as far as the index knows.
     */
    async find(words: readonly string[]): Promise<Candidates> {
      for (const lookup of lookupsFor(words)) {
        const found = await Promise.all(
          affordable(lookup).map(async (partition) => {
            const { rows, isOver } = await lookUp(partition, lookup)
            return { candidates: compareRows(partition, rows, lookup.word, words), hasMore: !isOver }
          }),
        )
        const all = found.flatMap(({ candidates }) => candidates)
        if (all.length === 0) continue
        return {
          candidates: [...new Map(all.toReversed().map((one) => [refKey(one), one])).values()].reverse(),
          more: new Set(
            found.flatMap(({ candidates, hasMore }) => (hasMore ? candidates.slice(0, 1) : [])).map(({ kind }) => kind),
          ),
        }
      }
      return { candidates: [], more: new Set() }
    },
    /** Counts the rows of a word that lookups have read, at most ten of a partition. */
    countRows: (word: string) =>
      partitions.reduce((sum, partition) => sum + (known(partition, word)?.rows.length ?? 0), 0),
    /** Spends units on another read; returns false, and spends nothing, when fewer are left. */
    spend(most: number): boolean {
      if (most > left) return false
      left -= most
      return true
    },
    /** Spends units on the records to read, at most `wanted`; returns how many these are, five even if none are left. */
    spendOnRecords(wanted: number): number {
      const count = Math.min(wanted, Math.max(RECORDS, Math.floor(left / UNITS_A_RECORD)))
      left -= count * UNITS_A_RECORD
      return count
    },
  }
}

/**
 * Lists the ways to look up words, the most exact ones first. A code, such as a phone number, is in few records, so
 * its rows suffice. Otherwise rows begin with two of the words, in either order. Rows of a single word come last, as
 * the other words may be in rows that are not read.
 */
function lookupsFor(words: readonly string[]): Lookup[] {
  const code = words.filter(isCode).sort((one, other) => other.length - one.length)[0]
  const isSingle = words.length === 1
  if (code !== undefined || isSingle) return [{ word: code ?? words[0] ?? '', isDeep: !isSingle }]
  const [first = '', second = ''] = words
  const last = words.at(-1) ?? ''
  const isDeep = words.length > 2
  return [
    { word: first, next: second, isDeep },
    ...(isDeep ? [{ word: first, next: last, isDeep }] : []),
    { word: last, next: first, isDeep },
    { word: first, isDeep: true },
    { word: last, isDeep: true },
  ].filter(({ word }) => word.length >= SHORTEST_WORD)
}

/** Returns the records of a partition whose rows may have all words of a query. */
function compareRows(partition: Partition, rows: Batch['rows'], word: string, words: readonly string[]): Candidate[] {
  // A key has no other code, such as an e-mail address; the record itself tells.
  const others = words.filter((one) => one !== word && !isCode(one))
  return rows.flatMap((row): Candidate[] => {
    const { id, words: known, doNotCall } = readIndexItem(row)
    const hasAll = others.every((one) => known.some((other) => mayBegin(other, one)))
    return hasAll ? [{ kind: partition.kind, id, partition, doNotCall }] : []
  })
}
