import { callMarks } from '../../shared/numbers/states.ts'
import { buildMarker, markRecordsWith } from '../numbers/service.ts'
import { asWhole } from '../platform/data/rows.ts'
import { manageWith, records } from '../records/record.ts'
import { contributionsOf } from './counting.ts'
import { type ContractRow, Contracts } from './entity.ts'
import { addContractMonths } from './months.ts'

/**
 * Functions that find and change contracts, with rights, audit and counters. They also note the month of an end date,
 * as lists of contracts read only noted months (`addContractMonths`).
 */
export const contractRecords = records<ContractRow>({
  type: 'contract',
  entity: Contracts,
  called: 'dit contract',
  ...manageWith('contract:manage'),
  marks: callMarks,
  derived: ['expiryMonth', ...callMarks],
  contributions: contributionsOf,
  alongside: (before, after) =>
    after && !(before?.salesStatus === after.salesStatus && before.expiryMonth === after.expiryMonth)
      ? [addContractMonths(after.salesStatus, [after.expiryMonth])]
      : [],
})

/** Returns a contract, strongly consistent, or null. For callers that check rights in another way. */
export async function findContract(id: string): Promise<ContractRow | null> {
  const { data } = await Contracts.get({ id }).go({ consistent: true })
  return asWhole<ContractRow | null>(data as ContractRow | null)
}

/**
 * Corrects the mark of a contract whether it may be called, with its counters; returns false when the contract keeps
 * changing.
 */
export const markContract = buildMarker<ContractRow>(findContract, contractRecords.marking)

/** Corrects the marks of the contracts with these phone numbers; see `markRecordsWith`. */
export const markContractsWith = (phones: readonly string[]): Promise<void> =>
  markRecordsWith('contract', phones, markContract)
