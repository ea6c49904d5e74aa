import { traceOfCustomerId } from '../../shared/customer-id.ts'
import { isTraced } from '../known-customers/service.ts'
import { asSystem } from '../platform/actor.ts'
import { type Change, commit, isWritten } from '../platform/data/commit.ts'
import { readAll } from '../platform/data/rows.ts'
import { ERASED_ID } from '../records/erasing.ts'
import { type JoinedCustomerRow, JoinedCustomers } from './join-entity.ts'
import { prepareRelease } from './joining.ts'
import { findJoin } from './joins.ts'

/**
 * Removes numbers and addresses without records from groups of joined customers, so that no data of an erased customer
 * stays. Returns the number of removals; may be repeated.
 */
export async function removeErasedFromJoins(): Promise<{ released: number }> {
  const permit = asSystem('erasures')
  let released = 0
  for (const { members } of await readAll<JoinedCustomerRow>(JoinedCustomers.query.all({}))) {
    for (const { id } of members) {
      const trace = traceOfCustomerId(id)
      if (trace && (await isTraced(trace))) continue
      const row = await findJoin(id)
      // A group that somebody changes meanwhile waits until the next night.
      if (row && (await isWritten(commit(permit, releaseErased(row, id))))) released += 1
    }
  }
  return { released }
}

/** Returns the change that removes an erased id; its audit row does not name the number or address. */
const releaseErased = (row: JoinedCustomerRow, id: string): Change => ({
  ...prepareRelease(row, id),
  ...{ entity: { type: 'customer', id: ERASED_ID }, before: undefined, after: undefined },
})
