import { type SalesStatus, salesStatuses } from '../../../shared/api/parts/statuses.ts'
import type { ContractFilter } from '../../../shared/api/schemas/contracts.ts'
import { countedParts } from '../../../shared/measures.ts'
import { callPartOf, callParts, callStates } from '../../../shared/numbers/states.ts'
import { statesWanted } from '../../numbers/service.ts'
import { type Caller, requireReach } from '../../platform/actor.ts'
import { type Counter, readCountersWithin, STANDING, sumMeasures } from '../../platform/data/counters.ts'
import { readSupplierNames } from '../import/suppliers.ts'
import { countMatchingContracts } from './board.ts'

type Counts = Record<SalesStatus, number | null>

/**
 * Returns the number of contracts per sales status that match the filter, and the names of suppliers (rulings 58b).
 * With a filter, a number is null when there are too many contracts to read.
 */
export async function countContracts(actor: Caller, filter: ContractFilter) {
  const [counters, suppliers] = await Promise.all([
    readCountersWithin(STANDING, requireReach(actor, 'contract:manage')),
    readSupplierNames(),
  ])
  return {
    counts: await countStatuses(actor, filter, counters),
    states: statesOf(counters),
    suppliers,
  }
}

/** Returns how many contracts each team has in each state; leaves out states without any. */
const statesOf = (counters: readonly Counter[]) =>
  [...Map.groupBy(counters, ({ teamId }) => teamId)].flatMap(([teamId, those]) =>
    callStates
      .map((state) => ({ teamId, state, contracts: sumMeasures(those, [`contractState-${state}`]) }))
      .filter(({ contracts }) => contracts > 0),
  )

async function countStatuses(actor: Caller, filter: ContractFilter, counters: readonly Counter[]): Promise<Counts> {
  const { doNotCall, call, ...others } = filter
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return countFiltered(actor, filter)
  const wanted = new Set((statesWanted({ doNotCall, call }) ?? callStates).map(callPartOf))
  const parts = callParts.filter((part) => wanted.has(part))
  const counts = salesStatuses.map((status) => [
    status,
    sumMeasures(
      counters,
      parts.map((part) => `contract${countedParts[part]}-${status}` as const),
    ),
  ])
  return Object.fromEntries(counts) as Counts
}

async function countFiltered(actor: Caller, filter: ContractFilter): Promise<Counts> {
  const counts = salesStatuses.map(async (status) => [status, await countMatchingContracts(actor, status, filter)])
  return Object.fromEntries(await Promise.all(counts)) as Counts
}
