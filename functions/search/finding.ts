import { type Actor, oversees, reachOf, seesPersonalData } from '../../shared/access.ts'
import {
  type SearchedField,
  type SearchField,
  type SearchHit,
  type SearchKind,
  type SearchPart,
  searchedFields,
  searchKinds,
} from '../../shared/contract/search.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { type Query, takeRows } from '../platform/data/rows.ts'
import { assignableKey, type FoundKind, foundKinds, listedBy, partnerKey } from '../records/findable.ts'
import { listPartnerIds } from '../self-billing/service.ts'
import { SearchEntries, type SearchEntryRow } from './entity.ts'
import { entryStart, partitionPrefix, wordsIn } from './index-rows.ts'
import { findNearWord } from './mistakes.ts'
import { findMatch, isCode, mayBeMistyped, splitQuery, wordsOf } from './words.ts'

/** Maximum number of hits shown of each kind of record. */
const MOST_SHOWN = 5

/** Number of rows read from a partition; so few rows cost half a read unit. */
const ROWS = MOST_SHOWN

/** Number of rows read from a partition when further words decide which rows are hits. */
const ROWS_DEEP = 7

/**
 * Finds customers, records and people within the actor's reach that have all words of a query, grouped by kind, at most
 * five of each. Without hits, searches again with names that differ by one letter; `corrected` is the query with those
 * names when it has hits, otherwise null. Throws 403 when the actor may not search.
 */
export async function searchRecords(actor: Caller, q: string) {
  authorise(actor, 'search:use')
  const words = splitQuery(q)
  if (words.length === 0) return { groups: [], corrected: null }
  const partitions = await partitionsFor(actor)
  const exact = await findRows(partitions, words)
  if (exact.rows.length > 0) return { groups: groupsOf(actor, exact, words), corrected: null }
  const corrected = await correctWords(words)
  if (!corrected) return { groups: [], corrected: null }
  const others = await findRows(partitions, corrected)
  return { groups: groupsOf(actor, others, corrected), corrected: others.rows.length > 0 ? corrected.join(' ') : null }
}

/**
 * Partition of the index with rows of a kind that an actor may read. `from` queries the rows whose entry begins with a
 * text.
 */
interface Readable {
  readonly kind: FoundKind
  readonly from: (entry: string) => Query<SearchEntryRow>
}

/** Returns the partitions of all rows that an actor may read, each kind within the reach of its own list. */
async function partitionsFor(actor: Actor): Promise<Readable[]> {
  const partnerIds =
    reachOf(actor, 'invoice:assigned') && !reachOf(actor, 'self-billing:manage') ? await partnersFor(actor) : []
  return foundKinds.flatMap((kind) => partitionsOfKind(actor, kind, partnerIds))
}

const partnersFor = ({ id }: Actor) => listPartnerIds(id)

function partitionsOfKind(actor: Actor, kind: FoundKind, partnerIds: readonly string[]): Readable[] {
  const covered = listedBy[kind].map((action) => reachOf(actor, action)).find((one) => one !== null)
  if (!covered) return []
  const readable = (from: Readable['from']): Readable => ({ kind, from })
  const first = (ownKey: string) => readable((entry) => SearchEntries.query.byOwn({ ownKey, kind }).begins({ entry }))
  const second = (otherKey: string) =>
    readable((entry) => SearchEntries.query.byOther({ otherKey, kind }).begins({ entry }))
  if (covered.scope === 'all') {
    return [
      readable((entry) => SearchEntries.query.primary({ kind, prefix: partitionPrefix(entry) }).begins({ entry })),
    ]
  }
  if (covered.scope === 'team') {
    const teamKey = String(covered.teamId)
    if (kind === 'person' && !oversees(actor.role)) return [first(assignableKey(covered.teamId))]
    return [readable((entry) => SearchEntries.query.byTeam({ teamKey, kind }).begins({ entry }))]
  }
  if (kind === 'person') return []
  if (kind === 'invoice') return [first(covered.userId), ...partnerIds.map((id) => second(partnerKey(id)))]
  return kind === 'lead' ? [first(covered.userId)] : [first(covered.userId), second(covered.userId)]
}

/** Words with which entries begin; `isPair` for entries of word pairs. */
interface Start {
  readonly words: readonly string[]
  readonly isPair: boolean
}

const pairOf = (...words: readonly string[]): Start => ({ words, isPair: true })

/**
 * Finds the rows that have all words. Looks them up by the longest code, because few rows have it. Without a code,
 * looks them up by pairs of words, or by a single word. For a city typed before a name, also tries the reversed pair.
 */
async function findRows(partitions: readonly Readable[], words: readonly string[]): Promise<FoundRows> {
  const code = words.filter(isCode).sort((one, other) => other.length - one.length)[0]
  if (code) return read(partitions, [{ words: [code], isPair: false }], words)
  const [first = '', second = '', ...others] = words
  if (second === '') return read(partitions, [{ words, isPair: false }], words)
  if (others.length > 0) return read(partitions, [{ words, isPair: false }, ...neighbours(words)], words)
  const some = await read(partitions, [pairOf(first, second)], words)
  return some.rows.length > 0 ? some : read(partitions.filter(hasCity), [pairOf(second, first)], words)
}

/** Returns as many pairs as there are words: each word with the next one, and the first with the last. */
const neighbours = (words: readonly string[]): Start[] => [
  ...words.slice(1).map((word, index) => pairOf(words[index] ?? '', word)),
  pairOf(words[0] ?? '', words.at(-1) ?? ''),
]

/** Tells whether records of a partition have a city. */
const hasCity = ({ kind }: Readable) => kind !== 'invoice' && kind !== 'person'

interface FoundRows {
  readonly rows: readonly SearchEntryRow[]
  /** Kinds with possibly more hits. */
  readonly more: ReadonlySet<FoundKind>
}

/** Reads the index rows that begin with one of `starts`; returns those that have all words of the query. */
async function read(
  partitions: readonly Readable[],
  starts: readonly Start[],
  words: readonly string[],
): Promise<FoundRows> {
  const batches = await Promise.all(
    starts.flatMap(({ words: start, isPair }) =>
      partitions.map(({ from }) =>
        takeRows(from(entryStart(start, isPair)), start.length < words.length ? ROWS_DEEP : ROWS),
      ),
    ),
  )
  return {
    rows: batches.flatMap(({ rows }) => rows).filter((row) => words.every((word) => hasWord(row, word))),
    more: new Set(batches.flatMap(({ rows, isOver }) => (isOver ? [] : rows.slice(0, 1).map(({ kind }) => kind)))),
  }
}

/** Fields in which the words of a query are looked up; a city only counts beside a name. */
const comparedFields = [...searchedFields, 'city'] as const

/** Tells whether a word of a row, indexed or shown, begins with the searched word. */
const hasWord = (row: SearchEntryRow, word: string) =>
  [
    wordsIn(row.entry)[0] ?? '',
    ...wordsOf(row.by, row.shownAs ?? ''),
    ...comparedFields.flatMap((field) => wordsOf(field, row[field as 'name'] ?? '')),
  ].some((one) => one.startsWith(word))

/** Returns the words of a query with unknown words of names corrected; null when no word was corrected. */
async function correctWords(words: readonly string[]): Promise<string[] | null> {
  const better = await Promise.all(
    words.map(async (word) => (mayBeMistyped(word) ? ((await findNearWord(word)) ?? word) : word)),
  )
  return better.some((word, at) => word !== words[at]) ? better : null
}

/** Groups the hits by kind, each record once, with the customers of the records. */
function groupsOf(actor: Actor, { rows, more }: FoundRows, words: readonly string[]) {
  const visible = rows.filter(({ by }) => by !== 'ean' || seesPersonalData(actor))
  const byRecord = Map.groupBy(visible, ({ kind, id }) => `${kind}#${id}`)
  const hits = [...customersOf(visible, words), ...[...byRecord.values()].map((ofOne) => hitOf(ofOne, words))]
  return searchKinds.flatMap((kind) => {
    const all = hits.filter((hit) => hit.kind === kind)
    const hasMore = all.length > MOST_SHOWN || (kind !== 'customer' && more.has(kind))
    return all.length > 0 ? [{ kind, hits: all.slice(0, MOST_SHOWN), hasMore }] : []
  })
}

const titled = ['name', 'company'] as const
/** Fields that every hit shows, in this order. */
const always = ['number', 'city', 'supplier', 'moment', 'date', 'endDate', 'colleague', 'role'] as const

/** Returns the hit of a record, from the rows that match. */
function hitOf(rows: readonly SearchEntryRow[], words: readonly string[]): SearchHit {
  const [row] = rows as [SearchEntryRow]
  const title = titled.flatMap((field) => partOf(row, field, words))
  const searched = searchedFields
    .filter((field) => !titled.some((one) => one === field))
    .flatMap((field) => searchedPart(rows, field, words))
  const isMarked = ({ marks }: SearchPart) => marks.length > 0
  const marked = searched.filter(isMarked)
  const contact = marked.length > 0 ? [] : searched.filter(({ field }) => field === 'phone')
  const rest = always.filter((field) => !marked.some((part) => part.field === field))
  return {
    kind: row.kind,
    id: row.id,
    title,
    subtitle: [...marked, ...contact, ...rest.flatMap((field) => partOf(row, field, words))],
    status: row.status ?? null,
    doNotCall: row.doNotCall === true,
    found: [...new Set([...title, ...marked].filter(isMarked).map(({ field }) => field as SearchedField))],
  }
}

function partOf(row: SearchEntryRow, field: SearchField, words: readonly string[]): SearchPart[] {
  const text = row[field as 'name']
  return text === undefined ? [] : [{ field, text, marks: marksIn(field, text, words) }]
}

/** Returns the parts of a hit for a field: its shown value, and other values of that field that match. */
function searchedPart(rows: readonly SearchEntryRow[], field: SearchedField, words: readonly string[]): SearchPart[] {
  const [row] = rows as [SearchEntryRow]
  const others = rows.filter((one) => one.by === field && ![undefined, row[field as 'name']].includes(one.shownAs))
  return [
    ...partOf(row, field, words),
    ...others.map(({ shownAs = '' }) => ({ field, text: shownAs, marks: marksIn(field, shownAs, words) })),
  ]
}

const isCompared = (field: SearchField) => comparedFields.find((one) => one === field)

function marksIn(shown: SearchField, text: string, words: readonly string[]) {
  const field = isCompared(shown)
  if (!field) return []
  const marks = words.flatMap((word) => findMatch(field, text, word) ?? [])
  return marks.sort((one, other) => one.from - other.from).filter((mark, at) => mark.from >= (marks[at - 1]?.to ?? 0))
}

/** Kinds of records about a customer. */
const ofCustomers: readonly SearchKind[] = ['appointment', 'lead', 'sale', 'contract']

/**
 * Lists the customers of records, identified by phone number, otherwise by e-mail address, otherwise by address. Each
 * field comes from the first record that has it.
 */
function customersOf(rows: readonly SearchEntryRow[], words: readonly string[]): SearchHit[] {
  const known = new Map<string, SearchEntryRow[]>()
  for (const row of rows) {
    const id = ofCustomers.includes(row.kind) ? customerOf(row) : null
    if (id !== null) known.set(id, [...(known.get(id) ?? []), row])
  }
  return [...known].map(([id, ofOne]) => {
    const row = Object.assign({}, ...ofOne.toReversed().map(withoutRecord)) as SearchEntryRow
    const { kind: _, ...hit } = hitOf([row], words)
    return { ...hit, kind: 'customer', id, status: null, doNotCall: ofOne.some(({ doNotCall }) => doNotCall === true) }
  })
}

/** Returns the fields of a row about its customer, without those about the record. */
const withoutRecord = ({
  kind,
  id,
  prefix,
  entry,
  by,
  shownAs,
  name,
  company,
  phone,
  email,
  address,
  city,
}: SearchEntryRow) =>
  ({
    kind,
    id,
    prefix,
    entry,
    by,
    ...definedOf({ shownAs, name, company, phone, email, address, city }),
  }) as SearchEntryRow

const definedOf = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))

function customerOf({ phone, email, address = '' }: SearchEntryRow): string | null {
  const [, postalCode, houseNumber] = /^(\d{4} [A-Z]{2}) (.+)$/.exec(address) ?? []
  return customerIdOf({ customerPhone: phone, customerEmail: email, postalCode, houseNumber })
}
