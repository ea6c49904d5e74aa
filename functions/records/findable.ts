import type { Action, access } from '../../shared/access.ts'
import { normaliseIban, normalisePostcode } from '../../shared/identifiers.ts'
import type { CalledRecord } from '../../shared/numbers/states.ts'
import type { SearchedField, SearchField, SearchKind } from '../../shared/search-fields.ts'
import { addMonths, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import type { Key } from '../platform/data/rows.ts'
import { inOrder, iterateRows, type Partition, type SortKeys } from './source.ts'

/** Kinds of records in the search index; customers are derived from the records that are found. */
export type FoundKind = Exclude<SearchKind, 'customer'>

/** Actions of the lists that show each kind of record; a hit is within the reach of one of them. */
export const listedBy = {
  appointment: ['appointment:read'],
  lead: ['lead:read'],
  sale: ['sale:list'],
  contract: ['contract:manage'],
  invoice: ['self-billing:manage', 'invoice:assigned'],
  partner: ['self-billing:manage'],
  person: ['colleague:read'],
} as const satisfies Record<FoundKind, readonly Action[]>

export const foundKinds = Object.keys(listedBy) as FoundKind[]

type ScopesOf<K extends FoundKind> = (typeof access)[(typeof listedBy)[K][number]][0 | 1 | 2 | 3]

/** Functions that return the team of a row, and the keys of the people who read it as their own. */
export interface Readers<Row> {
  readonly team: (row: Row) => number | undefined
  readonly own: (row: Row) => OwnKeys
}
type OwnKeys = readonly [first: string | undefined, second?: string | undefined]

/** Returns the key of the search index under which a partner's present agents find its invoices. */
export const partnerKey = (partnerId: string) => `partner:${partnerId}`
/** Returns the key of the search index under which a team finds the people to whom it can assign work. */
export const assignableKey = (teamId: number) => `team:${teamId}`

/**
 * Functions of `Readers` that a kind of record must define: both when some role sees a list of its team, only `own`
 * when some role sees a list of its own records. Leaving one out does not compile.
 */
export type ReadersOf<K extends FoundKind, Row> = ('team' extends ScopesOf<K> ? Readers<Row> : unknown) &
  ('own' extends ScopesOf<K> ? Pick<Readers<Row>, 'own'> : unknown)

/** Texts that a hit shows; those of searched fields are also searched. */
export type Shown = Partial<Readonly<Record<SearchField | 'status', string | undefined>>>

/** Further text by which a record is found. A hit shows it only when the search matched this text. */
export interface AlsoFound {
  readonly field: SearchedField
  /** Text that is searched. */
  readonly text: string
  /** Text that the hit shows in place of `text`, such as a masked account number. */
  readonly shownAs: string
  /**
   * Reach that a person needs to find the record by this text: `all`, or `teams` for a team or all. When absent, every
   * reader of the record finds it.
   */
  readonly only?: 'all' | 'teams'
}

/** Definition of a kind of record for the search index. */
interface FindableRecord<K extends FoundKind, Row extends { readonly id: string }> {
  readonly kind: K
  /** Sort key of the primary key of its rows, with which their partition key begins, as in `lead#<id>`. */
  readonly sortKey: string
  readonly readers: ReadersOf<K, Row>
  /** Tells whether the search finds a row; absent where it finds all. */
  readonly isFound?: (row: Row) => boolean
  /** Returns the day by which hits are sorted, the latest first. */
  readonly dayOf: (row: Row) => string
  readonly shown: (row: Row) => Shown
  readonly also?: (row: Row) => readonly AlsoFound[]
  /** Returns what a row keeps of the state of its number; absent for kinds that keep nothing. */
  readonly marks?: (row: Row) => CalledRecord
}

/** Searched texts of a record, with its team and owners. */
export interface Findable {
  readonly kind: FoundKind
  readonly id: string
  readonly day: string
  readonly shown: Shown
  readonly also: readonly AlsoFound[]
  readonly team: number | undefined
  readonly own: OwnKeys
  /** Marks by which the record keeps the state of its number; absent for kinds that keep nothing. */
  readonly marks?: CalledRecord
}

/** A kind of record in the search index. */
export interface FindableKind {
  readonly kind: FoundKind
  /** Sort key of the rows of this kind, by which the reader of the table's stream recognises them. */
  readonly sortKey: string
  /** Returns the primary key of a record. */
  keyOf(id: string): Key
  /** Returns the searched texts, team and owners of a stored row; null for a row that the search must not find. */
  findableOf(row: object): Findable | null
}

/**
 * Returns the search definition of a kind of record, from what a domain says about its rows. It names no entity, as the
 * search would load the cards of all records with it.
 */
export function defineFindable<K extends FoundKind, Row extends { readonly id: string }>(
  record: FindableRecord<K, Row>,
): FindableKind {
  const { kind, sortKey, dayOf, shown, also, marks, isFound = () => true } = record
  const { team, own } = record.readers as Partial<Readers<Row>>
  const findableOf = (row: Row): Findable => ({
    ...{ kind, id: row.id, day: dayOf(row), shown: shown(row), also: also?.(row) ?? [], team: team?.(row) },
    own: own?.(row) ?? [undefined],
    ...(marks && { marks: marks(row) }),
  })
  return {
    kind,
    sortKey,
    keyOf: (id) => ({ pk: `${sortKey}#${id}`, sk: sortKey }),
    findableOf: (stored) => {
      const row = stored as Row
      return isFound(row) ? findableOf(row) : null
    },
  }
}

/** Number of months before today from which the index holds records with a date. */
export const MONTHS_BACK = 120
/** Number of months after today up to which the index holds records with a date. */
const MONTHS_AHEAD = 24

/** Reads the records of all months that the index holds, to repair it. */
export async function* readEveryMonth<Row extends object>(
  keys: SortKeys<Row>,
  ofMonth: (month: string) => Partition<Row>,
) {
  const today = localDateOf(now())
  for (const month of monthsBetween(addMonths(today, -MONTHS_BACK), addMonths(today, MONTHS_AHEAD))) {
    yield* iterateRows(inOrder(keys, [ofMonth(month)]))
  }
}

/** Returns the texts about a customer that a hit shows. */
export const customerIn = (row: Customer) => ({
  ...{ name: row.customerName, company: row.companyName, phone: row.customerPhone, email: row.customerEmail },
  ...{ address: addressOf(row), city: row.city },
})

interface Place {
  readonly postalCode?: string | undefined
  readonly houseNumber?: string | undefined
}
interface Customer extends Place {
  readonly customerName: string
  readonly companyName: string | undefined
  readonly customerPhone: string | undefined
  readonly customerEmail: string | undefined
  readonly city: string | undefined
}

/** Returns postcode and house number as one searched text, such as `6041 AB 12`; undefined when one is missing. */
export const addressOf = (place: Place) =>
  place.postalCode && place.houseNumber ? `${normalisePostcode(place.postalCode)} ${place.houseNumber}` : undefined

/** Returns the last four characters of an account number, by which the search finds it. */
export const lastFourOf = (iban: string): string => normaliseIban(iban).slice(-4)
