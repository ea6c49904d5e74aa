import { type ContractFilter, type SalesStatus, salesStatuses } from '../../../shared/contract/schemas/contracts.ts'
import { recordsNotToCall } from '../../customers/service.ts'
import { type Caller, covers } from '../../platform/actor.ts'
import { countersIn, STANDING, sum } from '../../platform/data/counters.ts'
import { getRows } from '../../platform/data/rows.ts'
import { Contracts } from '../entity.ts'
import { supplierNames } from '../import/suppliers.ts'
import { countIn } from './board.ts'

type Counts = Record<SalesStatus, number | null>

/**
 * Returns the number of contracts per sales status (rulings 58b), and the names of suppliers. Without a filter it reads
 * the counters; with one it reads the rows, and a status with too many rows is null.
 */
export async function countContracts(actor: Caller, filter: ContractFilter) {
  const [counts, suppliers] = await Promise.all([counted(actor, filter), supplierNames()])
  return { counts, suppliers }
}

async function counted(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const { doNotCall, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return filtered(actor, filter)
  if (!doNotCall) return standing(actor)
  const [all, closed] = await Promise.all([standing(actor), notToCall()])
  if (!closed) return filtered(actor, filter)
  return each((status) => (doNotCall === 'true' ? closed[status] : all[status] - closed[status]))
}

const each = <Count>(count: (status: SalesStatus) => Count) =>
  Object.fromEntries(salesStatuses.map((status) => [status, count(status)])) as Record<SalesStatus, Count>

async function standing(actor: Caller) {
  const counters = await countersIn(STANDING, covers(actor, 'contract:manage'))
  return each((status) => sum(counters, [`contract-${status}`]))
}

/** Counts contracts with a do-not-call number; null when there are too many such numbers. */
async function notToCall() {
  const ids = await recordsNotToCall('contract')
  if (!ids) return null
  const rows = await getRows(
    Contracts,
    ids.map((id) => ({ id })),
  )
  return each((status) => rows.filter(({ salesStatus }) => salesStatus === status).length)
}

async function filtered(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const counts = salesStatuses.map(async (status) => [status, await countIn(actor, status, filter)])
  return Object.fromEntries(await Promise.all(counts)) as Counts
}
