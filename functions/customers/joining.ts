import { randomUUID } from 'node:crypto'
import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { editConflict, unprocessable } from '../../shared/errors.ts'
import { now } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import type { Change, GuardedWrite } from '../platform/data/commit.ts'
import type { Operation } from '../platform/data/table.ts'
import { CustomerJoins, type JoinedCustomerRow, JoinedCustomers } from './join-entity.ts'
import { findJoin, type Member } from './joins.ts'

/**
 * Maximum number of phone numbers and addresses that one person joins to a customer. What others joined does not count:
 * a limit on all would tell how many are out of reach, and let one person keep others from joining.
 */
const MOST_JOINED = 10

/**
 * Returns the changes that join the groups of two customers, and the members afterwards. No changes when both share a
 * group; throws 422 for more than ten members that the actor joined.
 */
export async function prepareJoin(permit: Permit, customerId: string, otherId: string) {
  const [row, other] = await Promise.all([findJoin(customerId), findJoin(otherId)])
  if (customerId === otherId) return { changes: [], members: row?.members ?? [] }
  if (row && row.id === other?.id) return { changes: [], members: row.members }
  const added = { at: now() as string, by: permit.actor.id }
  const membersOf = (one: JoinedCustomerRow | null, id: string) => one?.members ?? [{ id, ...added }]
  const others = membersOf(other, otherId)
  const members: Member[] = [...membersOf(row, customerId), ...others]
  if (members.filter(({ by }) => by === permit.actor.id).length > MOST_JOINED) {
    throw unprocessable(`Voeg bij een klant hoogstens ${MOST_JOINED} nummers en adressen samen`, 'customerId')
  }
  const after = { id: row?.id ?? randomUUID(), version: (row?.version ?? 0) + 1, members }
  const groupWrites = others.map(({ id }) => groupWrite(id, after.id, other))
  const change: Change = {
    action: 'customer.join',
    entity: { type: 'customer', id: customerId },
    before: { knownUnder: valuesOf(row?.members ?? [{ id: customerId }]) },
    after: { knownUnder: valuesOf(members) },
    write: [
      row ? guardVersion(row, JoinedCustomers.put(after)) : JoinedCustomers.create(after),
      ...(row ? [] : [groupWrite(customerId, after.id, null)]),
      ...(other ? [guardVersion(other, JoinedCustomers.delete({ id: other.id }))] : []),
      ...groupWrites,
    ],
  }
  return { changes: [change], members }
}

/** Returns the change that removes an id from a group of ids joined as one customer; deletes a group of two. */
export function prepareRelease(row: JoinedCustomerRow, customerId: string): Change {
  const members = row.members.filter(({ id }) => id !== customerId)
  const isLast = members.length < 2
  const removed = isLast ? row.members.map(({ id }) => id) : [customerId]
  return {
    action: 'customer.release',
    entity: { type: 'customer', id: customerId },
    before: { knownUnder: valuesOf(row.members) },
    after: { knownUnder: valuesOf([{ id: customerId }]) },
    write: [
      guardVersion(
        row,
        isLast
          ? JoinedCustomers.delete({ id: row.id })
          : JoinedCustomers.put({ id: row.id, version: row.version + 1, members }),
      ),
      ...removed.map((id) => CustomerJoins.delete({ customerId: id })),
    ],
  }
}

/** Returns the phone numbers and addresses that the ids of customers stand for, to name them in the audit. */
const valuesOf = (members: readonly { readonly id: string }[]) => members.map(({ id }) => traceOfCustomerId(id)?.value)

/**
 * Returns the write that puts a customer id in a group of joined ids. `before` is the group that the id leaves, which
 * the same change deletes. With null, the write fails when the id has a group already.
 */
const groupWrite = (customerId: string, joinedId: string, before: JoinedCustomerRow | null): Operation =>
  before ? CustomerJoins.put({ customerId, joinedId }) : CustomerJoins.create({ customerId, joinedId })

interface Conditional extends Operation {
  where(
    condition: (row: { version: never }, compare: { eq(attribute: never, value: never): string }) => string,
  ): Operation
}

/** Makes a write of a group conditional: it fails with an edit conflict when the version of the group has changed. */
const guardVersion = ({ version }: JoinedCustomerRow, write: unknown): GuardedWrite => ({
  write: (write as Conditional).where((row, { eq }) => eq(row.version, version as never)),
  onFailure: () => editConflict('deze klant'),
})
