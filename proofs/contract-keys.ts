import { createConversions } from 'electrodb'
import type { ContractRow } from '../functions/contracts/entity.ts'
import { salesStatuses } from '../shared/api/parts/statuses.ts'
import { addDays, addMonths, type LocalDate, monthOf } from '../shared/time.ts'
import { createRandomNumbers } from '../testing/seed.ts'

type Keyed = Pick<ContractRow, 'id' | 'salesStatus' | 'expiryDate' | 'expiryMonth'>

/** Contracts per hundred by end date: in the past year, in the coming year, in the year after that, and so on. */
const YEARS = [10, 35, 25, 18, 6, 6]
/** Contracts per hundred in each status, in the order of `salesStatuses`. */
const STATUSES = [80, 5, 5, 5, 5]
/** Maximum number of items in one BatchWrite. */
const BATCH = 25
const TODAY = '2026-11-21' as LocalDate

/**
 * Yields `count` random contracts, with only the fields of their keys. Their end dates and statuses are spread as in
 * the lists of suppliers: most are new and end within three years. Three in ten end on 31 December, three in ten on the
 * last day of some month.
 */
export function* generateContracts(count: number): Generator<Keyed> {
  const random = createRandomNumbers(61)
  const pick = (shares: readonly number[]) => {
    const one = random(100)
    return shares.findIndex((_, place) => one < shares.slice(0, place + 1).reduce((sum, share) => sum + share))
  }
  for (let id = 0; id < count; id++) {
    const any = addDays(addMonths(TODAY, 12 * (pick(YEARS) - 1)), random(365))
    const ways = [`${any.slice(0, 4)}-12-31`, addDays(`${monthOf(any)}-01` as LocalDate, -1), any] as LocalDate[]
    const expiryDate = ways[pick([30, 30, 40])] as LocalDate
    const salesStatus = salesStatuses[pick(STATUSES)] as ContractRow['salesStatus']
    yield { id: `contract-${id}`, salesStatus, expiryDate, expiryMonth: monthOf(expiryDate) }
  }
}

/** Returns a function that lists the partitions of the table and its indexes in which a contract is stored. */
export async function buildPartitionLister(): Promise<(contract: Keyed) => string[]> {
  const { Contracts } = await import('../functions/contracts/entity.ts')
  const { fromComposite } = createConversions(Contracts)
  return (contract) =>
    Object.entries(fromComposite.toKeys(contract)).flatMap(([name, value]) =>
      name.endsWith('pk') ? [String(value)] : [],
    )
}

/**
 * Computes the write units of the busiest partition in its busiest second, if an import stores these rows. The import
 * stores `rowsPerSecond`, or fewer while it waits to spare a partition.
 */
export async function measureBusiestPartition(rows: readonly ContractRow[], rowsPerSecond: number): Promise<number> {
  const { bytesOf, newPace } = await import('../functions/contracts/import/write-pace.ts')
  const partitions = await buildPartitionLister()
  const pace = newPace()
  const units = new Map<string, number>()
  for (let done = 0, at = 0; done < rows.length; done += BATCH) {
    const batch = rows.slice(done, done + BATCH)
    at += pace(batch, at)
    for (const row of batch) {
      for (const partition of partitions(row)) {
        const key = `${partition} in second ${Math.floor(at / 1000)}`
        units.set(key, (units.get(key) ?? 0) + Math.ceil(bytesOf(row) / 1024))
      }
    }
    at += (batch.length * 1000) / rowsPerSecond
  }
  return Math.max(...units.values())
}
