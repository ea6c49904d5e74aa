import { contracts } from '../../shared/contract/contracts.ts'
import type { UrgencyLevel } from '../../shared/time.ts'
import { refresh } from '../lib/query.ts'

/** The cached answers that a change of a contract makes old, for `useCommand`. */
export const contractRefreshes = [contracts.bySalesStatus, contracts.counts, contracts.get, contracts.history]

/** Fetches what is known of contracts anew, after something else changed one. */
export function refreshContracts(): void {
  refresh(contractRefreshes)
}

/** How a contract's urgency looks, by the names of `Badge` (spec §4, rulings 52). */
export const urgencyTones = {
  expired: 'bad',
  'within-1-month': 'bad',
  'within-3-months': 'warn',
  'within-6-months': 'info',
  later: 'neutral',
} as const satisfies Record<UrgencyLevel, string>
