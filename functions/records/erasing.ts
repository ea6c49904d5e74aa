import { customerIdOfTrace, listCustomerTraces, type Traceable } from '../../shared/customer-id.ts'
import type { LocalDate } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import { type Change, commit, type GuardedWrite } from '../platform/data/commit.ts'
import type { Operation } from '../platform/data/table.ts'
import type { More } from './record.ts'

/** Name that takes the place of a customer's name. */
export const ERASED_NAME = 'Gewiste klant'
/** Id that takes the place of one that is a number or address. */
export const ERASED_ID = 'gewist'
/** Text that takes the place of a required text, such as a question. */
export const ERASED_TEXT = 'Gewist'

/** Part of a record that stays when its personal data is erased: its name, or everything, with the reason. */
export interface Stay {
  readonly what: 'name' | 'all'
  /** Last day on which it stays; null when that day is not known yet. */
  readonly until: LocalDate | null
  /** Reason, in Dutch. */
  readonly why: string
}

/** Years that the administration is kept after the year of its last entry (art. 52 AWR). */
export const TAX_YEARS = 7

/** Returns what stays of a record that was booked: its name, until the term of the tax law ends. */
export const keepNameForTax = (date: LocalDate) => ({
  what: 'name' as const,
  until: `${Number(date.slice(0, 4)) + TAX_YEARS}-12-31` as LocalDate,
  why: 'De naam blijft in de administratie: fiscale bewaarplicht van zeven jaar.',
})

/** Record whose lines in the audit log are about the person; of the values in them only the fields in `kept` stay. */
export interface Audited {
  readonly type: string
  readonly id: string
  readonly kept: readonly string[]
  /** Name of the record afterwards. */
  readonly name: string
  /** Id of the record afterwards, where the present one is a number or address. */
  readonly newId?: string
}

/** Returns the customers of a row, by each number and address: the log of joining them names these. */
export const listAuditedCustomers = (row: Traceable): Audited[] =>
  listCustomerTraces(row).map((trace) => ({
    ...{ type: 'customer', id: customerIdOfTrace(trace), kept: [], name: ERASED_NAME },
    newId: ERASED_ID,
  }))

/** Everything that is stored about one record of a person, and how it is erased. */
export interface Subject {
  readonly name: string
  /** Day by which people know the record. */
  readonly date: string
  readonly stays: Stay | null
  /** Last day on which the record was used; absent for kinds that no retention erases. */
  readonly usedOn?: LocalDate
  /** Rows as they are stored, by their kind. */
  readonly rows: Readonly<Record<string, readonly object[]>>
  readonly audited: readonly Audited[]
  /** Erases what does not stay. May be repeated: what is erased already is left alone. */
  readonly erase: (permit: Permit) => Promise<void>
}

/** Kind of record with personal data; `find` returns null for a record that no longer exists. */
export interface Erasable {
  readonly find: (id: string) => Promise<Subject | null>
}

/**
 * Returns a row with the attributes in `kept` alone, and `blank` in place of required ones. So an attribute that is new
 * is erased, unless somebody decides that it may stay.
 */
export const keepOnly = <Row extends object>(row: Row, kept: readonly (keyof Row)[], blank: Partial<Row>): Row =>
  ({ ...Object.fromEntries(kept.map((name) => [name, row[name]])), ...blank }) as Row

const serialise = (row: object) => JSON.stringify(Object.entries(JSON.parse(JSON.stringify(row))).sort())

/** Tells whether two versions of a row are stored alike, so that there is nothing to erase. */
export const isStoredAlike = (one: object, other: object): boolean => serialise(one) === serialise(other)

/**
 * Commits the changes that erase a record, with their counters and lookup rows. The audit row says that it was erased,
 * without the values. Nobody is notified, and no work follows but that in `outbox`. Throws 409 when somebody changed
 * the record meanwhile.
 */
export async function commitErased(
  permit: Permit,
  [change]: readonly Change[],
  outbox: Change['outbox'] = [],
): Promise<void> {
  if (!change) return
  await commit(permit, { ...change, before: undefined, after: undefined, notify: [], outbox })
}

/** Returns the verb of the audit row, and the other writes of the transaction. */
export const eraseWith = (...write: readonly (Operation | GuardedWrite)[]): More => ({ verb: 'erase', write })
