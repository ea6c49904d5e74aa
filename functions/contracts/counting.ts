import { salesStatuses } from '../../shared/contract/schemas/contracts.ts'
import { measures } from '../../shared/measures.ts'
import { type Contribution, STANDING } from '../platform/data/counters.ts'
import type { Counted } from '../records/recount.ts'
import { everyRow } from '../records/source.ts'
import type { ContractRow } from './entity.ts'
import { contractsWith } from './months.ts'

/** Returns the contribution of a contract to the count of its sales status, not of any person. */
export const contributionsOf = ({ salesStatus }: Pick<ContractRow, 'salesStatus'>): Contribution[] => [
  { date: STANDING, teamId: 0, userId: 'contracts', name: '', measure: `contract-${salesStatus}` },
]

/** Counts contracts by sales status. */
export const countedContracts: Counted = {
  measures: measures.contracts,
  standing: async function* () {
    for (const salesStatus of salesStatuses) {
      for await (const row of everyRow(await contractsWith(salesStatus))) yield contributionsOf(row)
    }
  },
}
