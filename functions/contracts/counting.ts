import { type SalesStatus, salesStatuses } from '../../shared/contract/contracts.ts'
import { measures } from '../../shared/measures.ts'
import { type Caller, covers } from '../platform/actor.ts'
import { type Contribution, countersIn, STANDING, sum } from '../platform/counters.ts'
import type { Counted } from '../records/recount.ts'
import { everyRow } from '../records/source.ts'
import type { ContractRow } from './entity.ts'
import { contractsWith } from './months.ts'
import { supplierNames } from './suppliers.ts'

/** What a contract counts: it stands in its sales status, of nobody in particular. */
export const contributionsOf = ({ salesStatus }: Pick<ContractRow, 'salesStatus'>): Contribution[] => [
  { date: STANDING, teamId: 0, userId: 'contracts', name: '', measure: `contract-${salesStatus}` },
]

/** How many contracts there are of each sales status (rulings 58b), and their suppliers; two reads, however many there are. */
export async function countContracts(actor: Caller) {
  const [counters, suppliers] = await Promise.all([
    countersIn(STANDING, covers(actor, 'contract:manage')),
    supplierNames(),
  ])
  const counts = salesStatuses.map((status) => [status, sum(counters, [`contract-${status}`])])
  return { counts: Object.fromEntries(counts) as Record<SalesStatus, number>, suppliers }
}

/** What contracts count. */
export const countedContracts: Counted = {
  measures: measures.contracts,
  standing: async function* () {
    for (const salesStatus of salesStatuses) {
      for await (const row of everyRow(await contractsWith(salesStatus))) yield contributionsOf(row)
    }
  },
}
