import type { SalesStatus } from '../../shared/contract/contracts.ts'
import { byKnownMonth } from '../records/months.ts'
import type { Order, Source } from '../records/source.ts'
import { ContractMonths, type ContractRow, Contracts } from './entity.ts'

/** The expiry dates that are asked for, the last one excluded. */
export interface Ends {
  readonly from: string
  readonly until: string
}

/** Whatever their expiry date. */
export const ALL: Ends = { from: '', until: '9999' }

/** Contracts with one sales status by expiry date, of the months that may have any. */
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

/** The write by which contracts of a sales status are found in these months; it goes before theirs, or with it. */
export const endingIn = (salesStatus: SalesStatus, months: readonly string[]) =>
  ContractMonths.update({ salesStatus }).add({ months: [...months] })
