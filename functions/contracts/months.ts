import type { SalesStatus } from '../../shared/contract/schemas/contracts.ts'
import { byKnownMonth } from '../records/months.ts'
import type { Order, Source } from '../records/source.ts'
import { ContractMonths, type ContractRow, Contracts } from './entity.ts'

/** Expiry dates of a query, without the last one. */
export interface Ends {
  readonly from: string
  readonly until: string
}

/** All expiry dates. */
export const ALL: Ends = { from: '', until: '9999' }

/** Returns a source of the contracts with one sales status by expiry date, of the months that may have any. */
export async function contractsWith(
  salesStatus: SalesStatus,
  ends: Ends = ALL,
  order: Order = 'asc',
): Promise<Source<ContractRow>> {
  const { data } = await ContractMonths.get({ salesStatus }).go({ consistent: true })
  return byKnownMonth<ContractRow>({
    ...{ by: 'expiryDate', ...ends, order, months: data?.months ?? [] },
    partition: (expiryMonth) => Contracts.query.bySalesStatus({ salesStatus, expiryMonth }),
  })
}

/** Returns the write that adds months to a sales status; it goes before or with the write of its contracts. */
export const addContractMonths = (salesStatus: SalesStatus, months: readonly string[]) =>
  ContractMonths.update({ salesStatus }).add({ months: [...months] })
