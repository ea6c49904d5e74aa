import { type Actor, oversees, reachOf } from '../../shared/access.ts'
import { SHORTEST_WORD } from '../../shared/contract/search.ts'
import { type Query, takeItems } from '../platform/data/rows.ts'
import { assignableKey, type Findable, type FoundKind, foundKinds, listedBy, partnerKey } from '../records/findable.ts'
import { listPartnerIds } from '../self-billing/service.ts'
import { SearchEntries, type SearchEntryRow } from './entity.ts'
import { entryStart, mayBegin, partitionPrefix, readerKey, readIndexItem } from './index-rows.ts'
import { type Ref, refKey } from './reading.ts'
import { isCode } from './words.ts'

/** Number of rows read from a partition; so few rows cost half a read unit. */
const ROWS = 10
/** Number of rows read from a partition when further words decide which rows are hits; they cost one read unit. */
const ROWS_DEEP = 24

/** Read units of `ROWS` and of `ROWS_DEEP` rows. */
const UNITS = 0.5
const UNITS_DEEP = 1

/** Read units that every lookup leaves, for five records. */
const UNITS_OF_HITS = 2.5

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
  /** Read units that are left. */
  readonly left: number
}

/** One read of every partition: the words with which the rows begin, and whether it reads many rows. */
interface Lookup {
  readonly start: readonly string[]
  readonly isDeep: boolean
}

/**
 * Finds the records that may have all words of a query: reads rows in one way after another, until some records have
 * the words as far as the index knows. Spends at most `left` read units, apart from the first way.
 */
export async function findCandidates(
  partitions: readonly Partition[],
  words: readonly string[],
  left: number,
): Promise<Candidates> {
  let [units, found]: [number, Omit<Candidates, 'left'>] = [left, { candidates: [], more: new Set() }]
  for (const [at, { start, isDeep }] of lookupsFor(words).entries()) {
    const most = partitions.length * (isDeep ? UNITS_DEEP : UNITS)
    // The first lookup is always made: a person who is invoiced for by many partners has many partitions.
    if (at > 0 && most + UNITS_OF_HITS > units) continue
    const batches = await Promise.all(partitions.map((partition) => readPartition(partition, { start, isDeep }, words)))
    units -= batches.reduce((sum, batch) => sum + batch.units, 0)
    const all = batches.flatMap(({ candidates }) => candidates)
    if (all.length === 0) continue
    found = {
      candidates: [...new Map(all.toReversed().map((one) => [refKey(one), one])).values()].reverse(),
      more: new Set(
        batches.flatMap((batch) => (batch.hasMore ? batch.candidates.slice(0, 1) : [])).map(({ kind }) => kind),
      ),
    }
    break
  }
  return { ...found, left: units }
}

/**
 * Lists the ways to look up words, the most exact ones first. A code, such as a phone number, is in few records, so
 * its rows suffice. Otherwise rows begin with two of the words, in either order. Rows of a single word come last, as
 * the other words may be in rows that are not read.
 */
function lookupsFor(words: readonly string[]): Lookup[] {
  const code = words.filter(isCode).sort((one, other) => other.length - one.length)[0]
  const isSingle = words.length === 1
  if (code !== undefined || isSingle) return [{ start: [code ?? words[0] ?? ''], isDeep: !isSingle }]
  const [first = '', second = ''] = words
  const last = words.at(-1) ?? ''
  const isDeep = words.length > 2
  return [
    { start: [first, second], isDeep },
    ...(isDeep ? [{ start: [first, last], isDeep }] : []),
    { start: [last, first], isDeep },
    { start: [first], isDeep: true },
    { start: [last], isDeep: true },
  ].filter(({ start: [word = ''] }) => word.length >= SHORTEST_WORD)
}

/** Reads the rows of a partition for a lookup; returns the records whose row may have all words. */
async function readPartition(partition: Partition, { start, isDeep }: Lookup, words: readonly string[]) {
  const { rows, isOver } = await takeItems(partition.from(entryStart(start)), isDeep ? ROWS_DEEP : ROWS)
  // A key has no other code, such as an e-mail address; the record itself tells.
  const others = words.filter((word) => !start.includes(word) && !isCode(word))
  const candidates = rows.flatMap((row): Candidate[] => {
    const { id, words: known, doNotCall } = readIndexItem(row)
    const hasAll = others.every((word) => known.some((one) => mayBegin(one, word)))
    return hasAll ? [{ kind: partition.kind, id, partition, doNotCall }] : []
  })
  return { candidates, hasMore: !isOver, units: rows.length > ROWS ? UNITS_DEEP : UNITS }
}
