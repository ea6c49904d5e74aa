import { type SalesStatus, salesStatuses } from '../../shared/contract/contracts.ts'
import { byKnownMonth } from '../records/months.ts'
import type { Order, Source } from '../records/source.ts'
import { ContractMonths, type ContractRow, Contracts } from './entity.ts'

/** The expiry dates that are asked for, the last one excluded. */
export interface Ends {
  readonly from: string
  readonly until: string
}

const ALL: Ends = { from: '', until: '9999' }

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

/** Every contract, a number of them at a time; for what goes over all of them. */
export async function* allContracts(atOnce: number): AsyncIterable<readonly ContractRow[]> {
  for (const salesStatus of salesStatuses) {
    const source = await contractsWith(salesStatus)
    for (let position = source.begin(undefined), more = true; more; ) {
      const { rows, next } = await source.read(position, atOnce)
      yield rows
      position = next
      more = next !== null
    }
  }
}
