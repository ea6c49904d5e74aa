import { type ContractFilter, type SalesStatus, salesStatuses } from '../../../shared/contract/schemas/contracts.ts'
import { findRecordsNotToCall } from '../../customers/service.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { readCountersWithin, STANDING, sumMeasures } from '../../platform/data/counters.ts'
import { getRows } from '../../platform/data/rows.ts'
import { Contracts } from '../entity.ts'
import { readSupplierNames } from '../import/suppliers.ts'
import { countMatchingContracts } from './board.ts'

type Counts = Record<SalesStatus, number | null>

/**
 * Returns the number of contracts per sales status that match the filter, and the names of suppliers (rulings 58b).
 * With a filter, a number is null when there are too many contracts to read.
 */
export async function countContracts(actor: Caller, filter: ContractFilter) {
  const [counts, suppliers] = await Promise.all([countStatuses(actor, filter), readSupplierNames()])
  return { counts, suppliers }
}

async function countStatuses(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const { doNotCall, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return countFiltered(actor, filter)
  if (!doNotCall) return countAll(actor)
  const [all, closed] = await Promise.all([countAll(actor), countNotToCall()])
  if (!closed) return countFiltered(actor, filter)
  return forEachStatus((status) => (doNotCall === 'true' ? closed[status] : all[status] - closed[status]))
}

const forEachStatus = <Count>(count: (status: SalesStatus) => Count) =>
  Object.fromEntries(salesStatuses.map((status) => [status, count(status)])) as Record<SalesStatus, Count>

async function countAll(actor: Caller) {
  const counters = await readCountersWithin(STANDING, requireReach(actor, 'contract:manage'))
  return forEachStatus((status) => sumMeasures(counters, [`contract-${status}`]))
}

/**
 * Counts the contracts with a do-not-call number by sales status; null when there are too many such numbers to look up.
 */
async function countNotToCall() {
  const ids = await findRecordsNotToCall('contract')
  if (!ids) return null
  const rows = await getRows(
    Contracts,
    ids.map((id) => ({ id })),
  )
  return forEachStatus((status) => rows.filter(({ salesStatus }) => salesStatus === status).length)
}

async function countFiltered(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const counts = salesStatuses.map(async (status) => [status, await countMatchingContracts(actor, status, filter)])
  return Object.fromEntries(await Promise.all(counts)) as Counts
}
