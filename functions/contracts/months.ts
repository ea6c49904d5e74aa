import type { SalesStatus } from '../../shared/api/parts/statuses.ts'
import { byKnownMonth } from '../records/months.ts'
import type { Order, Source } from '../records/source.ts'
import { ContractMonths, type ContractRow, Contracts } from './entity.ts'

/** Range of expiry dates `yyyy-mm-dd`, from `from` until the day before `until`. */
export interface Ends {
  readonly from: string
  readonly until: string
}

/** All expiry dates. */
export const ALL: Ends = { from: '', until: '9999' }

/**
 * Returns a source (rows read page by page) of the contracts with one of these sales statuses, by expiry date. It reads
 * only months that may have some.
 */
export async function contractsWith(
  statuses: readonly SalesStatus[],
  ends: Ends = ALL,
  order: Order = 'asc',
): Promise<Source<ContractRow>> {
  const known = await Promise.all(
    statuses.map(async (salesStatus) => {
      const { data } = await ContractMonths.get({ salesStatus }).go({ consistent: true })
      return { salesStatus, months: new Set(data?.months) }
    }),
  )
  return byKnownMonth<ContractRow>({
    ...{ by: 'expiryDate', ...ends, order, months: [...new Set(known.flatMap(({ months }) => [...months]))] },
    partitions: (expiryMonth) =>
      known
        .filter(({ months }) => months.has(expiryMonth))
        .map(({ salesStatus }) => Contracts.query.bySalesStatus({ salesStatus, expiryMonth })),
  })
}

/**
 * Returns the write that notes months in which contracts of a sales status end. It must precede or accompany the write
 * of those contracts.
 */
export const addContractMonths = (salesStatus: SalesStatus, months: readonly string[]) =>
  ContractMonths.update({ salesStatus }).add({ months: [...months] })
