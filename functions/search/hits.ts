import { type Actor, seesPersonalData } from '../../shared/access.ts'
import type { SearchHit, SearchPart } from '../../shared/api/search.ts'
import { customerIdOf } from '../../shared/customer-id.ts'
import { showCall } from '../../shared/numbers/may-call.ts'
import { type SearchedField, type SearchField, type SearchKind, searchedFields } from '../../shared/search-fields.ts'
import { withoutIbans } from '../platform/data/account-numbers.ts'
import type { AlsoFound, Findable, Shown } from '../records/findable.ts'
import type { Candidate } from './lookups.ts'
import { findMatch, wordsOf } from './words.ts'

/** Maximum number of characters of a text that a hit shows. */
const LONGEST_TEXT = 80

/** A record with what its reader may see, or a customer with the fields of several records. */
export interface Seen extends Pick<Findable, 'day' | 'shown' | 'also' | 'marks'> {
  readonly kind: SearchKind
  readonly id: string
  /** Kind of the record that has the status in `shown`; null for a customer without one. */
  readonly statusOf: SearchKind | null
  readonly doNotCall: boolean
}

/**
 * Returns a record as a candidate's reader sees it, when it has all words of a query. Null when it has not, or when the
 * reader does not reach it: the index may be older than the record.
 */
export function seeRecord(
  actor: Actor,
  record: Findable,
  { partition, doNotCall }: Candidate,
  words: readonly string[],
): Seen | null {
  if (!partition.admits(record)) return null
  const isVisible = ({ field, only }: AlsoFound) =>
    (field !== 'ean' || seesPersonalData(actor)) &&
    (only === undefined || partition.scope === 'all' || (only === 'teams' && partition.scope === 'team'))
  const seen = { ...record, also: record.also.filter(isVisible), statusOf: record.kind, doNotCall }
  return words.every((word) => hasWord(seen, word)) ? seen : null
}

/** Fields in which the words of a query are looked up; a city only counts beside a name. */
const comparedFields = [...searchedFields, 'city'] as const

/** Tells whether a searched word is the beginning of a word of a record. */
const hasWord = ({ shown, also }: Seen, word: string) =>
  comparedFields.some((field) => isIn(field, textOf(shown, field) ?? '', word)) ||
  also.some(({ field, text }) => isIn(field, text, word))

const isIn = (field: (typeof comparedFields)[number], text: string, word: string) =>
  wordsOf(field, text).some((one) => one.startsWith(word))

/** Returns a text as hits show it; undefined when it is empty. */
function textOf(shown: Shown, field: SearchField): string | undefined {
  const text = withoutIbans(shown[field]?.trim() ?? '').slice(0, LONGEST_TEXT)
  return text === '' ? undefined : text
}

const titled = ['name', 'company'] as const
/** Fields that every hit shows, in this order. */
const always = ['number', 'city', 'supplier', 'moment', 'date', 'endDate', 'colleague', 'role'] as const

/** Returns the hit of a record or customer. */
export function hitOf(seen: Seen, words: readonly string[]): SearchHit {
  const { shown } = seen
  const title = titled.flatMap((field) => partOf(shown, field, words))
  const searched = searchedFields
    .filter((field) => !titled.some((one) => one === field))
    .flatMap((field) => [...partOf(shown, field, words), ...furtherParts(seen, field, words)])
  const isMarked = ({ marks }: SearchPart) => marks.length > 0
  const marked = searched.filter(isMarked)
  const contact = marked.length > 0 ? [] : searched.filter(({ field }) => field === 'phone')
  const rest = always.filter((field) => !marked.some((part) => part.field === field))
  return {
    kind: seen.kind,
    id: seen.id,
    customerId: customerOf(seen),
    title,
    subtitle: [...marked, ...contact, ...rest.flatMap((field) => partOf(shown, field, words))],
    status: shown.status ?? null,
    statusOf: seen.statusOf,
    doNotCall: seen.doNotCall,
    mayCall: seen.marks ? showHit(showCall(seen.marks, seen.doNotCall)) : null,
    found: [...new Set([...title, ...marked].filter(isMarked).map(({ field }) => field as SearchedField))],
  }
}

function partOf(shown: Shown, field: SearchField, words: readonly string[]): SearchPart[] {
  const text = textOf(shown, field)
  return text === undefined ? [] : [{ field, text, marks: marksIn(field, text, words) }]
}

/** Returns the parts of a hit for further texts of a field that match. */
const furtherParts = ({ shown, also }: Seen, field: SearchedField, words: readonly string[]): SearchPart[] =>
  also
    .filter((one) => one.field === field && one.shownAs !== textOf(shown, field))
    .filter(({ text }) => words.some((word) => isIn(field, text, word)))
    .map(({ shownAs }) => ({ field, text: shownAs, marks: marksIn(field, shownAs, words) }))

const isCompared = (field: SearchField) => comparedFields.find((one) => one === field)

function marksIn(shown: SearchField, text: string, words: readonly string[]) {
  const field = isCompared(shown)
  if (!field) return []
  const marks = words.flatMap((word) => findMatch(field, text, word) ?? [])
  return marks.sort((one, other) => one.from - other.from).filter((mark, at) => mark.from >= (marks[at - 1]?.to ?? 0))
}

/** Kinds of records about a customer. */
export const ofCustomers: readonly SearchKind[] = ['appointment', 'lead', 'sale', 'contract']

/**
 * Lists the customers of records, identified by phone number, otherwise by e-mail address, otherwise by address. Each
 * field comes from the first record that has it; the status from the record of the latest day that has one, with the
 * day on which it ends if that is a contract.
 */
export function customersOf(records: readonly Seen[]): Seen[] {
  const known = new Map<string, Seen[]>()
  for (const record of records) {
    const id = customerOf(record)
    if (id !== null) known.set(id, [...(known.get(id) ?? []), record])
  }
  return [...known].map(([id, ofOne]) => {
    const latest = ofOne.toSorted((one, other) => other.day.localeCompare(one.day)).find(({ shown }) => shown.status)
    const fields = ofOne.toReversed().map(({ shown }) => customerIn(shown))
    return {
      ...{ kind: 'customer', id, day: latest?.day ?? '', statusOf: latest?.statusOf ?? null },
      shown: Object.assign({ status: latest?.shown.status, endDate: latest?.shown.endDate }, ...fields),
      also: ofOne[0]?.also ?? [],
      doNotCall: ofOne.some(({ doNotCall }) => doNotCall),
      ...marksOf(ofOne),
    }
  })
}

/** Returns the marks of the first of these records that has any, which has the number of all. */
function marksOf(records: readonly Seen[]): Pick<Seen, 'marks'> {
  const marks = records.find((record) => record.marks !== undefined)?.marks
  return marks ? { marks } : {}
}

const showHit = ({ state, until, source }: ReturnType<typeof showCall>) => ({
  state,
  until: until ?? null,
  source: source ?? null,
})

/** Returns the fields of a record about its customer that have a text. */
const customerIn = ({ name, company, phone, email, address, city }: Shown): Shown =>
  Object.fromEntries(
    Object.entries({ name, company, phone, email, address, city }).filter(
      ([, text]) => text !== undefined && text !== '',
    ),
  )

/** Returns the id of a record's customer; null when it has neither a number nor an address. */
function customerOf({ kind, shown: { phone, email, address = '' } }: Seen): string | null {
  if (!ofCustomers.includes(kind)) return null
  const [, postalCode, houseNumber] = /^(\d{4} [A-Z]{2}) (.+)$/.exec(address) ?? []
  return customerIdOf({ customerPhone: phone, customerEmail: email, postalCode, houseNumber })
}
