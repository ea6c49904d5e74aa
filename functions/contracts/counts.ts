import { type ContractFilter, type SalesStatus, salesStatuses } from '../../shared/contract/contracts.ts'
import { type Caller, covers } from '../platform/actor.ts'
import { countersIn, STANDING, sum } from '../platform/counters.ts'
import { countIn } from './board.ts'
import { supplierNames } from './suppliers.ts'

type Counts = Record<SalesStatus, number | null>

/**
 * Returns the number of contracts per sales status (rulings 58b), and the names of suppliers. Without a filter it reads
 * the counters; with one it reads the rows, and a status with too many rows is null.
 */
export async function countContracts(actor: Caller, filter: ContractFilter) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '')
  const [counts, suppliers] = await Promise.all([
    isFiltered ? filtered(actor, filter) : standing(actor),
    supplierNames(),
  ])
  return { counts, suppliers }
}

async function standing(actor: Caller): Promise<Counts> {
  const counters = await countersIn(STANDING, covers(actor, 'contract:manage'))
  const counts = salesStatuses.map((status) => [status, sum(counters, [`contract-${status}`])])
  return Object.fromEntries(counts) as Counts
}

async function filtered(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const counts = salesStatuses.map(async (status) => [status, await countIn(actor, status, filter)])
  return Object.fromEntries(await Promise.all(counts)) as Counts
}
