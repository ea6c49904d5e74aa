import type { EntityItem } from 'electrodb'
import { epochOf, now } from '../../../shared/time.ts'
import { defineEntity, gsi1, must, primary, tryWrite } from './table.ts'

/**
 * Values that only one record may have, such as the e-mail address of a person. Each value is an item, so a transaction
 * that gives it to a second record fails. `reservedAt` marks a value claimed for a record that is still being made.
 *
 * | Read                        | Index   | Key          |
 * | who has the value           | primary | kind, value  |
 * | reserved ones, oldest first | gsi1    | · reservedAt |
 */
export const Uniques = defineEntity('unique', {
  attributes: {
    kind: must,
    value: must,
    ownerId: must,
    /** Milliseconds since 1970; absent once the record exists. */
    reservedAt: { type: 'number' },
  },
  indexes: {
    primary: primary('unique#${kind}#${value}', 'unique'),
    reserved: gsi1('reservations', 'at#${reservedAt}', ({ reservedAt }) => reservedAt !== undefined),
  },
})
export type Unique = EntityItem<typeof Uniques>

/** Returns the id of the record that has a unique value, strongly consistent; null when the value is free. */
export async function findOwner(kind: string, value: string): Promise<string | null> {
  const { data } = await Uniques.get({ kind, value }).go({ consistent: true })
  return data?.ownerId ?? null
}

/** Age in milliseconds at which a reservation counts as left behind by a crash: no request runs that long. */
const STALE_MS = 5 * 60 * 1000

/**
 * Claims a value for a record that is still being made; returns false when the value is in use, or another record
 * claimed it in the last five minutes.
 */
export function reserveValue(kind: string, value: string, ownerId: string): Promise<boolean> {
  const reservedAt = epochOf(now())
  return tryWrite(() =>
    Uniques.put({ kind, value, ownerId, reservedAt })
      .where(
        (one, { notExists, exists, eq, lt }) =>
          `${notExists(one.ownerId)} OR ${lt(one.reservedAt, reservedAt - STALE_MS)} OR (${eq(one.ownerId, ownerId)} AND ${exists(one.reservedAt)})`,
      )
      .go(),
  )
}

/**
 * Returns the write that makes a reservation permanent, for the transaction that creates the record. It fails when the
 * record has no reservation for the value.
 */
export const keepReservation = (kind: string, value: string, ownerId: string) =>
  Uniques.put({ kind, value, ownerId }).where(
    (one, { eq, exists }) => `${eq(one.ownerId, ownerId)} AND ${exists(one.reservedAt)}`,
  )

/** Returns the write that deletes a reservation; it fails when the value was made permanent or claimed by another. */
export const releaseReservation = (kind: string, value: string, ownerId: string) =>
  Uniques.delete({ kind, value }).where(
    (one, { eq, exists }) => `${eq(one.ownerId, ownerId)} AND ${exists(one.reservedAt)}`,
  )

/** Returns the unique values of a kind (such as `email`) that were reserved before a moment in epoch milliseconds. */
export async function readReservationsBefore(kind: string, moment: number): Promise<Unique[]> {
  const { data } = await Uniques.query.reserved({}).lt({ reservedAt: moment }).go({ pages: 'all' })
  return data.filter((one) => one.kind === kind)
}
