import { salesStatuses } from '../../shared/api/parts/statuses.ts'
import { countedParts, measures } from '../../shared/measures.ts'
import { callPartOf } from '../../shared/numbers/states.ts'
import { type Contribution, STANDING } from '../platform/data/counters.ts'
import type { RecountedDomain } from '../records/recount.ts'
import { iterateRows } from '../records/source.ts'
import type { ContractRow } from './entity.ts'
import { contractsWith } from './months.ts'

/** Team of the counters of contracts that no team has. */
export const NO_TEAM = 0

type Counted = Pick<ContractRow, 'salesStatus' | 'callState'> & Partial<Pick<ContractRow, 'assignedTeamId'>>

/**
 * Returns what a contract adds to the counters of its team: one by its sales status and whether it may be called, and
 * one by the state of its number.
 */
export const contributionsOf = ({
  salesStatus,
  callState = 'none',
  assignedTeamId: teamId = NO_TEAM,
}: Counted): Contribution<(typeof measures.contracts)[number]>[] =>
  ([`contract${countedParts[callPartOf(callState)]}-${salesStatus}`, `contractState-${callState}`] as const).map(
    (measure) => ({ date: STANDING, teamId, userId: 'contracts', name: '', measure }),
  )

/** Recount of contracts by sales status, for the repair of counters. */
export const countedContracts: RecountedDomain = {
  measures: measures.contracts,
  standing: async function* () {
    for await (const row of iterateRows(await contractsWith(salesStatuses))) yield contributionsOf(row)
  },
}
